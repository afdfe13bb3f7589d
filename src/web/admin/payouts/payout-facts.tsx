import { formatShillings } from '#domain/money.ts'
import { formatPhone } from '#domain/phone.ts'
import type { PayoutRow } from '#features/wallet/payout-row.ts'

export type PayoutProps = { payout: PayoutRow }

const recipientOf = ({ mpesa_full_name, affiliate }: PayoutRow) => mpesa_full_name || affiliate.full_name || 'a deleted account'
export const payoutName = (payout: PayoutRow) => `the payout of ${formatShillings(payout.amount)} to ${recipientOf(payout)}`

/** The recipient, number and amount, as the admin types them into M-Pesa. */
export function Facts({ payout }: PayoutProps) {
  return (
    <dl>
      <dt>To</dt>
      <dd>{recipientOf(payout)}</dd>
      {payout.mpesa_phone_number && (
        <>
          <dt>Number</dt>
          <dd className="tabular">{formatPhone(payout.mpesa_phone_number)}</dd>
        </>
      )}
      <dt>Amount</dt>
      <dd className="tabular">{formatShillings(payout.amount)}</dd>
    </dl>
  )
}
