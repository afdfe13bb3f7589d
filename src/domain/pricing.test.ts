import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refresh, totalAmount } from '#domain/cart.ts'
import { fromShillings, toShillings } from '#domain/money.ts'
import { discountFrom, isPriceOf, lineTotal, maxPayment, orderTotal, priceRefusal, totalRefusal, unitPrice } from '#domain/pricing.ts'

const price = fc.integer({ min: 0, max: 99_999_999_99 })
const discount = fc.integer({ min: 0, max: 99 })
const quantity = fc.integer({ min: 1, max: 99 })

it('refuses no price that can be asked', () => expect(priceRefusal(4500_00, 10)).toBeNull())

describe('the unit price', () => {
  it.each([
    [2999, 15, 2549],
    [4500, 0, 4500],
    [4500, 10, 4050],
    [1, 50, 1],
    [1, 51, 0],
    [999, 33, 669],
    [2999.99, 0, 3000],
    [2999.49, 0, 2999],
    [10, 99, 0],
    [50, 99, 1],
  ])('KSh %d at %i %% costs KSh %i', (shillings, percent, expected) =>
    expect(toShillings(unitPrice(fromShillings(shillings), percent))).toBe(expected),
  )

  it('is the exact price, half up, as a whole shilling', () => {
    fc.assert(
      fc.property(price, discount, (cents, percent) => {
        const unit = unitPrice(cents, percent)
        // In ten-thousandths of a shilling, where everything is whole.
        const exact = BigInt(cents) * BigInt(100 - percent)
        const off = BigInt(unit) * 100n - exact
        return unit % 100 === 0 && off > -5_000n && off <= 5_000n
      }),
    )
  })

  it('never grows with the discount and never passes the price by more than its own rounding', () => {
    fc.assert(fc.property(price, fc.integer({ min: 0, max: 98 }), (cents, percent) => unitPrice(cents, percent + 1) <= unitPrice(cents, percent)))
  })
})

describe('a price that a client worked out', () => {
  it('is ours however it was rounded, or not at all', () =>
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 1_000_000_00 }), discount, (cents, percent) => {
        const [unit, stated] = [unitPrice(cents, percent), (cents / 100) * (1 - percent / 100)]
        for (const said of [stated, Number(stated.toFixed(2)), toShillings(unit)]) expect(isPriceOf(said, unit)).toBe(true)
        for (const said of [toShillings(unit) - 1, toShillings(unit) + 1]) expect(isPriceOf(said, unit)).toBe(false)
      }),
    ))
})

describe('a price', () => {
  it.each([
    [0, 0, 'price'],
    [0.99, 0, 'price'],
    [1, 0, null],
    [1, 50, null],
    [1, 51, 'discount_percentage'],
    [49, 99, 'discount_percentage'],
    [50, 99, null],
  ])('of KSh %d at %i %% is refused under %s', (shillings, percent, field) =>
    expect(priceRefusal(fromShillings(shillings), percent)?.field ?? null).toBe(field),
  )
})

describe('shelf, cart, order and charge', () => {
  const lines = fc.array(fc.record({ price, discount, quantity }), { minLength: 1, maxLength: 20 })

  it('agree to the shilling', () => {
    fc.assert(
      fc.property(lines, (wanted) => {
        const shelf = wanted.map((line, at) => ({ ...line, id: `p${at}`, unit: unitPrice(line.price, line.discount) }))
        const cart = shelf.map(({ id, unit, quantity: count }) => ({
          id,
          size: '40',
          name: id,
          price: toShillings(unit),
          image_url: null,
          quantity: count,
          stock: 99,
        }))
        const order = orderTotal(shelf.map(({ unit, quantity: count }) => ({ unitPrice: unit, quantity: count })))
        expect(fromShillings(totalAmount(cart))).toBe(order)
        expect(refresh(cart, cart).cart).toEqual(cart)
        // What M-Pesa is asked for has no cents.
        expect(order % 100).toBe(0)
        expect(order).toBe(shelf.reduce((total, { unit, quantity: count }) => total + lineTotal({ unitPrice: unit, quantity: count }), 0))
      }),
    )
  })
})

describe('a discount field', () => {
  it.each(['', '   ', 'abc', 'ten', '1,5', '٣'])('"%s" is empty or not a number and means 0', (text) =>
    expect(discountFrom(text)).toEqual({ value: 0 }),
  )
  it.each([
    ['0', 0],
    ['15', 15],
    [' 99 ', 99],
    ['05', 5],
  ])('"%s" is %i', (text, value) => expect(discountFrom(text)).toEqual({ value }))
  it.each(['-50', '100', '101', '33.3333', '-1', '1e1', '0x10', 'Infinity', '1e308'])('"%s" is refused', (text) =>
    expect(discountFrom(text)).toEqual({ refusal: 'Enter a whole discount from 0 to 99.' }),
  )
})

describe('what M-Pesa can charge', () => {
  it.each([
    [0, 'total_too_small'],
    [99, 'total_too_small'],
    [100, null],
    [maxPayment, null],
    [maxPayment + 100, 'total_too_large'],
  ])('%i cents: %s', (total, expected) => expect(totalRefusal(total)).toBe(expected))
})
