import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { paymentMoves } from '#domain/order.ts'
import type { LockedOrder } from '#features/orders/lock-order.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'

/**
 * An attempt of an order failed, and the order fails with it, unless its current prompt is another and still open: then the order waits for that one. Under its
 * lock.
 */
export async function failOrder(tx: Database, ctx: Context, order: LockedOrder | null, note: string): Promise<void> {
  if (!order) return
  const { rows } = await tx.execute(
    sql`select from payment_attempts where order_id = ${order.id} and state in ('created', 'accepted', 'unknown') and replaced_at is null limit 1`,
  )
  if (rows.length === 0) await transitionOrder(tx, ctx, order.id, paymentMoves.failed, { note: note.slice(0, 500) })
}
