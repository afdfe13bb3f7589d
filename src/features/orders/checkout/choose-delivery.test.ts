import fc from 'fast-check'
import { expect, it } from 'vitest'
import { commissionOf } from '#domain/commission.ts'
import { optionBounds } from '#domain/delivery-columns.ts'
import { type DeliveryOption, type DeliveryTerms, feeOf, isPoint, type OptionKind } from '#domain/delivery-options.ts'
import { createPlaceIndex } from '#domain/delivery-places.ts'
import { fromShillings } from '#domain/money.ts'
import { lineTotal, maxPayment, orderTotal, totalRefusal, unitPrice } from '#domain/pricing.ts'
import { isProblem } from '#domain/problem.ts'
import { chooseDelivery } from '#features/orders/checkout/choose-delivery.ts'
import { optionOf, placeOf } from '../../../../test/option.ts'

const shillings = (max: number, min = 0) => fc.integer({ min, max }).map((amount) => amount * 100)
const option = fc
  .record({
    kind: fc.constantFrom<OptionKind>('door', 'pickup', 'stage', 'collect'),
    fee: fc.nat(optionBounds.fee),
    free_from: fc.option(fc.integer({ min: 1, max: 30_000 })),
    is_on: fc.constantFrom(true, true, true, false),
    days_from: fc.nat(20),
    more: fc.nat(20),
    cut_off: fc.nat(1440),
  })
  .map(({ more, ...each }) => ({ ...each, days_to: each.days_from + more, address: 'Sarit Centre', hours: '9 - 18', courier: 'Easy Coach' }))
const lines = fc.array(fc.record({ price: shillings(30_000, 1), discount: fc.nat(90), quantity: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 1,
  maxLength: 5,
})
const termsOf = (options: Partial<DeliveryOption>[]): DeliveryTerms => ({
  zones: [{ id: 'zone', name: 'Kenya', position: 0 }],
  options: options.map((each, at) => optionOf({ ...each, id: `option ${at}`, name: `Hub ${at}` })),
  places: createPlaceIndex([placeOf({ id: 'kenya', zone_id: 'zone' }), placeOf({ id: 'nairobi' })]),
  closed: new Set(),
})
const now = new Date('2026-11-23T09:00:00+03:00')

it('adds one fee to the lines: whole shillings, none from the free amount on, and never part of the commission', () => {
  fc.assert(
    fc.property(fc.array(option, { minLength: 1, maxLength: 6 }), lines, fc.option(fc.nat(5), { nil: undefined }), (options, wanted, named) => {
      const terms = termsOf(options)
      const priced = wanted.map(({ price, discount, quantity }) => ({ unitPrice: unitPrice(price, discount), quantity }))
      const goods = orderTotal(priced)
      const open = terms.options.filter(({ is_on }) => is_on)
      const sent = {
        delivery_point: 'Bus Park',
        delivery_address: 'Moi Avenue 12, Nairobi',
        delivery_place: undefined,
        delivery_option_id: named === undefined ? undefined : `option ${named}`,
      }
      const choosing = () => chooseDelivery(terms, sent, goods, now)
      if (open.length === 0) {
        expect(choosing).toThrow(expect.objectContaining({ code: 'no_delivery' }))
        return
      }
      const { option, fee, isInstead, offers } = choosing()
      const chosen = option as DeliveryOption
      expect(fee).toBe(fromShillings(feeOf(chosen, goods)))
      expect(fee).toBe(chosen.free_from !== null && goods >= chosen.free_from * 100 ? 0 : chosen.fee * 100)
      expect([fee % 100, fee >= 0, fee <= optionBounds.fee * 100]).toEqual([0, true, true])
      expect(offers).toHaveLength(open.length)
      expect(isInstead).toBe(named !== undefined && !open.some(({ id }) => id === `option ${named}`))
      if (named !== undefined && !isInstead) expect(chosen.id).toBe(`option ${named}`)
      else {
        // Brought to the buyer where anything is, by what costs least.
        const brought = open.filter(({ kind }) => !isPoint(kind))
        expect(fee).toBe(Math.min(...(brought.length > 0 ? brought : open).map((each) => fromShillings(feeOf(each, goods)))))
      }
      const total = goods + fee
      expect(total - fee).toBe(priced.reduce((sum, line) => sum + lineTotal(line), 0))
      // As the constraint orders_commission has it.
      expect(commissionOf(goods, 10) * 10).toBeLessThanOrEqual(goods)
      expect(totalRefusal(total)).toBe(total > maxPayment ? 'total_too_large' : null)
    }),
  )
})

it('costs no more for more goods', () => {
  fc.assert(fc.property(option, shillings(40_000), shillings(40_000), (each, goods, more) => feeOf(each, goods + more) <= feeOf(each, goods)))
})

it('keeps as much of a buyer’s own words behind a point as an address has room for', () => {
  const terms = termsOf([{ kind: 'pickup', address: 'Sarit Centre', hours: '9 - 18' }])
  const addressOf = (delivery_address: string) =>
    chooseDelivery(terms, { delivery_address, delivery_place: 'nairobi', delivery_option_id: 'option 0' }, 100_00, now).address
  expect(addressOf('for Mama Amina')).toBe('Hub 0, Sarit Centre (for Mama Amina)')
  expect(addressOf('x'.repeat(478))).toBe(`Hub 0, Sarit Centre (${'x'.repeat(478)})`)
  expect(addressOf('x'.repeat(500))).toBe(`Hub 0, Sarit Centre (${'x'.repeat(479)}`)
})

it('asks a client about two places only where it could answer: never a draft that names no option, nor of all Kenya', () => {
  const places = [placeOf({ id: 'kenya', zone_id: 'zone' }), placeOf({ id: 'nairobi' }), placeOf({ id: 'kisumu' })]
  const terms = { ...termsOf([{ kind: 'door' }]), places: createPlaceIndex(places) }
  const placeIn = (delivery_place: string, isDraft: boolean, delivery_option_id?: string) =>
    chooseDelivery(terms, { delivery_address: 'Moi Avenue, kisumu', delivery_place, delivery_option_id }, 100_00, now, { isDraft }).place
  expect(placeIn('nairobi', true)).toBe('nairobi')
  expect(placeIn('kenya', false)).toBe('kisumu')
  for (const asked of [() => placeIn('nairobi', false), () => placeIn('nairobi', true, 'option 0')])
    expect(asked).toThrow(expect.objectContaining({ code: 'place_differs' }))
})

it('needs an address where it is brought, and has that of the point where it is not', () => {
  fc.assert(
    fc.property(option, (each) => {
      const [only] = termsOf([{ ...each, is_on: true }]).options as [DeliveryOption]
      const terms = { ...termsOf([]), options: [only] }
      try {
        const { address } = chooseDelivery(
          terms,
          { delivery_address: undefined, delivery_place: 'nairobi', delivery_option_id: only.id },
          100_00,
          now,
        )
        expect([isPoint(only.kind), address]).toEqual([true, 'Hub 0, Sarit Centre'])
      } catch (error) {
        if (!isProblem(error)) throw error
        expect([isPoint(only.kind), error.code]).toEqual([false, 'bad_input'])
      }
    }),
  )
})
