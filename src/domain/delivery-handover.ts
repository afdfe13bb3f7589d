import type { OrderStatus } from '#domain/order.ts'
import { foldToken } from '#domain/plain-text.ts'

/** When the buyer gives the rider the code: page, SMS and e-mail say the same. @param code `this code`, or the code itself */
export function codeRule(code: string): string {
  return `Give ${code} only with the parcel in hand.`
}

/** Wrong codes after which only a reason is left. */
export const mostWrongCodes = 5

/** Why an order could not be handed over; `other` asks for words. */
export const failReasons = {
  nobody: 'Nobody there',
  phone_off: 'Phone off',
  refused: 'Refused',
  wrong_address: 'Wrong address',
  other: 'Another reason',
} as const
export type FailReason = keyof typeof failReasons

/** A stop of a rider, as far as it decides what the rider may do. */
export interface Stop {
  status: OrderStatus
  handed_over_at: string | null
  failed_at: string | null
  on_the_way_at: string | null
  wrong_tries: number
}

/** Where a stop stands: `closed` was delivered, or taken back, by the shop itself. */
export function stopState({ status, handed_over_at, failed_at, on_the_way_at }: Omit<Stop, 'wrong_tries'>) {
  if (handed_over_at !== null) return 'handed_over'
  if (status !== 'shipped') return 'closed'
  if (failed_at !== null) return 'failed'
  return on_the_way_at !== null ? 'on_the_way' : 'to_do'
}
export type StopState = ReturnType<typeof stopState>

/** Whether a rider may hand it over, or say why not: only what was shipped and is not handed over. */
export function isOpen(stop: Omit<Stop, 'wrong_tries'>): boolean {
  return stop.status === 'shipped' && stop.handed_over_at === null
}

/** Whether the code may still be tried. */
export function mayTryCode(stop: Pick<Stop, 'wrong_tries'>): boolean {
  return stop.wrong_tries < mostWrongCodes
}

/** The four digits of a typed code, such as `48 21`; null for anything else. */
export function readCode(typed: string): string | null {
  const digits = foldToken(typed).replace(/[\s.-]/g, '')
  return /^\d{4}$/.test(digits) ? digits : null
}

/** What the rider reads after a wrong code; `tries` counts it. */
export function wrongCodeMessage(tries: number): string {
  const left = mostWrongCodes - tries
  if (left <= 0) return 'That was the fifth wrong code. Say why it could not be handed over, and call the shop.'
  return `That is not the code. ${left === 1 ? 'One try is' : `${left} tries are`} left.`
}

/** A search on the map for an address, with its place if the address does not name it. */
export function mapSearchUrl(address: string, place: string | null): string {
  const line = address.replace(/\s*\n\s*/g, ', ')
  const query = place && !line.toLowerCase().includes(place.toLowerCase()) ? `${line}, ${place}` : line
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query })}`
}

/** The path of a rider's link. */
export function riderLinkPath(token: string): string {
  return `/rider/${token}`
}
