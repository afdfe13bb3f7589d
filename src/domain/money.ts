import { foldToken } from '#domain/plain-text.ts'

/** Whole cents of a Kenyan shilling. All arithmetic is in cents; shillings are used in the API and on screens only. */
export type Cents = number

/** KSh from JSON or a numeric column (`4500`, `'4500.00'`) to cents. Throws RangeError when it is not an amount. */
export function fromShillings(shillings: number | string): Cents {
  const cents = Math.round(Number(shillings) * 100)
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not an amount of money: ${shillings}`)
  return cents
}

/** Cents to the KSh number of the API. */
export function toShillings(cents: Cents): number {
  return cents / 100
}

/**
 * An amount as people and spreadsheets write it: `4500`, `4,500`, `4 500`, `KSh 4,500.50`, `4500,5`. Returns KSh with at most 2 decimals, or null when it is
 * not an amount or is ambiguous, such as `10.000`. A comma before three digits groups thousands; before one or two digits it is a decimal comma.
 */
export function readShillings(text: string): number | null {
  const match = /^(?:K?Shs?\.?|KES)?\s*(\d{1,12}|\d{1,3}(?:,\d{3}){1,3}|\d{1,3}(?:\s\d{3}){1,3})(?:[.,](\d{1,2}))?(?:\/[-=])?$/i.exec(foldToken(text))
  return match ? Number(`${match[1]?.replace(/\D/g, '')}.${match[2] ?? 0}`) : null
}

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0
  for (const amount of amounts) total += amount
  return total
}

/** A whole percentage of an amount, to the cent, half up. */
export function percentOf(amount: Cents, percent: number): Cents {
  return divideHalfUp(amount * percent, 100)
}

/** Half up to a whole shilling: M-Pesa takes no cents (decisions, Money and prices). */
export function toWholeShilling(numerator: number, denominator: number): Cents {
  return divideHalfUp(numerator, denominator * 100) * 100
}

/** `KSh 4,500`, and `KSh 534.65` only where there are cents. */
export function formatMoney(cents: Cents): string {
  return cents % 100 === 0 ? `KSh ${whole.format(cents / 100)}` : `KSh ${exact.format(cents / 100)}`
}

/** The same for an amount in KSh. */
export function formatShillings(shillings: number): string {
  return formatMoney(fromShillings(shillings))
}

const whole = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 })
const exact = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function divideHalfUp(numerator: number, denominator: number): number {
  return Math.floor((2 * numerator + denominator) / (2 * denominator))
}
