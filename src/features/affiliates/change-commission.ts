import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { isUuid } from '#core/page-of.ts'
import { retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import { approvalRefusal, type CommissionAction, commissionActions, commissionActionTo, commissionStatuses } from '#domain/commission.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { convertVisit } from '#features/affiliates/clicks.ts'
import { type CommissionRow, commissionStatus, readCommissionRows } from '#features/affiliates/commissions.ts'
import { lockAffiliate } from '#features/affiliates/find-affiliate.ts'
import { readCommission } from '#features/affiliates/read-commission.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'

export const commissionChanges = z.object({
  status: z
    .string('Write approved or rejected.')
    .refine((status) => commissionActionTo(status) !== null, 'Write approved or rejected.')
    .meta({ description: 'The status to reach', example: 'approved' }),
  reason: optionalWords(500).optional().meta({ description: 'Why it is rejected; the affiliate reads it' }),
})

/**
 * An admin approves or rejects a pending commission (spec §4). The shop fills in the admin and the time itself and ignores both in the body. A repeated request
 * changes nothing. The affiliate gets an e-mail.
 */
export async function changeCommission(ctx: Context, id: string, sent: unknown): Promise<CommissionRow> {
  requirePermission(ctx, 'pay_affiliates')
  const { userId } = requireUser(ctx)
  const { status, reason } = parseInput(commissionChanges, sent)
  if (!isUuid(id)) throw new Problem('commission_not_found')
  await ctx.db.transaction((tx) =>
    change({ ...ctx, db: tx }, id, commissionActionTo(status) as CommissionAction, reason || 'Rejected by the shop', userId),
  )
  const [found] = await readCommissionRows(ctx, sql`c.id = ${id}`, 1)
  if (!found) throw new Problem('commission_not_found')
  return found.row
}

async function change(ctx: Context, id: string, action: CommissionAction, reason: string, admin: string) {
  const { rows } = await ctx.db.execute<{ order_id: string; affiliate_id: string }>(sql`
    select o.id as order_id, o.affiliate_id from orders o join affiliate_commissions c on c.order_id = o.id where c.id = ${id} for update of o`)
  if (!rows[0]) throw new Problem('commission_not_found')
  await lockAffiliate(ctx.db, rows[0].affiliate_id)
  await convertVisit(ctx.db, ctx, rows[0].order_id)
  const found = await readCommission(ctx.db, rows[0].order_id)
  if (!found?.commission) throw new Problem('commission_not_found')
  const { order, commission } = found
  const { from, to } = commissionActions[action]
  if (commission.status === to) return
  if (commission.status !== from) throw new Problem('commission_settled', { detail: commissionStatuses[commission.status].label })
  const refusal = action === 'approve' ? approvalRefusal(order) : null
  if (refusal) throw new Problem('commission_unearned', { detail: refusal })
  await ctx.db.execute(
    action === 'approve'
      ? sql`update affiliate_commissions set status = ${to}, approved_at = ${ctx.now}, approved_by = ${admin} where id = ${id}`
      : sql`update affiliate_commissions set status = ${to}, rejected_at = ${ctx.now}, rejected_by = ${admin}, reason = ${reason} where id = ${id}`,
  )
  await writeAudit(ctx.db, ctx, {
    // The log marks an admin who decides about their own commission (promises §4 A15).
    action: order.affiliateId === admin ? `own commission ${action}` : `commission ${action}`,
    table: 'affiliate_commissions',
    id,
    before: { status: commission.status },
    after: { status: to, ...(action === 'reject' && { reason }) },
  })
  const letter = action === 'approve' ? 'commission_approved' : 'commission_rejected'
  await tellAffiliate(ctx, order.affiliateId, letter, { code: order.shortCode, amount: commission.amount, reason })
}

export const commissionsChanges = z.object({
  ids: z
    .array(z.uuid("We don't know this commission."), 'Say which commissions.')
    .min(1, 'Say which commissions.')
    .max(100, 'At most 100 at once.')
    .transform((ids) => [...new Set(ids)]),
  ...commissionChanges.shape,
})

/** What became of one commission: its status now, or why it stayed as it was. */
export const commissionOutcome = z.object({
  id: z.uuid(),
  status: commissionStatus.nullable().meta({ description: 'What it is now; null when it stayed as it was' }),
  code: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'Why it stayed as it was' }),
})
export type CommissionOutcome = z.infer<typeof commissionOutcome>

/**
 * An admin approves or rejects several commissions, each on its own: a refusal of one does not stop the others. Each change is written to the audit log and
 * sent to its affiliate by e-mail.
 */
export async function changeCommissions(ctx: Context, sent: unknown): Promise<CommissionOutcome[]> {
  requirePermission(ctx, 'pay_affiliates')
  requireUser(ctx)
  const { ids, ...change } = parseInput(commissionsChanges, sent)
  const outcomes: CommissionOutcome[] = []
  // One after the other: two commissions of one affiliate would only wait for each other.
  for (const id of ids) outcomes.push(await outcomeOf(ctx, id, change))
  return outcomes
}

async function outcomeOf(ctx: Context, id: string, change: object): Promise<CommissionOutcome> {
  try {
    const { status } = await retryTransient(() => changeCommission(ctx, id, change))
    return { id, status, code: null, error: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { id, status: null, code: error.code, error: error.message }
  }
}
