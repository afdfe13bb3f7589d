import { type Cents, fromShillings, sum, toShillings, toWholeShilling } from '#domain/money.ts'

/**
 * What one pair costs after discount, as a whole shilling, half up: 2,999 at 15 % is 2,549.
 * The shelf, the cart, the order and the charge all use this one function (decisions, Money and prices).
 * @param price in cents, before discount @param discountPercentage whole, 0 to 99
 */
export function unitPrice(price: Cents, discountPercentage: number): Cents {
  return toWholeShilling(price * (100 - discountPercentage), 100)
}

/** Whether a price in KSh that a client worked out by itself is ours: it need not have rounded it to the whole shilling that M-Pesa takes (spec §9). */
export function isPriceOf(stated: number, price: Cents): boolean {
  return Math.abs(stated - toShillings(price)) < 0.501
}

export function lineTotal(line: { unitPrice: Cents; quantity: number }): Cents {
  return line.unitPrice * line.quantity
}

export function orderTotal(lines: Iterable<{ unitPrice: Cents; quantity: number }>): Cents {
  return sum([...lines].map(lineTotal))
}

/** What a discount field means: whole 0 to 99, and 0 when it is empty or not a number (spec §5, decisions). */
export function discountFrom(text: string): { value: number } | { refusal: string } {
  const typed = text.trim()
  if (typed === '' || Number.isNaN(Number(typed))) return { value: 0 }
  // `1e1` and `0x10` are numbers to a machine only.
  return /^\d{1,2}$/.test(typed) ? { value: Number(typed) } : { refusal: 'Write a whole discount from 0 to 99.' }
}

/** The least and the most a pair may cost before discount, KSh. */
export const cheapestPrice = 1
export const dearestPrice = 1_000_000
export const cheapestWords = 'A price is at least KSh 1.'

/** Why nothing can be sold so, or null: after its discount a pair costs a shilling at least, because M-Pesa takes no less. */
export function priceRefusal(price: Cents, discountPercentage: number): { field: 'price' | 'discount_percentage'; message: string } | null {
  if (price < fromShillings(cheapestPrice)) return { field: 'price', message: cheapestWords }
  if (unitPrice(price, discountPercentage) >= smallestPayment) return null
  return { field: 'discount_percentage', message: 'After this discount it would cost less than KSh 1. Take a smaller one.' }
}

/** M-Pesa's own bounds for one payment (daraja §2). */
export const smallestPayment: Cents = 100
export const largestPayment: Cents = 250_000_00

/** Why M-Pesa cannot take this total in one payment, or null. Said at checkout before anything is written. */
export function totalRefusal(total: Cents): 'total_too_large' | 'total_too_small' | null {
  if (total > largestPayment) return 'total_too_large'
  if (total < smallestPayment) return 'total_too_small'
  return null
}
