import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import type { CommissionRow } from '#features/affiliates/commission-row.ts'
import { listCommissions } from '#features/affiliates/list-commissions.ts'
import { syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import { readOrder } from '#features/orders/read-order.ts'

export const processingInput = z.object({
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
