import { formatShillings } from '#domain/money.ts'

/** KSh. */
export function Total({ amount }: { amount: number }) {
  return (
    <p className="tot">
      <span>Total</span>
      <span className="num">{formatShillings(amount)}</span>
    </p>
  )
}
