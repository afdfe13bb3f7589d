import type { ReactNode } from 'react'
import { formatShillings } from '#domain/money.ts'

/** KSh; `children` say of what. */
export function Total({ amount, children }: { amount: number; children?: ReactNode }) {
  return (
    <p className="tot">
      <span>Total{children && <small> {children}</small>}</span>
      <span className="num">{formatShillings(amount)}</span>
    </p>
  )
}
