import { changeCommission } from '#features/affiliates/change-commission.ts'
import { type CommissionOutcome, changeCommissions } from '#features/affiliates/change-commissions.ts'
import { ensureCommission } from '#features/affiliates/ensure-commission.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'

/** Spec §8. */
const title = 'Commission status updated'

/** The form actions of Commission Management. Server only. */
export const commissionActs: Record<string, Act> = {
  approve: async (ctx, { id = '' }) => {
    await changeCommission(ctx, id, { status: 'approved' })
    return { title, text: 'Approved: it is in the wallet.' }
  },
  reject: async (ctx, { id = '', reason }) => {
    await changeCommission(ctx, id, { status: 'rejected', reason })
    return { title, text: 'Rejected.' }
  },
  'approve-all': async (ctx, { ids = '' }) => toastFor(await changeCommissions(ctx, { ids: ids.split(','), status: 'approved' }), 'approved'),
  'reject-all': async (ctx, { ids = '', reason }) =>
    toastFor(await changeCommissions(ctx, { ids: ids.split(','), status: 'rejected', reason }), 'rejected'),
  create: async (ctx, { order_id = '' }) => {
    await ensureCommission(ctx, { order_id })
    return { title, text: 'The order has a pending commission.' }
  },
}

/** The toast of a bulk action. Commissions that could not be changed are listed on the page through `facts`. */
function toastFor(outcomes: CommissionOutcome[], status: string): ActionToast {
  const stayed = outcomes.flatMap(({ id, error }) => (error === null ? [] : [{ id, error }]))
  const done = `${outcomes.length - stayed.length} ${status}`
  if (stayed.length === 0) return { title, text: `${done}.` }
  return {
    title: stayed.length < outcomes.length ? title : 'Error',
    text: `${done}, ${stayed.length} stayed as ${stayed.length === 1 ? 'it was' : 'they were'}.`,
    tone: 'bad',
    facts: { stayed },
  }
}
