import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { isUnpaid, paymentMoves, unpaidStatuses } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { discardDraft, withDraftKey } from '#features/orders/order-draft.ts'
import { findOrder, readOrder, rightTo } from '#features/orders/read-order.ts'
import { releaseStock } from '#features/orders/release-stock.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'

/**
 * Spec §4 calls this deleting an order after a failed payment: the order disappears from every list and its pairs go back; in the database it is only marked,
 * because money may still come (decisions). A draft is deleted. The id alone, from the network of its draft, deletes no order whose prompt is on the phone.
 */
export async function discardOrder(ctx: Context, orderId: string): Promise<void> {
  const held = await withDraftKey(ctx, orderId)
  // Looks for a draft first: lines that come at this instant find it gone, or have made it an order by now.
  if ((await discardDraft(held, orderId)) && (await findOrder(held, orderId)) === null) return
  const byIdAlone = rightTo(ctx, await readOrder(held, orderId)) === null
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order || order.isDiscarded) return
    if (order.isPaid) throw new Problem('already_paid')
    if (!isUnpaid(order.status)) throw new Problem('order_closed')
    if (byIdAlone && (await isPrompted(tx, orderId))) throw new Problem('order_prompted')
    await transitionOrder(tx, ctx, orderId, paymentMoves.failed, { note: 'Discarded by the buyer' })
    await markDiscarded(tx, ctx, orderId, 'Order discarded')
    if (may(ctx.actor, 'see_orders'))
      await writeAudit(tx, ctx, { action: 'order discarded', table: 'orders', id: orderId, before: { status: order.status } })
  })
}

/** Whether a prompt of a locked order is on a phone, or on its way there. One whose reply was lost does not count: the shop knows no id to ask about. */
async function isPrompted(tx: Database, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from payment_attempts where order_id = ${orderId} and (state in ('created', 'accepted') or (state = 'unknown' and checkout_request_id is not null)) limit 1`)
  return rows.length > 0
}

/** Takes a locked order that is not paid out of every list: its pairs go back, and it earns no affiliate a commission. The row stays: money may still come. */
export async function markDiscarded(tx: Database, ctx: Context, orderId: string, why: string): Promise<void> {
  await tx.execute(sql`update orders set discarded_at = ${ctx.now} where id = ${orderId} and discarded_at is null`)
  await releaseStock(tx, ctx, orderId, why)
  await ctx.services.effects.orderChanged(tx, ctx, orderId)
}

/**
 * Orders whose hold ran out unpaid become `buyer_not_paid` and their pairs go back on the shelf; a payment that comes later revives them
 * or is paid back (decisions, Sizes and stock). Returns how many.
 */
export async function expireOrders(ctx: Context): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from orders where discarded_at is null and status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) and hold_expires_at <= ${ctx.now}
    order by hold_expires_at limit 100`)
  for (const { id } of rows) {
    try {
      const note = 'The hold ran out unpaid'
      await ctx.db.transaction((tx) => transitionOrder(tx, ctx, id, paymentMoves.expired, { note, releases: note }))
    } catch (error) {
      // One order that cannot expire now does not stop the others.
      ctx.log.error({ order: id, error }, 'order not expired; it comes round again')
    }
  }
  return rows.length
}
