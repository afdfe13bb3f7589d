import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { optionalWords, parseInput } from '#core/input.ts'
import { exampleId, operation, withFields } from '#core/operation.ts'
import { isUuid } from '#core/page-of.ts'
import { retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import { approvalRefusal, type CommissionAction, commissionActions, commissionActionTo, commissionStatuses } from '#domain/commission.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { convertVisit } from '#features/affiliates/clicks.ts'
import { type CommissionRow, commissionRow, commissionStatus, listCommissions, readCommissionRows } from '#features/affiliates/commissions.ts'
import { ensureCommission, ensureCommissionInput } from '#features/affiliates/ensure-commission.ts'
import { lockAffiliate } from '#features/affiliates/find-affiliate.ts'
import { nameAffiliate, namingInput } from '#features/affiliates/name-affiliate.ts'
import { readCommission } from '#features/affiliates/read-commission.ts'
import { syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import { tellAffiliate } from '#features/affiliates/tell-affiliate.ts'
import { readOrder } from '#features/orders/read-order.ts'

const commissionChanges = z.object({
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

const commissionsChanges = z.object({
  ids: z
    .array(z.uuid("We don't know this commission."), 'Say which commissions.')
    .min(1, 'Say which commissions.')
    .max(100, 'At most 100 at once.')
    .transform((ids) => [...new Set(ids)]),
  ...commissionChanges.shape,
})

/** What became of one commission: its status now, or why it stayed as it was. */
const commissionOutcome = z.object({
  id: z.uuid(),
  status: commissionStatus.nullable().meta({ description: 'What it is now; null when it stayed as it was' }),
  code: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'Why it stayed as it was' }),
})
type CommissionOutcome = z.infer<typeof commissionOutcome>

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

const processingInput = z.object({
  action: z.literal('process_order', 'Write process_order.'),
  order_id: z.string('Say which order.').meta({ format: 'uuid' }),
})

/**
 * The function process-affiliate-commissions (spec §7): brings the commission of an order in line with the order. Every change of an order has already done so.
 * May run any number of times.
 */
export async function processCommissions(ctx: Context, sent: unknown): Promise<CommissionRow | null> {
  requirePermission(ctx, 'pay_affiliates')
  const { order_id } = parseInput(processingInput, sent)
  const { id } = await readOrder(ctx, order_id)
  await ctx.db.transaction((tx) => syncCommissionWithOrder(tx, ctx, id))
  return (await listCommissions(ctx, { order_id: id })).data[0] ?? null
}

const may = 'pay_affiliates'
const made = { output: { commission: z.union([commissionRow, z.null()]) }, said: 'The commission' }

const changing = operation({
  ...{
    may,
    call: 'PATCH /affiliate_commissions/{commission_id}',
    name: 'updateAffiliateCommission',
    summary: 'Approve or reject a pending commission',
  },
  description: 'Only for orders that are paid. Who did it and when is written by the shop itself. The affiliate is notified by e-mail.',
  input: z.object({ commission_id: z.string('Say which commission.'), ...commissionChanges.shape }),
  ...{ example: { status: 'approved' }, output: commissionRow, said: 'The commission as it is now' },
  problems: ['commission_not_found', 'commission_settled', 'commission_unearned'],
  run: (ctx, { commission_id, ...changes }) => changeCommission(ctx, commission_id, changes),
})

/** The call for several at once, whose two statuses are a form each in the panel. */
const changingMany = operation({
  ...{ may, call: 'POST /functions/change-affiliate-commissions', summary: 'Approve or reject several commissions', said: 'What became of each' },
  description: 'Each for itself: what one is refused for keeps no other back. At most 100 at once.',
  ...{ input: commissionsChanges, output: { outcomes: z.array(commissionOutcome) } },
  example: { ids: [exampleId], status: 'rejected', reason: 'Not a real sale' },
  run: async (ctx, input) => ({ outcomes: await changeCommissions(ctx, input) }),
})

/** What admins do with commissions, under the names of domain/affiliate-acts.ts. */
export const commissionOperations = {
  changing,
  changingMany,
  approve: withFields(changing, { status: 'approved' }),
  reject: withFields(changing, { status: 'rejected' }),
  'approve-all': withFields(changingMany, { status: 'approved' }),
  'reject-all': withFields(changingMany, { status: 'rejected' }),
  /** Its call is open to buyers too (commission-routes.ts). */
  create: operation({ may, input: ensureCommissionInput, run: async (ctx, input) => ({ commission: await ensureCommission(ctx, input) }) }),
}

/** And with orders. */
export const orderCommissionOperations = {
  'name-affiliate': operation({
    ...{ may, call: 'POST /functions/name-affiliate', summary: 'Name the affiliate of an order that came by no link', ...made },
    description:
      'Within 30 days of the order, once, and never oneself. The order gets its commission as if it had carried the link; the affiliate’s own purchase is rejected as such.',
    input: z.object({ order_id: z.string('Say which order.').meta({ format: 'uuid' }), ...namingInput.shape }),
    ...{ example: { order_id: exampleId, affiliate_code: 'KAMAU23' }, problems: ['order_not_found', 'naming_refused'] },
    run: async (ctx, { order_id, affiliate_code }) => ({ commission: await nameAffiliate(ctx, order_id, { affiliate_code }) }),
  }),
  process: operation({
    ...{ may, call: 'POST /functions/process-affiliate-commissions', summary: 'Bring the commission of an order in line with the order', ...made },
    description: 'Every change of an order has done so already. Any number of times.',
    ...{ input: processingInput, example: { action: 'process_order', order_id: exampleId }, problems: ['order_not_found'] },
    run: async (ctx, input) => ({ commission: await processCommissions(ctx, input) }),
  }),
}
