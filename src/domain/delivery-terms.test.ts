import { expect, it } from 'vitest'
import { createPlaceIndex, type Place } from '#domain/delivery-places.ts'
import { type DeliveryTerms, deliveryOffers, deliverySentence } from '#domain/delivery-terms.ts'
import type { DeliveryWay } from '#domain/delivery-ways.ts'

const place = (id: string, parentId: string | null, zoneId: string | null): Place => ({ id, name: id, kind: 'town', parentId, aliases: [], zoneId })
const way = (id: string, more: Partial<DeliveryWay>): DeliveryWay => ({
  id,
  zoneId: 'west',
  kind: 'door',
  name: id,
  fee: 250_00,
  freeFrom: null,
  isOn: true,
  daysFrom: 1,
  daysTo: 2,
  cutOff: 840,
  address: null,
  hours: null,
  mapUrl: null,
  courier: null,
  ...more,
})
const terms: DeliveryTerms = {
  zones: [{ id: 'west', name: 'Western', position: 0 }],
  ways: [
    way('rider', {}),
    way('stage', { kind: 'stage', courier: 'Easy Coach', fee: 150_00, freeFrom: 5_000_00, daysFrom: 2, daysTo: 3 }),
    way('off', { isOn: false }),
  ],
  places: createPlaceIndex([place('kenya', null, null), place('kisumu', 'kenya', 'west')]),
  closed: new Set(['2026-11-25']),
}
const at = new Date('2026-11-23T09:00:00+03:00')

it('offers the ways of the zone of a place, the cheapest first, with fee and days', () => {
  expect(deliveryOffers(terms, 'kisumu', 4_500_00, at)).toMatchObject([
    { way_id: 'stage', kind: 'stage', zone: 'Western', fee: 150, courier: 'Easy Coach', promised_from: '2026-11-26', promised_to: '2026-11-27' },
    { way_id: 'rider', kind: 'door', fee: 250, promised_from: '2026-11-24', promised_to: '2026-11-26' },
  ])
  expect(deliveryOffers(terms, 'kisumu', 5_000_00, at).map(({ fee }) => fee)).toEqual([0, 250])
})

it('offers nothing where no zone delivers', () => expect(deliveryOffers(terms, 'kenya', 1, at)).toEqual([]))

it('says fee and days in one line', () => {
  const [stage, rider] = deliveryOffers(terms, 'kisumu', 5_000_00, at)
  expect(deliverySentence('Kisumu', rider)).toBe('To Kisumu: KSh 250 · Tue 24 - Thu 26 Nov')
  expect(deliverySentence('Kisumu', stage)).toBe('To Kisumu: Free · Thu 26 - Fri 27 Nov')
  expect(deliverySentence('Lodwar', undefined)).toBe("To Lodwar: we don't deliver there yet.")
})
