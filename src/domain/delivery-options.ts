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
