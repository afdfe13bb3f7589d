import { formatShillings } from '#domain/money.ts'
import { Notice } from '#ui/kit/notice.tsx'

/** The clawbacks in KSh: commissions of cancelled orders that were paid out. Null if there are none. */
export function TakenBack({ amount }: { amount: number }) {
  if (amount === 0) return null
  return (
    <Notice tone="amber">
      <b>Taken back: {formatShillings(amount)}.</b> Orders were cancelled after their commission had been paid out or promised to a payout. Your total
      no longer holds it, and your next commissions make up for it.
    </Notice>
  )
}
