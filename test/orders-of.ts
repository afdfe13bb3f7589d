import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { contextOn, placed, putOnShelf, tellFailed, tellPaid } from './checkout.ts'

let shelves = 0

/** An order of two pairs of size 42, in the name of a buyer. The shop's own jobs leave it alone: its M-Pesa is the test's. */
export async function orderFor(database: { db: Database }, customer_name: string, becomes: 'awaiting_payment' | 'pending' | 'failed' | 'paid') {
  const { db } = database
  shelves += 1
  const shoe = await putOnShelf(database, { name: `Mbio Runner ${shelves}`, sizes: { '42': 10 } })
  const order = await placed(contextOn(database), [[shoe, '42', 2]], { customer_name })
  await db.execute(sql`update payment_attempts set next_check_at = null where order_id = ${order.id}`)
  if (becomes === 'paid') await tellPaid(order.ctx, order.attempt)
  if (becomes === 'failed') await tellFailed(order.ctx, order.attempt)
  if (becomes === 'pending') {
    await db.execute(sql`update orders set status = 'pending' where id = ${order.id}`)
    await db.execute(sql`insert into order_events (order_id, to_status) values (${order.id}, 'pending')`)
  }
  return { ...order, code: order.id.slice(0, 8) }
}
