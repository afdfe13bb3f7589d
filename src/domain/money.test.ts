import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatMoney, formatShillings, fromShillings, percentOf, readShillings, sum, toShillings, toWholeShilling } from '#domain/money.ts'

const cents = fc.integer({ min: 0, max: 99_999_999_99 })

describe('shillings in and out', () => {
  it.each<[number | string, number]>([
    [4500, 450000],
    ['4500.00', 450000],
    ['0.01', 1],
    [534.65, 53465],
    [0.1 + 0.2, 30],
    [1.005, 100],
    ['9999999999.99', 999999999999],
  ])('%s is %i cents', (shillings, expected) => expect(fromShillings(shillings)).toBe(expected))

  it.each(['abc', '4,500', 'KSh 1', Number.NaN, Infinity, 1e308, 2 ** 60])('%s is no amount', (junk) =>
    expect(() => fromShillings(junk)).toThrow(RangeError),
  )

  it('comes back as it went out', () => {
    fc.assert(fc.property(cents, (amount) => fromShillings(toShillings(amount)) === amount))
    fc.assert(fc.property(cents, (amount) => fromShillings((amount / 100).toFixed(2)) === amount))
  })
})

describe('an amount as people write it', () => {
  it.each<[string, number | null]>([
    ['7000', 7000],
    [' 7,000 ', 7000],
    ['7 000', 7000],
    ['7\u00a0000', 7000],
    ['1,234,567', 1_234_567],
    ['7,000.00', 7000],
    ['300.0', 300],
    ['10.5', 10.5],
    ['70,00', 70],
    ['4500,5', 4500.5],
    ['KSh 300', 300],
    ['Kshs. 3,500', 3500],
    ['Ksh. 2,500/=', 2500],
    ['KES4,500.00', 4500],
    ['Sh 3500', 3500],
    ['Kshs 3500', 3500],
    ['Ksh 3 500', 3500],
    ['3500/=', 3500],
    ['\u200eKSh 3,500\u202c', 3500],
    ['٣٥٠٠', 3500],
    ['KK 300', null],
    ['h 300', null],
    ['kes 1,500/-', 1500],
    ['999,999,999,999.99', 999_999_999_999.99],
    ['10.000', null],
    ['7.000,00', null],
    ['1,0000', null],
    ['1,000 000', null],
    ['1 000,000', null],
    ['1,000,000,000,000', null],
    ['1000000000000', null],
    ['300.', null],
    ['-300', null],
    ['3e2', null],
    ['٣٠٠', 300],
    ['', null],
  ])('%s is %s', (text, shillings) => expect(readShillings(text)).toBe(shillings))
})

describe('shares of an amount', () => {
  it.each([
    [254900, 10, 25490],
    [5, 10, 1],
    [4, 10, 0],
    [15, 10, 2],
    [1, 50, 1],
  ])('%i cents at %i %% are %i cents', (amount, percent, expected) => expect(percentOf(amount, percent)).toBe(expected))

  it('is within half a cent of the exact share, and never rounds an exact half down', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: 0, max: 100 }), (amount, percent) => {
        const share = BigInt(percentOf(amount, percent)) * 100n
        const exact = BigInt(amount) * BigInt(percent)
        const off = share - exact
        return off > -50n && off <= 50n
      }),
    )
  })

  it('sums whole cents without loss', () => {
    fc.assert(
      fc.property(
        fc.array(cents, { maxLength: 200 }),
        (amounts) => BigInt(sum(amounts)) === amounts.reduce((total, each) => total + BigInt(each), 0n),
      ),
    )
  })
})

describe('a whole shilling', () => {
  it.each([
    [254915, 1, 254900],
    [254950, 1, 255000],
    [254949, 1, 254900],
    [99, 2, 0],
    [100, 2, 100],
  ])('%i/%i becomes %i', (numerator, denominator, expected) => expect(toWholeShilling(numerator, denominator)).toBe(expected))
})

describe('money as people read it', () => {
  it.each([
    [450000, 'KSh 4,500'],
    [0, 'KSh 0'],
    [100, 'KSh 1'],
    [53465, 'KSh 534.65'],
    [53460, 'KSh 534.60'],
    [123456789_00, 'KSh 123,456,789'],
  ])('%i is %s', (amount, expected) => expect(formatMoney(amount)).toBe(expected))

  it('reads the same from the wire', () => expect(formatShillings(4500)).toBe('KSh 4,500'))
})
