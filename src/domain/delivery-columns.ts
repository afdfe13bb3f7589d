import { amount, choice, day, flag, hour, optionalAmount, optionalText, reference, text, wholeNumber } from '#domain/columns.ts'
import { type OptionInput, optionKinds } from '#domain/delivery-options.ts'
import { type PlaceIndex, rootPlace } from '#domain/delivery-places.ts'

/** A fee in KSh and days may be so much at most. */
export const optionBounds = { fee: 20_000, days: 60 } as const

/** What to write in a field that is refused. */
const optionRefusals = {
  name: 'Enter a name, such as “Rider” or “Pick-up at Sarit Centre”.',
  fee: 'Enter a whole fee from KSh 0 to 20,000.',
  free_from: 'Enter a whole amount from KSh 1, or leave it empty.',
  days_from: 'Enter whole days from 0 to 60.',
  days_to: 'Enter whole days from 0 to 60.',
  cut_off: 'Enter an hour of the day, such as 14:00.',
  map_url: 'Enter the link to a map, beginning with https://, or leave it empty.',
  address: 'Enter where it is.',
  hours: 'Enter when it is open.',
  courier: 'Enter who carries the parcel.',
}

const isRuled = true
/** Where the buyer comes for the order. */
const ofPoints = { kind: ['pickup', 'collect'] }
const days = { min: 0, max: optionBounds.days, isRuled, example: 2 }

/** How orders of a zone reach their buyers; the limits are a rule (`optionRefusal`). */
export const optionColumns = {
  zone_id: reference('Zone', "We don't know this zone.", { isFixed: true }),
  kind: choice('How orders get there', 'Choose how orders get there.', optionKinds),
  name: text('Name, as shoppers read it', optionRefusals.name, { max: 80, placeholder: 'Rider', example: 'Rider' }),
  fee: amount('Fee in KSh', optionRefusals.fee, {
    ...{ min: 0, max: optionBounds.fee, isRuled, description: 'KSh', example: 250 },
    hint: `0 is free, at most ${optionBounds.fee.toLocaleString('en-KE')}.`,
  }),
  free_from: optionalAmount('Free from, in KSh', optionRefusals.free_from, {
    ...{ min: 1, max: 1_000_000, isRuled, tooLarge: 'This amount is too large.', hint: 'Of goods, after discounts.' },
    description: 'Goods from this amount on, in KSh, are delivered free; null where it is never free',
  }),
  days_from: wholeNumber('Working days, at least', optionRefusals.days_from, {
    ...days,
    description: 'Working days after the day on which the order is packed',
  }),
  days_to: wholeNumber('Working days, at most', optionRefusals.days_to, days),
  cut_off: hour('Packed the same day until', optionRefusals.cut_off, {
    ...{ isRuled, initial: 840, hint: 'Empty: until midnight.', example: 840 },
    description: 'Orders until then are packed on the same day, in minutes after midnight in Nairobi',
  }),
  is_on: flag('Offered to shoppers', true, { description: 'Whether shoppers are offered it' }),
  address: optionalText('Where it is', { max: 200, when: ofPoints, description: 'A pick-up point and the shop need it; other kinds have none' }),
  hours: optionalText('When it is open', { max: 100, when: ofPoints, placeholder: 'Mon to Sat, 9 to 6', description: 'Likewise' }),
  map_url: optionalText('Link to a map', {
    max: 500,
    when: ofPoints,
    placeholder: 'https://',
    description: 'An https address; other kinds have none',
  }),
  courier: optionalText('Courier', {
    max: 80,
    when: { kind: ['stage'] },
    placeholder: 'Easy Coach',
    description: 'Who carries a parcel; other kinds have none',
  }),
}

/** Places that have their delivery options in common. */
export const zoneColumns = {
  name: text('Name', 'Enter a name, such as Nairobi.', { max: 60, example: 'Nairobi' }),
  position: wholeNumber('Place in the order', 'Enter a whole number from 0 to 999.', {
    ...{ min: 0, max: 999, filled: 'Without it the zone is the last', hint: "Zones and a rider's stops stand in this order." },
    description: 'Zones stand in this order, and so do the stops of a rider',
  }),
}

const fromNow = 'It counts for orders from now on.'

/** What the panel says of them. */
export const optionWords = {
  one: 'option',
  created: ({ name }: { name: string }) => ({ title: 'Option created', text: `Shoppers are offered ${name} now.` }),
  saved: { title: 'Option saved', text: fromNow },
  on: 'Shoppers are offered it now.',
  off: 'Shoppers are offered it no longer.',
  deleting: 'Shoppers are offered it no longer. Orders that were promised it keep it.',
  deleted: { title: 'Option deleted', text: 'Orders that were promised it keep it.' },
}
export const zoneWords = {
  one: 'zone',
  created: { title: 'Zone created', text: 'Open it to give it options and places.' },
  saved: { title: 'Zone saved' },
  deleted: { title: 'Zone deleted', text: 'Orders keep what they were promised.' },
}

/** Error messages by field; null where the option may be saved. */
export function optionRefusal(option: OptionInput): Record<string, string> | null {
  const { name, fee, free_from, days_from, days_to, cut_off, map_url } = option
  const isWhole = (amount: number, least: number, most: number) => Number.isInteger(amount) && amount >= least && amount <= most
  const isWrong: Partial<Record<keyof typeof optionRefusals, boolean>> = {
    name: name.trim() === '',
    fee: !isWhole(fee, 0, optionBounds.fee),
    free_from: free_from !== null && !isWhole(free_from, 1, Number.POSITIVE_INFINITY),
    days_from: !isWhole(days_from, 0, optionBounds.days),
    days_to: !isWhole(days_to, 0, optionBounds.days),
    cut_off: !isWhole(cut_off, 0, 1440),
    map_url: map_url !== null && !/^https:\/\/\S+$/.test(map_url),
    ...Object.fromEntries(optionKinds[option.kind].needs.map((field) => [field, !option[field]?.trim()])),
  }
  const wrong = (Object.keys(optionRefusals) as (keyof typeof optionRefusals)[]).filter((field) => isWrong[field])
  const isBackwards = !isWrong.days_from && !isWrong.days_to && days_to < days_from
  const refusals = {
    ...Object.fromEntries(wrong.map((field) => [field, optionRefusals[field]])),
    ...(isBackwards && { days_to: 'This must not be less than the days at least.' }),
  }
  return Object.keys(refusals).length > 0 ? refusals : null
}

/** A day on which nothing is packed or delivered, besides Sundays. */
export const holidayColumns = {
  day: day('Day', { example: '2027-03-20' }),
  name: text('Name', 'Enter what day it is, such as Idd-ul-Fitr.', { max: 60, example: 'Idd-ul-Fitr' }),
}

/** What the panel says of it. */
export const holidayWords = {
  one: 'holiday',
  created: { title: 'Holiday added', text: 'It counts for orders from now on.' },
  saved: { title: 'Holiday saved', text: 'It counts for orders from now on.' },
  deleting: 'It is a working day again, for orders that are placed from now on.',
  deleted: { title: 'Holiday deleted', text: 'It is a working day again.' },
}

/**
 * Where a zone and another hold the same ground, because a place of one lies in a place of the other: the more exact place wins. The zone of the whole country is
 * left out, since all others lie in it. `Karen is in South, the rest of Nairobi in City.`
 */
export function overlapSentences(places: PlaceIndex, zoneId: string, nameOf: (zoneId: string) => string): string[] {
  const inside = places.inZones.flatMap((inner) => {
    const outer = places.around(inner.id).find((each) => each !== inner && each.zone_id !== null)
    const isShared = outer && outer.id !== rootPlace && outer.zone_id !== inner.zone_id && [inner.zone_id, outer.zone_id].includes(zoneId)
    return isShared ? [{ inner, outer, key: `${inner.zone_id} ${outer.id}` }] : []
  })
  return [...new Set(inside.map(({ key }) => key))].map((shared) => {
    const group = inside.filter(({ key }) => key === shared)
    const [{ inner, outer }] = group as [(typeof group)[number]]
    const names = nameList(group.map((each) => each.inner.name))
    return `${names} ${group.length === 1 ? 'is' : 'are'} in ${nameOf(inner.zone_id as string)}, the rest of ${outer.name} in ${nameOf(outer.zone_id as string)}.`
  })
}

/** `Karen`, `Karen and CBD`, or `Karen, CBD, Langata and 9 more`. */
export function nameList(names: readonly string[]): string {
  const more = names.length > 4 ? [`${names.length - 3} more`] : []
  const all = [...names.slice(0, more.length > 0 ? 3 : 4), ...more]
  return [all.slice(0, -1).join(', '), ...all.slice(-1)].filter(Boolean).join(' and ')
}

/** What becomes of the places of a zone that is deleted: `It has 3 options and 12 places. These places will then be in ‘All of Kenya’.` */
export function zoneRemovalSentence(places: PlaceIndex, zoneId: string, optionCount: number, nameOf: (zoneId: string) => string): string {
  const own = places.inZones.filter((place) => place.zone_id === zoneId)
  const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`
  const start = `It has ${count(optionCount, 'option')} and ${count(own.length, 'place')}.`
  if (own.length === 0) return start
  const next = (id: string) => places.around(id).find((each) => each.zone_id !== null && each.zone_id !== zoneId)?.zone_id ?? null
  const taking = own.map(({ id }) => next(id))
  const zones = [...new Set(taking)]
  const by = (zone: string | null) => (zone === null ? 'in no zone: orders there are refused' : `in ‘${nameOf(zone)}’`)
  if (zones.length === 1) return `${start} ${own.length === 1 ? 'This place' : 'These places'} will then be ${by(zones[0] ?? null)}.`
  const countOf = (zone: string | null) => taking.filter((each) => each === zone).length
  return `${start} Of these places ${zones.map((zone) => `${countOf(zone)} will then be ${by(zone)}`).join('; ')}.`
}
