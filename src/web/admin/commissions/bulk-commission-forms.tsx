import { formatShillings } from '#domain/money.ts'
import { isDelivered } from '#domain/order.ts'
import type { CommissionRow } from '#features/affiliates/commission-row.ts'
import { Notice } from '#ui/kit/notice.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { earlyApprovalWarning } from '#web/admin/commissions/settle-form.tsx'
import { ConfirmForm } from '#web/admin/confirm-form.tsx'
import { ReasonField } from '#web/admin/reason-field.tsx'
import type { UnchangedRow } from '#web/admin/unchanged-notice.tsx'

/** Approves or rejects the selected commissions, each independently. */
export function BulkCommissionForms({ commissions, onUnchanged }: { commissions: CommissionRow[]; onUnchanged: (stayed: UnchangedRow[]) => void }) {
  const hidden = { ids: commissions.map(({ id }) => id).join(',') }
  const total = formatShillings(commissions.reduce((sum, { commission_amount }) => sum + Math.round(commission_amount * 100), 0) / 100)
  const count = `${commissions.length} ${commissions.length === 1 ? 'commission' : 'commissions'}`
  const early = commissions.filter(({ order, approval_refusal }) => !approval_refusal && !isDelivered(order.status)).length
  const onDone = ({ facts }: ActionToast) => onUnchanged((facts?.stayed as UnchangedRow[] | undefined) ?? [])
  return (
    <>
      <ConfirmForm
        intent="approve-all"
        hidden={hidden}
        label="Approve selected"
        labelLook="ink"
        title={`Approve ${count}?`}
        text={
          <>
            {early > 0 && (
              <Notice tone="amber">
                <b>Not delivered yet: {early === commissions.length ? 'all of them' : `${early} of them`}.</b> {earlyApprovalWarning}
              </Notice>
            )}
            <p>
              <b>{total}</b> in all. What cannot be approved stays as it is, and you see why.
            </p>
          </>
        }
        submit="Approve"
        busy="Approving..."
        onDone={onDone}
      />
      <ConfirmForm
        intent="reject-all"
        hidden={hidden}
        label="Reject selected"
        labelLook="bad"
        look="bad"
        title={`Reject ${count}?`}
        text={
          <p>
            <b>{total}</b> in all is not paid.
          </p>
        }
        submit="Reject"
        busy="Rejecting..."
        onDone={onDone}
      >
        {(form) => <ReasonField {...form} hint="Every one of the affiliates reads it." />}
      </ConfirmForm>
    </>
  )
}
