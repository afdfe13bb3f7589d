import { expect, it } from 'vitest'
import type { DeliveryOffer } from '#domain/delivery-options.ts'
import { type DeliveryChoice, deliveryFieldsOf, isPointIn, noChoice, offerIn, withChange, withFacts } from '#web/checkout/delivery-choice.ts'

const option = (option_id: string, fee: number, kind: DeliveryOffer['kind'] = 'door'): DeliveryOffer => ({
  option_id,
  kind,
  name: option_id,
  zone: 'West',
  fee,
  promised_from: '2026-11-24',
  promised_to: '2026-11-25',
  address: null,
  hours: null,
  map_url: null,
  courier: null,
})
const place = { id: 'kisumu/kisumu', name: 'Kisumu' }
const quote = {
  place,
  sentence: '',
  option_id: 'stage',
  options: [option('point', 100, 'pickup'), option('stage', 150, 'stage'), option('rider', 250)],
  refusal: null,
  stages: [],
}
const asked: DeliveryChoice = { ...noChoice, quote, address: 'Kisumu' }

it('is the option that was chosen, else the usual one, of those that are there', () => {
  expect([asked, { ...asked, option_id: 'rider' }, { ...asked, option_id: 'gone' }, noChoice].map((each) => offerIn(each)?.fee)).toEqual([
    150,
    250,
    150,
    undefined,
  ])
})

it('names the place and the option of the address that the fee was said for, and leaves a newer address to the shop', () => {
  expect(deliveryFieldsOf(asked, ' Kisumu ')).toMatchObject({
    delivery_place: place.id,
    delivery_option_id: 'stage',
    receiver_name: '',
    receiver_phone: '',
  })
  const brought = { ...asked, quote: { ...quote, option_id: 'rider' } }
  expect(deliveryFieldsOf(brought, 'Mombasa')).toMatchObject({ delivery_place: '', delivery_option_id: '' })
  // Where the buyer chose the place, or comes for the order, the address does not say it.
  for (const chosen of [{ place }, { option_id: 'point' }]) expect(deliveryFieldsOf({ ...asked, ...chosen }, 'Mombasa').delivery_place).toBe(place.id)
})

it('sends the option that the page shows, where the one that was chosen is of another place', () => {
  expect(deliveryFieldsOf({ ...asked, option_id: 'of Nairobi' }, 'Kisumu').delivery_option_id).toBe('stage')
  expect(deliveryFieldsOf({ ...asked, option_id: 'of Nairobi' }, 'Mombasa').delivery_option_id).toBe('of Nairobi')
})

it('leaves the place to a newer address where the buyer has not chosen the point that is the usual option', () => {
  const usual: DeliveryChoice = { ...asked, quote: { ...quote, option_id: 'point', options: [option('point', 0, 'collect')] } }
  expect([usual, { ...usual, option_id: 'point' }].map(isPointIn)).toEqual([false, true])
  expect(deliveryFieldsOf(usual, 'Mombasa')).toMatchObject({ delivery_place: '', delivery_option_id: '' })
})

it('takes the options of a refusal, and keeps the chosen one where it is still there', () => {
  const facts = { place: place.id, place_name: place.name, option_id: 'stage', options: [option('stage', 150), option('rider', 300)] }
  expect(offerIn(withFacts({ ...asked, option_id: 'rider' }, facts, 'Kisumu'))?.fee).toBe(300)
  expect(withFacts({ ...asked, option_id: 'point' }, facts, 'Kisumu')).toMatchObject({ option_id: null, quote: { option_id: 'stage', place } })
})

it('sends no stage of one place for another, however the place is changed', () => {
  const typed = withChange({ ...asked, quote: { ...quote, options: [option('stage', 150, 'stage')] } }, { point: 'Kisumu Bus Park' })
  expect(deliveryFieldsOf(typed, 'Kisumu').delivery_point).toBe('Kisumu Bus Park')
  expect(withChange(typed, { quote: { ...quote } }).point).toBe('Kisumu Bus Park')
  const nakuru = { id: 'nakuru/nakuru', name: 'Nakuru' }
  const facts = { place: nakuru.id, place_name: nakuru.name, option_id: 'stage', options: quote.options }
  for (const change of [{ place: nakuru, quote: null }, { quote: { ...quote, place: nakuru } }, withFacts(typed, facts, 'Nakuru')])
    expect(withChange(typed, change).point).toBe('')
  // The shop then asks for the stage, or shows the options of the new place.
  expect(deliveryFieldsOf(typed, 'Nakuru')).toMatchObject({ delivery_place: '', delivery_option_id: 'stage', delivery_point: '' })
})
