import type { DeliveryTime } from '#domain/delivery-days.ts'
import { type Cents, fromShillings } from '#domain/money.ts'

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
export interface OptionPlace {
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

/** A fee in KSh and days may be so much at most. */
export const optionBounds = { fee: 20_000, days: 60 } as const

/** What to write in a field that is refused. */
export const optionHints = {
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

/** Error messages by field; null where the option may be saved. */
export function optionRefusal(option: OptionInput): Record<string, string> | null {
  const { name, fee, free_from, days_from, days_to, cut_off, map_url } = option
  const isWhole = (amount: number, least: number, most: number) => Number.isInteger(amount) && amount >= least && amount <= most
  const isWrong: Partial<Record<keyof typeof optionHints, boolean>> = {
    name: name.trim() === '',
    fee: !isWhole(fee, 0, optionBounds.fee),
    free_from: free_from !== null && !isWhole(free_from, 1, Number.POSITIVE_INFINITY),
    days_from: !isWhole(days_from, 0, optionBounds.days),
    days_to: !isWhole(days_to, 0, optionBounds.days),
    cut_off: !isWhole(cut_off, 0, 1440),
    map_url: map_url !== null && !/^https:\/\/\S+$/.test(map_url),
    ...Object.fromEntries(optionKinds[option.kind].needs.map((field) => [field, !option[field]?.trim()])),
  }
  const wrong = (Object.keys(optionHints) as (keyof typeof optionHints)[]).filter((field) => isWrong[field])
  const isBackwards = !isWrong.days_from && !isWrong.days_to && days_to < days_from
  const refusals = {
    ...Object.fromEntries(wrong.map((field) => [field, optionHints[field]])),
    ...(isBackwards && { days_to: 'This must not be less than the days at least.' }),
  }
  return Object.keys(refusals).length > 0 ? refusals : null
}
