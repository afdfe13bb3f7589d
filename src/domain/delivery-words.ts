import { formatShillings } from '#domain/money.ts'

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
