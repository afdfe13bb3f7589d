import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { violates } from '#db/errors.ts'
import type { LockedOrder } from '#features/orders/lock-order.ts'

/** Cancelling an order, or the end of its hold, returns to stock the pairs that it still holds. A second call changes nothing: it releases the sum of its movements. */
export async function releaseStock(tx: Database, ctx: Context, orderId: string, note: string): Promise<void> {
  await tx.execute(sql`
    insert into stock_movements (product_size_id, delta, reason, order_id, actor_id, note, created_at)
    select product_size_id, -sum(delta), 'release', ${orderId}::uuid, ${ctx.actor.userId}::uuid, ${note}, ${ctx.now}
    from stock_movements where order_id = ${orderId} group by product_size_id having sum(delta) < 0 order by product_size_id`)
}

/**
 * Reserves the pairs of a locked order again, for a payment that came late. A discarded order comes back first: that locks its customer's row, which is locked
 * before pairs everywhere. Returns false, and has changed nothing, when a pair is gone.
 */
export async function reserveStockAgain(tx: Database, ctx: Context, order: LockedOrder): Promise<boolean> {
  try {
    await tx.transaction(async (savepoint) => {
      if (order.isDiscarded) await savepoint.execute(sql`update orders set discarded_at = null where id = ${order.id}`)
      await savepoint.execute(sql`
        insert into stock_movements (product_size_id, delta, reason, order_id, actor_id, note, created_at)
        select i.product_size_id, -i.quantity - coalesce(sum(m.delta), 0), 'hold', i.order_id, ${ctx.actor.userId}::uuid, 'Paid late', ${ctx.now}
        from order_items i left join stock_movements m on m.order_id = i.order_id and m.product_size_id = i.product_size_id
        where i.order_id = ${order.id}
        group by i.order_id, i.product_size_id, i.quantity having -i.quantity - coalesce(sum(m.delta), 0) <> 0
        order by i.product_size_id`)
    })
    return true
  } catch (error) {
    if (violates(error, 'product_size_stock_check')) return false
    throw error
  }
}
