import type { DeliveryTime } from '#domain/delivery-days.ts'
import { type Cents, fromShillings } from '#domain/money.ts'

/** How an order reaches its buyer, with what such a way needs to say besides fee and days. */
export const wayKinds = {
  door: { label: 'To the door', needs: [] },
  pickup: { label: 'Pick-up point', needs: ['address', 'hours'] },
  stage: { label: 'Parcel to a stage or courier office', needs: ['courier'] },
  collect: { label: 'Collect at the shop', needs: ['address', 'hours'] },
} as const satisfies Record<string, { label: string; needs: readonly ('address' | 'hours' | 'courier')[] }>
export type WayKind = keyof typeof wayKinds

/** Whether the buyer comes for the order, to the address of the way. */
export function isPoint(kind: WayKind | null | undefined): boolean {
  return kind === 'pickup' || kind === 'collect'
}

/** Where a pick-up point is, and who carries a parcel. */
export interface WayPlace {
  address: string | null
  hours: string | null
  /** An https address of a map. */
  map_url: string | null
  courier: string | null
}

/** What an admin writes about a way. Amounts in KSh. */
export interface WayInput extends DeliveryTime, WayPlace {
  kind: WayKind
  name: string
  fee: number
  /** Goods from this amount on are delivered free. */
  free_from: number | null
}

export interface DeliveryWay extends WayInput {
  id: string
  zone_id: string
  is_on: boolean
}

/** The fee of a way for goods of this amount, after discounts. @returns KSh */
export function feeOf({ fee, free_from }: Pick<WayInput, 'fee' | 'free_from'>, goods: Cents): number {
  return free_from !== null && goods >= fromShillings(free_from) ? 0 : fee
}

/** The ways of a zone that are on, the cheapest for these goods first; of two that cost the same the one that is there sooner. */
export function waysInOrder(ways: readonly DeliveryWay[], zoneId: string, goods: Cents): DeliveryWay[] {
  return ways
    .filter((way) => way.is_on && way.zone_id === zoneId)
    .toSorted((a, b) => feeOf(a, goods) - feeOf(b, goods) || a.days_to - b.days_to || a.days_from - b.days_from || a.name.localeCompare(b.name))
}

/** A fee in KSh and days may be so much at most. */
export const wayBounds = { fee: 20_000, days: 60 } as const

/** Error messages by field; null where the way may be saved. */
export function wayRefusal(way: WayInput): Record<string, string> | null {
  const { fee, free_from, days_from, days_to, cut_off } = way
  const isDay = (days: number) => Number.isInteger(days) && days >= 0 && days <= wayBounds.days
  const needed = { address: 'Enter where it is.', hours: 'Enter when it is open.', courier: 'Enter who carries the parcel.' }
  const refusals = {
    ...(way.name.trim() === '' && { name: 'Enter a name, such as “Rider” or “Pick-up at Sarit Centre”.' }),
    ...(!(Number.isInteger(fee) && fee >= 0 && fee <= wayBounds.fee) && { fee: 'Enter a whole fee from KSh 0 to 20,000.' }),
    ...(free_from !== null &&
      !(Number.isInteger(free_from) && free_from >= 1) && { free_from: 'Enter a whole amount from KSh 1, or leave it empty.' }),
    ...(!isDay(days_from) && { days_from: 'Enter whole days from 0 to 60.' }),
    ...(!isDay(days_to)
      ? { days_to: 'Enter whole days from 0 to 60.' }
      : isDay(days_from) && days_to < days_from && { days_to: 'It cannot end before it begins.' }),
    ...(!(Number.isInteger(cut_off) && cut_off >= 0 && cut_off <= 1440) && { cut_off: 'Enter an hour of the day, such as 14:00.' }),
    ...(way.map_url !== null &&
      !/^https:\/\/\S+$/.test(way.map_url) && { map_url: 'Enter the link to a map, beginning with https://, or leave it empty.' }),
    ...Object.fromEntries(wayKinds[way.kind].needs.flatMap((field) => (way[field]?.trim() ? [] : [[field, needed[field]]]))),
  }
  return Object.keys(refusals).length > 0 ? refusals : null
}
