import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput, words } from '#core/input.ts'
import { exampleId, operation } from '#core/operation.ts'
import { writeAudit } from '#core/write-audit.ts'
import { nextPayoutQueryAfter } from '#domain/payout.ts'
import { Problem } from '#domain/problem.ts'
import { queryPayout } from '#features/affiliates/wallet/check-payouts.ts'
import { batchInput, batchRow, exportBatch, takeBackBatch } from '#features/affiliates/wallet/export-batch.ts'
import { lockPayout } from '#features/affiliates/wallet/lock-payout.ts'
import { type Completion, completion, handInput, payByHand } from '#features/affiliates/wallet/pay-by-hand.ts'
import { resumePayouts } from '#features/affiliates/wallet/payout-breaker.ts'
import { getPayoutRow, type PayoutRow, payoutRow } from '#features/affiliates/wallet/payout-rows.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { sending, sendingInput, sendPayouts } from '#features/affiliates/wallet/send-payouts.ts'
import { startB2cPayout } from '#features/affiliates/wallet/start-b2c-payout.ts'

const resolveReviewInput = z.object({
  note: words('Write what you found.', 500).meta({ description: 'What was found and done; it is kept in the audit log' }),
})

/**
 * Takes a payout out of the review queue, with the admin's finding: receipts that the books do not hold are let go, and a held payout may be paid. One that is
 * still on its way is looked up again, for another day. A payout that is not in the queue does not change.
 */
export async function resolveReview(ctx: Context, id: string, sent: unknown): Promise<PayoutRow> {
  requirePermission(ctx, 'pay_affiliates')
  requireUser(ctx)
  const { note } = parseInput(resolveReviewInput, sent)
  await ctx.db.transaction(async (tx) => {
    const payout = await lockPayout(tx, id)
    if (!payout) throw new Problem('payout_not_found')
    if (!payout.isInReview) return
    const { rows } = await tx.execute<{ review_reason: string }>(sql`select review_reason from affiliate_payouts where id = ${id}`)
    await tx.execute(sql`
      update affiliate_payouts set needs_review_at = null, review_reason = null, held_at = null, unrecorded_payment_at = null, unrecorded_receipts = '{}', checks = 0,
        next_check_at = case when status = 'processing' then ${ctx.now} + make_interval(secs => ${nextPayoutQueryAfter(0)}) end
      where id = ${id}`)
    await writeAudit(tx, ctx, {
      action: 'payout looked at',
      table: 'affiliate_payouts',
      id,
      before: { status: payout.status, reason: rows[0]?.review_reason, receipts: payout.unrecordedReceipts },
      after: { status: payout.status, note },
    })
  })
  return getPayoutRow(ctx, id)
}

const completionInput = z.object(handInput.partial().shape)

/** "Mark Paid" (spec §4): by hand, with the receipt code; or without one by M-Pesa, where that is set up, whose result completes it. */
export async function completePayout(ctx: Context, id: string, sent: unknown): Promise<Completion> {
  requirePermission(ctx, 'pay_affiliates')
  const input = parseInput(completionInput, sent)
  if (input.receipt !== undefined) return payByHand(ctx, id, input)
  if (!ctx.services.payments.payouts) throw new Problem('bad_input', { fields: { receipt: 'Enter the M-Pesa receipt code.' } })
  return startB2cPayout(ctx, id)
}

const may = 'pay_affiliates'
const payout_id = z.string('Say which payout.').meta({ format: 'uuid' })
const example = { payout_id: exampleId }
const several = { payout_ids: [example.payout_id] }
/** The verb reads the rest. */
const ofPayout = z.looseObject({ payout_id })

/** What admins do with payouts, under the names of domain/affiliate-acts.ts. */
export const payoutOperations = {
  completing: operation({
    ...{ may, call: 'POST /functions/process-payout-completion', summary: 'Mark a payout as paid', said: 'What was paid' },
    description:
      'By hand with the `receipt` code; without one it is paid by M-Pesa where that is set up, and completed by M-Pesa’s result: then `status` is `processing`, nothing is processed yet, and `amount_expected` and `deductions_expected` say what will be. The same call again pays nothing twice, and answers how far it has come. A request that its affiliate cancelled is completed by the receipt of money that was sent before; where the balance no longer covers it, the receipt is kept on the payout (`unbooked_receipts`), and `payout_uncovered` says so. `processed_by` is whoever is signed in, whatever is sent.',
    input: z.object({ payout_id, processed_by: z.string().optional(), ...completionInput.shape }),
    ...{ example: { ...example, receipt: 'QKJ4XT81ZP' }, output: completion },
    problems: [
      ...(['payout_not_found', 'payout_settled', 'payout_held', 'payout_details_missing', 'payout_details_changed', 'payout_exported'] as const),
      ...(['payout_unbooked', 'payout_uncovered', 'receipt_used', 'payouts_stopped', 'payout_not_completed'] as const),
    ],
    run: (ctx, { payout_id, receipt, paid_to }) => completePayout(ctx, payout_id, { receipt, paid_to }),
  }),
  paid: operation({ may, input: ofPayout, run: (ctx, { payout_id, ...sent }) => payByHand(ctx, payout_id, sent) }),
  send: operation({ may, input: ofPayout, run: (ctx, { payout_id }) => startB2cPayout(ctx, payout_id) }),
  reject: operation({ may, input: ofPayout, run: (ctx, { payout_id, ...sent }) => rejectPayout(ctx, payout_id, sent) }),
  resume: operation({
    ...{ may, call: 'POST /functions/resume-payouts', summary: 'Let payouts by M-Pesa go out again', said: 'They go out' },
    description: 'After M-Pesa refused the shop’s credential, or the account was empty, and somebody has mended it.',
    ...{ input: z.object({}), run: resumePayouts },
  }),
  ask: operation({
    ...{ may, call: 'POST /functions/look-up-payout', summary: 'Ask M-Pesa what became of a payout', said: 'M-Pesa was asked' },
    description: 'A look-up moves no money. What M-Pesa finds comes later, and settles the payout by itself.',
    ...{ input: z.object({ payout_id }), example },
    problems: ['payout_not_found', 'payout_settled', 'payouts_stopped', 'payout_not_completed'],
    run: (ctx, { payout_id }) => queryPayout(ctx, payout_id),
  }),
  looked: operation({
    ...{ may, call: 'POST /functions/payout-looked-at', summary: 'Take a payout off the desk', said: 'The payout as it is now' },
    description: 'With what was found; the audit log keeps it. One that is still on its way is looked up again.',
    ...{ input: z.object({ payout_id, ...resolveReviewInput.shape }), output: { payout: payoutRow } },
    ...{ example: { ...example, note: 'M-Pesa’s statement shows one payment.' }, problems: ['payout_not_found'] },
    run: async (ctx, { payout_id, note }) => ({ payout: await resolveReview(ctx, payout_id, { note }) }),
  }),
  'send-all': operation({
    ...{ may, call: 'POST /functions/send-payouts', summary: 'Send several pending payouts by M-Pesa', said: 'What was sent, and why not' },
    description: 'One after the other, at most 20; what refuses one does not keep the others. Each is completed by its own result.',
    ...{ input: sendingInput, example: several, output: { payouts: z.array(sending) } },
    run: async (ctx, input) => ({ payouts: await sendPayouts(ctx, input) }),
  }),
  export: operation({
    ...{ may, call: 'POST /functions/export-payouts', summary: 'Give out a list of pending payouts, to be paid by hand', isOnce: true },
    description: 'What stands on a list is neither sent by M-Pesa nor rejected, until it is paid or taken back.',
    ...{ input: batchInput, example: {}, run: exportBatch, said: 'The list' },
    output: { rows: z.array(batchRow), csv: z.string().meta({ description: 'The same for spreadsheets' }) },
  }),
  'take-back': operation({
    ...{ may, call: 'POST /functions/take-back-payouts', summary: 'Take payouts back from a list that nobody has paid' },
    ...{ input: batchInput, example: several, output: { taken_back: z.int() }, said: 'How many of them are on no list now' },
    run: async (ctx, input) => ({ taken_back: await takeBackBatch(ctx, input) }),
  }),
}
