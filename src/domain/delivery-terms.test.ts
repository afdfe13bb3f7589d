import { expect, it } from 'vitest'
import { type DeliveryTerms, deliveryOffers, deliverySentence, type OptionKind, usualOffer } from '#domain/delivery-options.ts'
import { createPlaceIndex } from '#domain/delivery-places.ts'
import { optionOf, placeOf } from '../../test/option.ts'

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
