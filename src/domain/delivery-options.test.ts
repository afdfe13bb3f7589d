import { describe, expect, it } from 'vitest'
import { optionRefusal } from '#domain/delivery-columns.ts'
import {
  type DeliveryTerms,
  deliveryOffers,
  deliverySentence,
  feeInRefund,
  feeOf,
  noDeliveryText,
  type OptionInput,
  type OptionKind,
  optionAndPlace,
  optionKinds,
  optionsInOrder,
  usualOffer,
} from '#domain/delivery-options.ts'
import { createPlaceIndex } from '#domain/delivery-places.ts'
import { optionOf, placeOf } from '../../test/option.ts'

describe('the fee of an option', () => {
  it.each([
    [null, 1_000_000_00, 250],
    [5_000, 4_999_99, 250],
    [5_000, 5_000_00, 0],
  ])('free from KSh %s, goods of %s cents: KSh %s', (free_from, goods, fee) => expect(feeOf({ fee: 250, free_from }, goods)).toBe(fee))
})

it('puts the cheapest for these goods first, then the soonest, then by name; only of this zone, and only what is on', () => {
  const options = [
    optionOf({ id: 'door' }),
    optionOf({ id: 'late', fee: 100, days_to: 4 }),
    optionOf({ id: 'soon', fee: 100 }),
    optionOf({ id: 'again', fee: 100 }),
    optionOf({ id: 'sooner', fee: 100, days_from: 0 }),
    optionOf({ id: 'big orders', fee: 400, free_from: 3_000 }),
    optionOf({ id: 'off', fee: 0, is_on: false }),
    optionOf({ id: 'other zone', fee: 0, zone_id: 'kisumu' }),
  ]
  const names = (goods: number) => optionsInOrder(options, 'zone', goods).map(({ name }) => name)
  expect(names(2_999_00)).toEqual(['sooner', 'again', 'soon', 'late', 'door', 'big orders'])
  expect(names(3_000_00)[0]).toBe('big orders')
  expect(optionsInOrder(options, 'mombasa', 100)).toEqual([])
})

describe('an option that is saved', () => {
  it.each<[string, Partial<OptionInput>, string[] | null]>([
    ['is fine', {}, null],
    ['is free, on the same day, at any hour', { fee: 0, free_from: 1, days_to: 0, cut_off: 1440 }, null],
    ['costs as much as there may be', { fee: 20_000, days_from: 60, days_to: 60 }, null],
    ['has no name', { name: '  ' }, ['name']],
    ['costs less than nothing', { fee: -1 }, ['fee']],
    ['costs too much', { fee: 20_001 }, ['fee']],
    ['has cents', { fee: 99.5 }, ['fee']],
    ['is free from nothing', { free_from: 0 }, ['free_from']],
    ['runs backwards', { days_from: 3, days_to: 2 }, ['days_to']],
    ['begins before the order', { days_from: -1 }, ['days_from']],
    ['takes too long', { days_to: 61 }, ['days_to']],
    ['is packed after midnight', { cut_off: 1441 }, ['cut_off']],
    ['is a point without place and hours', { kind: 'pickup', hours: ' ' }, ['address', 'hours']],
    ['has a map that is no web page', { map_url: 'javascript:alert(1)' }, ['map_url']],
    ['is a parcel without courier', { kind: 'stage' }, ['courier']],
    ['is a parcel with a courier', { kind: 'stage', courier: 'Easy Coach' }, null],
  ])('%s', (_, change, fields) => {
    const refusal = optionRefusal(optionOf({ days_from: 0, days_to: 1, ...change }))
    expect(refusal && Object.keys(refusal)).toEqual(fields)
  })

  it('has a kind with a name', () => expect(Object.values(optionKinds).map(({ label }) => label)).toHaveLength(4))
})

it('names the place that nothing is delivered to', () => expect(noDeliveryText('Lodwar')).toBe("We don't deliver to Lodwar yet."))

it('names the option and the place, and the point where there is one', () => {
  const order = { delivery_option: 'Parcel to a stage', delivery_place: 'Kisumu', delivery_point: null }
  const at = { ...order, delivery_point: 'Bus Park' }
  expect([order, at].map(optionAndPlace)).toEqual(['Parcel to a stage, Kisumu', 'Parcel to a stage, Kisumu: Bus Park'])
})

it.each([
  ['all of it', 4_750, 250, ' (includes KSh 250 for delivery)'],
  ['more than all of it', 5_000, 250, ' (includes KSh 250 for delivery)'],
  ['a part of it', 4_749, 250, ''],
  ['all of it where delivery was free', 4_750, 0, ''],
])('a refund of %s, KSh %d of 4,750, with a fee of KSh %d: %j', (_, amount, delivery_fee, said) =>
  expect(feeInRefund(amount, { total_amount: 4_750, delivery_fee })).toBe(said),
)

const terms: DeliveryTerms = {
  zones: [{ id: 'west', name: 'Western', position: 0 }],
  options: [
    optionOf({ id: 'rider', zone_id: 'west' }),
    optionOf({ id: 'stage', zone_id: 'west', kind: 'stage', courier: 'Easy Coach', fee: 150, free_from: 5_000, days_from: 2, days_to: 3 }),
    optionOf({ id: 'off', zone_id: 'west', is_on: false }),
  ],
  places: createPlaceIndex([placeOf({ id: 'kenya' }), placeOf({ id: 'kisumu', zone_id: 'west' })]),
  closed: new Set(['2026-11-25']),
}
const at = new Date('2026-11-23T09:00:00+03:00')

it('offers the options of the zone of a place, the cheapest first, with fee and days', () => {
  expect(deliveryOffers(terms, 'kisumu', 4_500_00, at)).toMatchObject([
    { option_id: 'stage', kind: 'stage', zone: 'Western', fee: 150, courier: 'Easy Coach', promised_from: '2026-11-26', promised_to: '2026-11-27' },
    { option_id: 'rider', kind: 'door', fee: 250, promised_from: '2026-11-24', promised_to: '2026-11-26' },
  ])
  expect(deliveryOffers(terms, 'kisumu', 5_000_00, at).map(({ fee }) => fee)).toEqual([0, 250])
})

it('offers nothing where no zone delivers', () => expect(deliveryOffers(terms, 'kenya', 1, at)).toEqual([]))

it.each<[string, OptionKind[], number | undefined]>([
  ['the first that brings it, before a cheaper point', ['pickup', 'collect', 'stage', 'door'], 2],
  ['the first of all where it brings it', ['door', 'pickup', 'stage'], 0],
  ['the first point where there are only points', ['collect', 'pickup'], 0],
  ['none where there are none', [], undefined],
])('takes for a buyer who has chosen nothing %s', (_, kinds, taken) => {
  const offers = kinds.map((kind) => ({ kind }))
  expect(usualOffer(offers)).toBe(taken === undefined ? undefined : offers[taken])
})

it('says fee and days in one line', () => {
  const [stage, rider] = deliveryOffers(terms, 'kisumu', 5_000_00, at)
  expect(deliverySentence('Kisumu', rider)).toBe('To Kisumu: KSh 250 · Tue 24 - Thu 26 Nov')
  expect(deliverySentence('Kisumu', stage)).toBe('To Kisumu: Free · Thu 26 - Fri 27 Nov')
  expect(deliverySentence('Lodwar', undefined)).toBe("To Lodwar: we don't deliver there yet.")
})
