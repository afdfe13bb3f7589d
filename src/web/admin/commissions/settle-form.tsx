import type { CommissionAction } from '#domain/commission.ts'
import { formatShillings } from '#domain/money.ts'
import { isDelivered, statusLabel } from '#domain/order.ts'
import type { CommissionRow } from '#features/affiliates/commission-row.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { ReasonField } from '#web/admin/reason-field.tsx'

/** The warning about approving before delivery. */
export const earlyApprovalWarning =
  'What you approve can be withdrawn at once. Should an order be cancelled after that, it can only be taken off later commissions.'

/** Approves or rejects one commission (spec §4). */
export function SettleForm({
  action,
  commission: { id, commission_amount, affiliate, order, approval_refusal },
}: {
  action: CommissionAction
  commission: CommissionRow
}) {
  const name = affiliate.full_name || 'the affiliate'
  const target = { intent: action, hidden: { id } }
  const delivered = isDelivered(order.status)
  const what = `the commission of order ${order.short_code}`
  if (action === 'approve') {
    return (
      <ConfirmForm
        {...target}
        label="Approve"
        buttonName={`Approve ${what}`}
        labelLook="ink"
        refusal={approval_refusal}
        title={delivered ? 'Approve this commission?' : 'Approve before delivery?'}
        text={
          <>
            {!delivered && (
              <Notice tone="amber">
                <b>Not delivered yet:</b> {statusLabel(order.status)}. {earlyApprovalWarning}
              </Notice>
            )}
            <p>
              <b>{formatShillings(commission_amount)}</b> for order {order.short_code} goes into the wallet of <b>{name}</b>, who is notified by
              e-mail.
            </p>
          </>
        }
        submit={delivered ? 'Approve' : 'Approve before delivery'}
        busy="Approving..."
      />
    )
  }
  return (
    <ConfirmForm
      {...target}
      label="Reject"
      buttonName={`Reject ${what}`}
      labelLook="bad"
      look="bad"
      title="Reject this commission?"
      text={
        <p>
          <b>{name}</b> does not get {formatShillings(commission_amount)} for order {order.short_code}, and is notified by e-mail.
        </p>
      }
      submit="Reject"
      busy="Rejecting..."
    >
      {(form) => <ReasonField {...form} />}
    </ConfirmForm>
  )
}
