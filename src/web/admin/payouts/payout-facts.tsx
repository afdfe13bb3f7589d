import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { PayoutRow } from '#features/wallet/payout-row.ts'

export type PayoutProps = { payout: PayoutRow }

const toWhom = ({ mpesa_full_name, affiliate }: PayoutRow) => mpesa_full_name || affiliate.full_name || 'a deleted account'
export const called = (payout: PayoutRow) => `the payout of ${formatShillings(payout.amount)} to ${toWhom(payout)}`

/** Whom the money goes to, as the admin types it into M-Pesa. */
export function Facts({ payout }: PayoutProps) {
  return (
    <dl>
      <dt>To</dt>
      <dd>{toWhom(payout)}</dd>
      {payout.mpesa_phone_number && (
        <>
          <dt>Number</dt>
          <dd className="num">{formatPhone(payout.mpesa_phone_number)}</dd>
        </>
      )}
      <dt>Amount</dt>
      <dd className="num">{formatShillings(payout.amount)}</dd>
    </dl>
  )
}
