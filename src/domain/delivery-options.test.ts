import { describe, expect, it } from 'vitest'
import { feeOf, type OptionInput, optionKinds, optionsInOrder } from '#domain/delivery-options.ts'
import { optionRefusal } from '#domain/delivery-setup.ts'
import { optionOf } from '../../test/option.ts'

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
