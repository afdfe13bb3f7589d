import { describe, expect, it } from 'vitest'
import { smsParts, toGsm7 } from '#domain/message-texts.ts'

describe('a text for a phone', () => {
  it.each([
    ['Viatu: order 1a2b3c4d, KSh 4,500.', 'Viatu: order 1a2b3c4d, KSh 4,500.'],
    ['Ŵanjikũ’s “shoes” – KSh\u00a04,500…', 'Wanjiku\'s "shoes" - KSh 4,500...'],
    ['a\r\nb\tc\u0000\u200bd', 'a b c d'],
    ['👟 Viatu 靴 ok', 'Viatu ok'],
    ['ñ é à Ü ç', 'ñ é à Ü c'],
    ['__proto__ constructor', '__proto__ constructor'],
  ])('%j has plain letters only: %j', (text, told) => expect(toGsm7(text)).toBe(told))

  it('is one message up to 160 letters, and has 153 in each part of a longer one; some letters count as two', () => {
    expect([160, 161, 306, 307].map((letters) => smsParts('a'.repeat(letters)))).toEqual([1, 2, 2, 3])
    expect([smsParts('€'.repeat(80)), smsParts('€'.repeat(81))]).toEqual([1, 2])
  })
})
