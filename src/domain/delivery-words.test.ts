import { expect, it } from 'vitest'
import { feeInRefund, noDeliveryText, optionAndPlace } from '#domain/delivery-options.ts'

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
