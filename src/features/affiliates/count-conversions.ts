import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { Problem } from '#domain/problem.ts'
import { withDraftKey } from '#features/orders/order-draft.ts'
import { readOrder } from '#features/orders/read-order.ts'

export const conversionInput = z.object({
  converted: z.literal(true, 'Only true can be written.'),
  order_id: z.string('Say which order.').meta({ format: 'uuid' }),
})

/**
 * The specification's client marks an affiliate's clicks as converted after its order. In this shop the order's payment does that, for the clicks of its own
 * buyer only (decisions, A referral link). This function changes nothing and answers the number of those clicks, 0 before the payment (convert-visit.ts
 * converts them).
 */
export async function countConversions(ctx: Context, sent: unknown): Promise<{ converted: number }> {
  const { order_id } = parseInput(conversionInput, sent)
  const order = await readOrder(await withDraftKey(ctx, order_id), order_id)
  if (order.discarded_at !== null) throw new Problem('order_not_found')
  const { rows } = await ctx.db.execute<{ converted: number }>(
    sql`select count(*)::integer as converted from affiliate_clicks where order_id = ${order.id} and converted`,
  )
  return { converted: rows[0]?.converted ?? 0 }
}
