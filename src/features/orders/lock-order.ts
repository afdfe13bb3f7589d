import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import type { OrderStatus } from '#domain/order.ts'

export interface LockedOrder {
  id: string
  status: OrderStatus
  total: Cents
  /** The total without the fee of delivery: what a commission is a share of. */
  goods: Cents
  isPaid: boolean
  isAssumed: boolean
  isDiscarded: boolean
  /** Its delivery is still to be agreed. */
  isToAgree: boolean
  /** An admin has recorded a payment by hand. */
  isRecorded: boolean
  attempts: number
}

interface Stored extends Record<string, unknown> {
  status: OrderStatus
  total_amount: string
  delivery_fee: string
  is_paid: boolean
  payment_assumed: boolean
  is_discarded: boolean
  delivery_to_agree: boolean
  is_recorded: boolean
  attempts: number
}

/** An order, locked until the transaction ends; null when it was wiped. Orders are locked before their attempts, everywhere: no deadlock. */
export async function lockOrder(tx: Database, orderId: string | null): Promise<LockedOrder | null> {
  if (orderId === null) return null
  // A statement of its own: so the next one counts the rows as they are after the wait, not before it.
  await tx.execute(sql`select from orders where id = ${orderId} for update`)
  const { rows } = await tx.execute<Stored>(sql`
    select status, total_amount, delivery_fee, paid_at is not null as is_paid, payment_assumed, discarded_at is not null as is_discarded, delivery_to_agree,
      exists (select from payment_attempts a where a.order_id = o.id and a.source = 'recorded') as is_recorded,
      (select count(*)::integer from payment_attempts a where a.order_id = o.id) as attempts
    from orders o where id = ${orderId}`)
  const row = rows[0]
  if (!row) return null
  return {
    id: orderId,
    status: row.status,
    total: fromShillings(row.total_amount),
    goods: fromShillings(row.total_amount) - fromShillings(row.delivery_fee),
    isPaid: row.is_paid,
    isAssumed: row.payment_assumed,
    isDiscarded: row.is_discarded,
    isToAgree: row.delivery_to_agree,
    isRecorded: row.is_recorded,
    attempts: row.attempts,
  }
}
