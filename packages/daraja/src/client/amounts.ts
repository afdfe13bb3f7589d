/**
 * Whole cents of a Kenyan shilling: `450_000` is KSh 4,500. Sums and comparisons of whole numbers are exact; `0.1 + 0.2` of shillings is not. M-Pesa takes and
 * moves whole shillings only.
 */
export type Cents = number

/** KSh as M-Pesa writes them (`4500`, `'4500.00'`) to cents. Throws RangeError when it is not an amount. */
export function fromShillings(shillings: number | string): Cents {
  const cents = Math.round(Number(shillings) * 100)
  if (!Number.isSafeInteger(cents)) throw new RangeError(`not an amount of money: ${shillings}`)
  return cents
}

/** Cents to KSh. */
export function toShillings(cents: Cents): number {
  return cents / 100
}
