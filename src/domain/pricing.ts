import { type Cents, fromShillings, sum, toShillings, toWholeShilling } from '#domain/money.ts'

/**
 * What one pair costs after discount, as a whole shilling, half up: 2,999 at 15 % is 2,549.
 * Product lists, the cart, orders and charges all use this function (decisions, Money and prices).
 * @param price in cents, before discount @param discountPercentage whole, 0 to 99
 */
export function unitPrice(price: Cents, discountPercentage: number): Cents {
  return toWholeShilling(price * (100 - discountPercentage), 100)
}

/**
 * Whether a price in KSh that a client computed equals ours. A client need not round to the whole shilling that M-Pesa takes (spec §9): half a
 * shilling may be missing, and a thousandth more for floating point.
 */
export function isPriceOf(stated: number, price: Cents): boolean {
  return Math.abs(stated - toShillings(price)) < 0.501
}

export function lineTotal(line: { unitPrice: Cents; quantity: number }): Cents {
  return line.unitPrice * line.quantity
}

export function orderTotal(lines: Iterable<{ unitPrice: Cents; quantity: number }>): Cents {
  return sum([...lines].map(lineTotal))
}

/** Parses a discount field: whole 0 to 99; 0 when it is empty or not a number (spec §5, decisions). */
export function discountFrom(text: string): { value: number } | { refusal: string } {
  const typed = text.trim()
  if (typed === '' || Number.isNaN(Number(typed))) return { value: 0 }
  // Refuses `1e1` and `0x10`, which Number() accepts.
  return /^\d{1,2}$/.test(typed) ? { value: Number(typed) } : { refusal: 'Enter a whole discount from 0 to 99.' }
}

/** Bounds of a product's price before discount, KSh. */
export const minProductPrice = 1
export const maxProductPrice = 1_000_000
export const minPriceMessage = 'A price is at least KSh 1.'

/** The error of a price and discount, or null: after discount a pair must cost at least KSh 1, because M-Pesa takes no less. */
export function priceRefusal(price: Cents, discountPercentage: number): { field: 'price' | 'discount_percentage'; message: string } | null {
  if (price < fromShillings(minProductPrice)) return { field: 'price', message: minPriceMessage }
  if (unitPrice(price, discountPercentage) >= minPayment) return null
  return { field: 'discount_percentage', message: 'After this discount it would cost less than KSh 1. Take a smaller one.' }
}

/** M-Pesa's own bounds for one payment (daraja §2). */
const minPayment: Cents = 100
export const maxPayment: Cents = 250_000_00

/** Why M-Pesa cannot take this total in one payment, or null. Checkout checks it before writing anything. */
export function totalRefusal(total: Cents): 'total_too_large' | 'total_too_small' | null {
  if (total > maxPayment) return 'total_too_large'
  if (total < minPayment) return 'total_too_small'
  return null
}
