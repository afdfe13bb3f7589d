import type { ReactNode } from 'react'
import { formatShillings } from '#domain/money.ts'

interface StatProps {
  label: ReactNode
  /** KSh. */
  amount?: number
  count?: number
  hint?: ReactNode
  /** Highlights the most important figure. */
  isKey?: boolean
}

/** A figure with its label above it. The parent has the class `stats`, which is the grid. */
export function Stat({ label, amount, count, hint, isKey }: StatProps) {
  const [unit, ...figures] = amount === undefined ? [] : formatShillings(amount).split(' ')
  return (
    <div className={isKey ? 'stat stat-key' : 'stat'}>
      <span>{label}</span>
      <b className="tabular">{unit ? <Shillings unit={unit} figures={figures.join(' ')} /> : count?.toLocaleString('en-KE')}</b>
      {hint && <em>{hint}</em>}
    </div>
  )
}

function Shillings({ unit, figures }: { unit: string; figures: string }) {
  return (
    <>
      <small>{unit}</small> {figures}
    </>
  )
}
