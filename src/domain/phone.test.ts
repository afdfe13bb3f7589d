import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsMask, formatPhone, maskPhone, normalisePhone, phoneHint, phoneSpellings, recognisablePhone, spreadsheetPhone } from '#domain/phone.ts'

describe('a Kenyan mobile number', () => {
  it.each([
    ['0712345678', '254712345678'],
    ['0112345678', '254112345678'],
    ['712345678', '254712345678'],
    ['112345678', '254112345678'],
    ['254712345678', '254712345678'],
    ['+254712345678', '254712345678'],
    ['+254 712 345 678', '254712345678'],
    ['  0712-345-678 ', '254712345678'],
    ['(0712) 345.678', '254712345678'],
    ['+254 (0)712 345678', '254712345678'],
    ['+254 0712 345 678', '254712345678'],
    ['+254\u00a0712\u00a0345\u00a0678', '254712345678'],
    ['00254712345678', '254712345678'],
    ['\u202a+254 712 345678\u202c', '254712345678'],
    ['\u20680712345678\u2069', '254712345678'],
    ['\u200e0712345678', '254712345678'],
    ['0712345678\u200b', '254712345678'],
    ['+254\ufe0d 712345678', '254712345678'],
    ['0712\u2013345678', '254712345678'],
    ['tel:+254712345678', '254712345678'],
    ['0712345678,', '254712345678'],
    ['0712/345678', '254712345678'],
    ['O712345678', '254712345678'],
    ['0712 34o678', '254712340678'],
    ['٠٧١٢٣٤٥٦٧٨', '254712345678'],
    ['０７１２３４５６７８', '254712345678'],
  ])('%s is %s', (text, expected) => expect(normalisePhone(text)).toBe(expected))

  it.each([
    '',
    '0',
    '071234567',
    '07123456789',
    '0812345678',
    '0212345678',
    '2547123456789',
    '255712345678',
    '+1 712 345 678',
    '++254712345678',
    '+0712345678',
    '00712345678',
    '+25400712345678',
    '000254712345678',
    '0712345678, 0722345678',
    '0712345678x',
    'call 0712345678',
    "0712345678'; drop table orders; --",
    '0712345678\n0712345678',
    '<b>0712345678</b>',
  ])('%j is none', (text) => expect(normalisePhone(text)).toBeNull())

  it('is written in twelve digits, however it was typed', () => {
    const digits = fc
      .tuple(fc.constantFrom('7', '1'), fc.integer({ min: 0, max: 99_999_999 }))
      .map(([first, rest]) => first + String(rest).padStart(8, '0'))
    fc.assert(
      fc.property(
        digits,
        fc.constantFrom('', '0', '254', '+254', '+2540'),
        fc.array(fc.constantFrom(' ', '-', '.', '(', ')'), { maxLength: 6 }),
        (number, prefix, marks) => {
          const typed = [...(prefix + number)].map((digit, at) => digit + (marks[at] ?? '')).join('')
          const normal = normalisePhone(typed)
          expect(normal).toBe(`254${number}`)
          expect(normalisePhone(formatPhone(normal as string))).toBe(normal)
        },
      ),
    )
  })

  it('never lets anything else through', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0127549+- .()\n７٧x') }), (text) =>
        /^254[17]\d{8}$/.test(normalisePhone(text) ?? '254712345678'),
      ),
    )
  })
})

describe('a number of which a few digits are shown', () => {
  it.each([
    ['2547 ***** 678', true],
    ['2547*****678', true],
    ['2547 **45* 678', true],
    ['254712***678', true],
    ['254 7xx-XXX-678', true],
    ['07•• ••• 678', true],
    ['7** *** 678', true],
    ['*********678', true],
    ['25471*******', true],
    ['2547 ***** 126', false],
    ['2541 ***** 678', false],
    ['01** *** 678', false],
    ['*********679', false],
    ['254 711 ******', false],
    ['256712345678', false],
  ])('%s may be 254712345678: %s', (masked, fits) => expect(fitsMask('254712345678', masked)).toBe(fits))
})

describe('a number as people read it', () => {
  it('is a text in a spreadsheet', () => expect(spreadsheetPhone('254712345678')).toBe('0712 345 678'))
  it('is spaced', () => expect(formatPhone('254712345678')).toBe('+254 712 345 678'))
  it('stays as it is where it is no number of ours', () => expect(formatPhone('12')).toBe('12'))
  it.each(['+254 712 345 678', '254712345678', '0712345678'])('has local spellings: %s', (phone) =>
    expect(phoneSpellings(phone)).toEqual([phone, '+254 712 345 678', '0712 345 678', '0712345678']),
  )
  it('has the spelling of a text that is no number', () => expect(phoneSpellings('12')).toEqual(['12', '12', '12', '12']))
  it('is masked for its owner', () => expect(recognisablePhone('254712345678')).toBe('07•• ••• 678'))
  it('is masked in logs', () => expect(maskPhone('254712345678')).toBe('2547*****678'))
  it('has a hint that is itself a number', () => expect(normalisePhone(phoneHint.replace(/[^+\d]/g, ''))).toBe('254712345678'))
})
