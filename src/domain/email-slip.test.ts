import { describe, expect, it } from 'vitest'
import { likelyEmail } from '#domain/near-word.ts'

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
