import { formatShillings } from '#domain/money.ts'
import { exportBatch, takeBackBatch } from '#features/wallet/export-batch.ts'
import { type Completion, payByHand } from '#features/wallet/pay-by-hand.ts'
import { resumePayouts } from '#features/wallet/payout-breaker.ts'
import { queryPayout } from '#features/wallet/query-payout.ts'
import { rejectPayout } from '#features/wallet/reject-payout.ts'
import { resolveReview } from '#features/wallet/resolve-review.ts'
import { type Sending, sendPayouts } from '#features/wallet/send-payouts.ts'
import { startB2cPayout } from '#features/wallet/start-b2c-payout.ts'
import type { Act } from '#web/admin/act-as-admin.ts'
import type { ActionToast } from '#web/admin/action-toast.ts'

/** Spec §8. */
const title = 'Payout status updated'
const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** The form actions of Payout Management. Server only. */
export const payoutActs: Record<string, Act> = {
  paid: async (ctx, { id = '', receipt, paid_to }) => paidToast(await payByHand(ctx, id, { receipt, paid_to })),
  send: async (ctx, { id = '' }) => {
    await startB2cPayout(ctx, id)
    return { title, text: 'It is at M-Pesa, whose result completes it.' }
  },
  reject: async (ctx, { id = '', reason }) => {
    await rejectPayout(ctx, id, { reason })
    return { title, text: 'Rejected: the money is back in the balance.' }
  },
  ask: async (ctx, { id = '' }) => {
    await queryPayout(ctx, id)
    return { title: 'M-Pesa was asked', text: 'Its answer settles the payout by itself.' }
  },
  looked: async (ctx, { id = '', note }) => {
    await resolveReview(ctx, id, { note })
    return { title, text: 'It no longer needs a look.' }
  },
  resume: async (ctx) => {
    await resumePayouts(ctx)
    return { title: 'Payouts go out again' }
  },
  export: async (ctx, { ids, key }) => {
    const { rows, csv } = await exportBatch(ctx, ids ? { payout_ids: ids.split(',') } : {}, key)
    if (rows.length === 0) return { title: 'Nothing to export', text: 'No pending payout with M-Pesa details is without a list.', tone: 'bad' }
    return { title: 'Batch exported', text: `${plural(rows.length, 'payout')} to pay by hand.`, facts: { csv } }
  },
  'take-back': async (ctx, { ids = '' }) => {
    const count = await takeBackBatch(ctx, { payout_ids: ids.split(',') })
    return { title, text: `${plural(count, 'payout')} taken back from the list.` }
  },
  'send-all': async (ctx, { ids = '' }) => sentToast(await sendPayouts(ctx, { payout_ids: ids.split(',') })),
}

/** Payout completed, with KSh amount and number of deductions (spec §8). */
function paidToast({ amount_processed, deductions_created }: Completion): ActionToast {
  return { title: 'Payout completed', text: `${formatShillings(amount_processed)}, ${plural(deductions_created, 'deduction')}` }
}

function sentToast(sendings: Sending[]): ActionToast {
  const stayed = sendings.flatMap(({ payout_id, refusal }) => (refusal ? [{ id: payout_id, error: refusal.message }] : []))
  const text = `${plural(sendings.length - stayed.length, 'payout')} went to M-Pesa`
  if (stayed.length === 0) return { title, text: `${text}, whose results complete them.` }
  return { title: stayed.length < sendings.length ? title : 'Error', text: `${text}, ${stayed.length} did not.`, tone: 'bad', facts: { stayed } }
}
