import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type BulkKind, bulkRules, isBulkKind } from '#domain/product-changes.ts'

const shoe = { price: 2999_00, discount_percentage: 15, is_available: true }

function outcome(kind: BulkKind, value: string, state = shoe) {
  const change = bulkRules[kind].read(value)
  return typeof change === 'function' ? change(state) : change
}

describe('a change of many products', () => {
  it.each<[BulkKind, string, object]>([
    ['price', '4,500', { price: 4500_00 }],
    ['price', 'KSh 1', { price: 1_00 }],
    ['price', '1,000,000', { price: 1_000_000_00 }],
    ['percent', ' 10 ', { price: 3299_00 }],
    ['percent', '10', { price: 3299_00 }],
    ['percent', '+10 %', { price: 3299_00 }],
    ['percent', '-7.5', { price: 2774_00 }],
    ['percent', '2,5', { price: 3074_00 }],
    ['percent', '−90', { price: 300_00 }],
    ['discount', '0', { discount_percentage: 0 }],
    ['discount', ' 30 % ', { discount_percentage: 30 }],
    ['availability', 'off', { is_available: false }],
    ['availability', 'on', {}],
  ])('%s %s', (kind, value, changes) => expect(outcome(kind, value)).toEqual({ ...shoe, ...changes }))

  it.each<[BulkKind, string]>([
    ...['', '0', '-1', '10.5', '1,000,001', 'free', '1e3'].map((value): [BulkKind, string] => ['price', value]),
    ...['', '0', '-90.1', '501', '1.25', 'ten', '--1'].map((value): [BulkKind, string] => ['percent', value]),
    ...['', '100', '-1', '33.3', '1e1'].map((value): [BulkKind, string] => ['discount', value]),
    ...['', 'yes', 'true'].map((value): [BulkKind, string] => ['availability', value]),
  ])('refuses %s %j', (kind, value) => expect(outcome(kind, value)).toEqual({ refusal: expect.stringMatching(/\.$/) }))

  it('leaves a product alone that a discount would make dearer, unless told otherwise or taken away', () => {
    const reduced = { ...shoe, discount_percentage: 25 }
    expect(outcome('discount', '20', reduced)).toEqual({ skip: 'stays: 25% less is cheaper' })
    expect(outcome('discount', '25', reduced)).toEqual(reduced)
    expect(outcome('discount', '30', reduced)).toEqual({ ...reduced, discount_percentage: 30 })
    expect(outcome('discount', '0', reduced)).toEqual({ ...reduced, discount_percentage: 0 })
    const change = bulkRules.discount.read('20', true)
    expect(typeof change === 'function' && change(reduced)).toEqual({ ...reduced, discount_percentage: 20 })
  })

  it('says which prices there are', () => expect(outcome('price', '0')).toEqual({ refusal: 'Enter whole shillings, 1 to 1,000,000.' }))

  it.each([
    ['-90', 4_00, 'KSh 0'],
    ['500', 900_000_00, 'KSh 5,400,000'],
  ])('%s %% refuses a product that would cost what nothing may cost', (value, price, cost) =>
    expect(outcome('percent', value, { ...shoe, price })).toEqual({ refusal: `would cost ${cost}` }),
  )

  it.each<[BulkKind, string]>([
    ['price', '4'],
    ['percent', '-90'],
    ['discount', '99'],
  ])('%s %s refuses a product that would cost nothing after its discount', (kind, value) =>
    expect(outcome(kind, value, { ...shoe, price: 40_00, discount_percentage: 90 })).toEqual({
      refusal: 'would cost less than KSh 1 after its discount',
    }),
  )

  it('makes whole shillings within half a shilling of the exact percentage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_00, max: 100_000_00 }), fc.integer({ min: -89, max: 500 }), (price, percent) => {
        if (percent === 0) return
        const after = outcome('percent', String(percent), { ...shoe, price }) as { price: number }
        expect(after.price % 100).toBe(0)
        expect(Math.abs(after.price - (price * (100 + percent)) / 100)).toBeLessThanOrEqual(50)
      }),
    )
  })

  it.each(['__proto__', 'constructor', '', null, undefined])('knows no kind %j', (kind) => expect(isBulkKind(kind)).toBe(false))

  it('knows its own kinds', () => expect(Object.keys(bulkRules).every(isBulkKind)).toBe(true))
})
