import type { PlaceIndex } from '#domain/delivery-places.ts'
import { type Cents, formatShillings, fromShillings } from '#domain/money.ts'
import { type Day, dayAt, formatDays, minuteAt } from '#domain/nairobi-time.ts'

/** How an order reaches its buyer, with the fields that such an option needs besides fee and days. */
export const optionKinds = {
  door: { label: 'To the door', needs: [] },
  pickup: { label: 'Pick-up point', needs: ['address', 'hours'] },
  stage: { label: 'Parcel to a stage or courier office', needs: ['courier'] },
  collect: { label: 'Collect at the shop', needs: ['address', 'hours'] },
} as const satisfies Record<string, { label: string; needs: readonly ('address' | 'hours' | 'courier')[] }>
export type OptionKind = keyof typeof optionKinds

/** Whether the buyer comes for the order, to the address of the option. */
export function isPoint(kind: OptionKind | null | undefined): boolean {
  return kind === 'pickup' || kind === 'collect'
}

/** Where a pick-up point is, and who carries a parcel. */
interface OptionPlace {
  address: string | null
  hours: string | null
  /** An https address of a map. */
  map_url: string | null
  courier: string | null
}

/** What an admin writes about an option. Amounts in KSh. */
export interface OptionInput extends DeliveryTime, OptionPlace {
  kind: OptionKind
  name: string
  fee: number
  /** Goods from this amount on are delivered free. */
  free_from: number | null
}

export interface DeliveryOption extends OptionInput {
  id: string
  zone_id: string
  is_on: boolean
}

/** The fee of an option for goods of this amount, after discounts. @returns KSh */
export function feeOf({ fee, free_from }: Pick<OptionInput, 'fee' | 'free_from'>, goods: Cents): number {
  return free_from !== null && goods >= fromShillings(free_from) ? 0 : fee
}

/** The options of a zone that are on, the cheapest for these goods first; of two that cost the same the one that is there sooner. */
export function optionsInOrder(options: readonly DeliveryOption[], zoneId: string, goods: Cents): DeliveryOption[] {
  return options
    .filter((option) => option.is_on && option.zone_id === zoneId)
    .sort((a, b) => feeOf(a, goods) - feeOf(b, goods) || a.days_to - b.days_to || a.days_from - b.days_from || a.name.localeCompare(b.name))
}

export interface DeliveryZone {
  id: string
  name: string
  /** In the order of the panel, and of a rider's stops. */
  position: number
}

/** Everything that fees and days are worked out from: one reading of some hundred rows, which a process keeps. */
export interface DeliveryTerms {
  zones: readonly DeliveryZone[]
  options: readonly DeliveryOption[]
  places: PlaceIndex
  closed: ClosedDays
}

/** One option for one buyer's goods and place. Amounts in KSh. */
export interface DeliveryOffer extends OptionPlace {
  option_id: string
  kind: OptionKind
  name: string
  zone: string
  fee: number
  promised_from: Day
  promised_to: Day
}

/** The options to a place for goods of this amount, after discounts, the cheapest first; none where the shop does not deliver there yet. */
export function deliveryOffers(terms: DeliveryTerms, placeId: string, goods: Cents, at: Date): DeliveryOffer[] {
  const zone = terms.zones.find(({ id }) => id === terms.places.zoneOf(placeId))
  if (!zone) return []
  return optionsInOrder(terms.options, zone.id, goods).map((option) => {
    const { from, to } = promisedDays(at, option, terms.closed)
    const { id, kind, name, address, hours, map_url, courier } = option
    const place = { address, hours, map_url, courier }
    return { option_id: id, kind, name, zone: zone.name, fee: feeOf(option, goods), promised_from: from, promised_to: to, ...place }
  })
}

/** The offer of a buyer who has chosen none: the cheapest that brings the order to its place, or, where the zone has only points to collect it, the cheapest of these. */
export function usualOffer<Offer extends Pick<DeliveryOffer, 'kind'>>(offers: readonly Offer[]): Offer | undefined {
  return offers.find(({ kind }) => !isPoint(kind)) ?? offers[0]
}

/** `To Kisumu: KSh 250 · Tue 24 - Wed 25 Nov`, of the first of the offers. */
export function deliverySentence(place: string, offer: Pick<DeliveryOffer, 'fee' | 'promised_from' | 'promised_to'> | undefined): string {
  if (!offer) return `To ${place}: we don't deliver there yet.`
  return `To ${place}: ${feeText(offer.fee)} · ${formatDays({ from: offer.promised_from, to: offer.promised_to })}`
}

/** When a delivery option brings an order: working days after the day on which it is packed. */
export interface DeliveryTime {
  days_from: number
  days_to: number
  /** Minutes after midnight in Nairobi until which an order is packed on the same day. */
  cut_off: number
}

/** Days on which nothing is packed or delivered besides Sundays: holidays, and days on which the shop is closed. */
export type ClosedDays = ReadonlySet<Day>

/**
 * The days between which an order of this instant arrives. An order after the cut-off hour, or on a day without work, counts from the next working day.
 * `closed` must hold the days of the next weeks.
 */
export function promisedDays(at: Date, { days_from, days_to, cut_off }: DeliveryTime, closed: ClosedDays): { from: Day; to: Day } {
  const today = dayAt(at)
  const packed = workingDay(minuteAt(at) >= cut_off ? following(today) : today, 0, closed)
  const from = workingDay(packed, days_from, closed)
  return { from, to: workingDay(from, days_to - days_from, closed) }
}

/** More closed days in a row than any calendar has: a row of them that long is an error of data, not a reason to look for ever. */
const longestPause = 366

/** The working day that lies `count` working days after the first working day from `day` on. */
function workingDay(day: Day, count: number, closed: ClosedDays): Day {
  let at = day
  let left = count
  for (let looked = 0; looked < longestPause; looked++, at = following(at)) if (isWorkingDay(at, closed) && left-- === 0) return at
  return at
}

function isWorkingDay(day: Day, closed: ClosedDays): boolean {
  return new Date(`${day}T00:00:00Z`).getUTCDay() !== 0 && !closed.has(day)
}

const dayMs = 24 * 3_600_000

function following(day: Day): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10)
}

export function noDeliveryText(place: string): string {
  return `We don't deliver to ${place} yet.`
}
/** Beside an address that names a place without delivery. */
export const otherAddressText = 'Enter an address that we deliver to.'
/** Beside an address that names no place we know. */
export const townText = 'Which town or county is it in? Fee and days depend on it.'
/** Beside an address in another country. */
export const kenyaText = 'We deliver in Kenya only: enter an address in Kenya.'

/** Beside the field for the stage or courier office of a parcel. */
export const pointText = 'Enter which stage or office, such as Easy Coach, Kisumu.'

/** `Parcel to a stage, Kisumu: Kisumu Bus Park`, of an order that was promised an option. */
export function optionAndPlace(order: { delivery_option: string | null; delivery_place: string | null; delivery_point: string | null }): string {
  const { delivery_option, delivery_place, delivery_point } = order
  return `${delivery_option}, ${delivery_place}${delivery_point ? `: ${delivery_point}` : ''}`
}

/** Of an order whose delivery the shop still agrees with its buyer. */
export const toAgree = { label: 'Delivery to agree', fee: 'To agree', next: 'We contact you to agree how and when it comes.' } as const

/** `Free`, or the fee. @param fee in KSh */
export function feeText(fee: number): string {
  return fee === 0 ? 'Free' : formatShillings(fee)
}

/** For a sentence about a refund: that it includes the fee, which the whole total does. Amounts in KSh. */
export function feeInRefund(amount: number, { total_amount, delivery_fee }: { total_amount: number; delivery_fee: number }): string {
  return delivery_fee > 0 && amount >= total_amount ? ` (includes ${formatShillings(delivery_fee)} for delivery)` : ''
}
