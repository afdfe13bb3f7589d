import type { ReactNode } from 'react'
import { formatShillings } from '#domain/money.ts'
import './total.css'

/** The total in KSh; `children` say what it is for. */
export function Total({ amount, children }: { amount: number; children?: ReactNode }) {
  return (
    <p className="total">
      <span>Total {children && <small>{children}</small>}</span>
      <span className="tabular">{formatShillings(amount)}</span>
    </p>
  )
}
