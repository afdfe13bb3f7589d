import type { ReactNode } from 'react'
import { formatShillings } from '#domain/money.ts'

/** The total in KSh; `children` say what it is for. */
export function Total({ amount, children }: { amount: number; children?: ReactNode }) {
  return (
    <p className="tot">
      <span>Total{children && <small> {children}</small>}</span>
      <span className="num">{formatShillings(amount)}</span>
    </p>
  )
}
