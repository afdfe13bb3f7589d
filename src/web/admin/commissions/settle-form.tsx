import type { CommissionAction } from '#domain/commission.ts'
import { formatShillings } from '#domain/money.ts'
import type { CommissionRow } from '#features/affiliates/commission-row.ts'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { ReasonField } from '#web/admin/reason-field.tsx'

/** Approves or rejects one commission (spec §4). */
export function SettleForm({
  action,
  commission: { id, commission_amount, affiliate, order },
}: {
  action: CommissionAction
  commission: CommissionRow
}) {
  const name = affiliate.full_name || 'the affiliate'
  const about = { intent: action, hidden: { id } }
  const what = `the commission of order ${order.short_code}`
  if (action === 'approve') {
    return (
      <ConfirmForm
        {...about}
        label="Approve"
        labelled={`Approve ${what}`}
        labelLook="ink"
        title="Approve this commission?"
        text={
          <p>
            <b>{formatShillings(commission_amount)}</b> for order {order.short_code} goes into the wallet of <b>{name}</b>, who is told by e-mail.
          </p>
        }
        submit="Approve"
        busy="Approving..."
      />
    )
  }
  return (
    <ConfirmForm
      {...about}
      label="Reject"
      labelled={`Reject ${what}`}
      labelLook="bad"
      look="bad"
      title="Reject this commission?"
      text={
        <p>
          <b>{name}</b> does not get {formatShillings(commission_amount)} for order {order.short_code}, and is told by e-mail.
        </p>
      }
      submit="Reject"
      busy="Rejecting..."
    >
      {(form) => <ReasonField {...form} />}
    </ConfirmForm>
  )
}
