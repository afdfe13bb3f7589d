import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { mayPack } from '#domain/open-work.ts'
import { statusLabel } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { type OrderOutcome, orderIds, outcomesOf } from '#features/orders/change-orders.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { readWork } from '#features/orders/read-order.ts'

export const packingInput = z.object({
  ids: orderIds,
  packed: z.boolean('Say whether they are packed.').meta({ description: 'False takes it back, until the order is shipped' }),
})

/**
 * An admin or a packer marks several orders as packed, or as not packed after all, each for itself. An order that is so already stays as it was, without a row in the audit
 * log. Refusals of one order: order_not_found, order_locked (it is not paid, or has been shipped or cancelled).
 */
export async function packOrders(ctx: Context, sent: unknown): Promise<OrderOutcome[]> {
  requirePermission(ctx, 'ship_orders')
  requireUser(ctx)
  const { ids, packed } = parseInput(packingInput, sent)
  return outcomesOf(ids, (id) => packOrder(ctx, id, packed))
}

async function packOrder(ctx: Context, id: string, packed: boolean) {
  const { short_code } = await readWork(ctx, id)
  return ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order || !mayPack(order.status)) throw new Problem('order_locked', { detail: statusLabel(order?.status ?? 'cancelled') })
    const { rows } = await tx.execute<{ id: string }>(sql`
      update orders set packed_at = ${packed ? ctx.now : sql`null`} where id = ${id} and packed_at is ${packed ? sql`null` : sql`not null`} returning id`)
    if (rows.length > 0) await writeAudit(tx, ctx, { action: packed ? 'order packed' : 'order unpacked', table: 'orders', id, after: { packed } })
    return { status: order.status, short_code }
  })
}
