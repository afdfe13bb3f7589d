import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { exampleId, operation, withFields } from '#core/operation.ts'
import {
  changeCommission,
  changeCommissions,
  commissionChanges,
  commissionOutcome,
  commissionsChanges,
} from '#features/affiliates/change-commission.ts'
import { type CommissionRow, commissionRow, listCommissions } from '#features/affiliates/commissions.ts'
import { ensureCommission, ensureCommissionInput } from '#features/affiliates/ensure-commission.ts'
import { nameAffiliate, namingInput } from '#features/affiliates/name-affiliate.ts'
import { syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import { readOrder } from '#features/orders/read-order.ts'

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
