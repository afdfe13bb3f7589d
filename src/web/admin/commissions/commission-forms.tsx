import { commissionActs, earlyApproval, earlyApprovalWarning } from '#domain/commission-acts.ts'
import { formatShillings } from '#domain/money.ts'
import { isDelivered, statusLabel } from '#domain/order.ts'
import type { CommissionRow } from '#features/affiliates/commission-row.ts'
import { Notice } from '#ui/kit/notice.tsx'
import { ActForm } from '#web/admin/act-form.tsx'
import type { ActionToast } from '#web/admin/action-toast.ts'
import { ReasonField } from '#web/admin/reason-field.tsx'
import type { UnchangedRow } from '#web/admin/unchanged-notice.tsx'

/** Approves or rejects one commission (spec §4). */
export function CommissionForms({ id, commission_amount, affiliate, order, approval_refusal }: CommissionRow) {
  const values = { who: affiliate.full_name || 'the affiliate', sum: formatShillings(commission_amount) }
  const act = (intent: 'approve' | 'reject') => ({ act: commissionActs[intent], intent, of: order.short_code, values, hidden: { id } })
  const early = !isDelivered(order.status)
  return (
    <>
      <ActForm
        {...act('approve')}
        refusal={approval_refusal}
        {...(early && earlyApproval)}
        first={early && <EarlyNotice bold="Not delivered yet:" status={` ${statusLabel(order.status)}.`} />}
      />
      <ActForm {...act('reject')}>{(form) => <ReasonField {...form} />}</ActForm>
    </>
  )
}

/** Approves or rejects the selected commissions, each independently. */
export function BulkCommissionForms({ commissions, onUnchanged }: { commissions: CommissionRow[]; onUnchanged: (stayed: UnchangedRow[]) => void }) {
  const count = commissions.length
  const cents = commissions.reduce((sum, { commission_amount }) => sum + Math.round(commission_amount * 100), 0)
  const early = commissions.filter(({ order, approval_refusal }) => !approval_refusal && !isDelivered(order.status)).length
  const form = {
    hidden: { ids: commissions.map(({ id }) => id).join(',') },
    of: `${count} ${count === 1 ? 'commission' : 'commissions'}`,
    values: { sum: formatShillings(cents / 100) },
    onDone: ({ facts }: ActionToast) => onUnchanged((facts?.stayed as UnchangedRow[] | undefined) ?? []),
  }
  return (
    <>
      <ActForm
        {...form}
        act={commissionActs['approve-all']}
        intent="approve-all"
        first={early > 0 && <EarlyNotice bold={`Not delivered yet: ${early === count ? 'all of them' : `${early} of them`}.`} />}
      />
      <ActForm {...form} act={commissionActs['reject-all']} intent="reject-all">
        {(state) => <ReasonField {...state} hint="Every one of the affiliates reads it." />}
      </ActForm>
    </>
  )
}

function EarlyNotice({ bold, status }: { bold: string; status?: string }) {
  return (
    <Notice tone="amber">
      <b>{bold}</b>
      {status} {earlyApprovalWarning}
    </Notice>
  )
}
