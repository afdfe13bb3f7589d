import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isTransient, isUnavailable } from '#db/errors.ts'
import { isUnpaid, type OrderStatus } from '#domain/order.ts'
import { syncCommissionWithOrder } from '#features/affiliates/sync-commission.ts'
import type { Context } from '#features/context.ts'
import { writeNotices } from '#features/notices/write-notices.ts'
import { releaseStock } from '#features/orders/release-stock.ts'

interface MoveDetails {
  note?: string
  checkoutRequestId?: string | null
  /** Marks the order paid now. */
  paid?: boolean
  receipt?: string | null
  /** Paid by an admin's statement, without proof. */
  assumed?: boolean
  reason?: string
  /** Gives the pairs back that the order still holds, with this note. */
  releases?: string
  /** The rider who handed it over. */
  riderDay?: string
  /**
   * A change of an attempt without which the order does not move. It runs in the same statement, reads the CTE `before`, which locks the order, and returns
   * `moves` of the row that it changed.
   */
  onlyAfter?: SQL
  /** Another change in the same statement; it reads the CTE `moved`. */
  also?: SQL
}

/**
 * Moves an order along one row of the tables in domain/order.ts: one guarded UPDATE and one row in `order_events`, in one statement. Every change of a status
 * passes here: it writes the buyer's notices along, and the commission of a referred order follows the status; while an order waits for its money, its
 * commission waits too. Answers false when the order no longer has the status from which the move begins, so two admins cannot both win. A discarded order only
 * moves when it is paid.
 */
export async function transitionOrder(
  tx: Database,
  ctx: Context,
  /** Null of an attempt without an order, for the sake of `onlyAfter`. */
  orderId: string | null,
  move: { from: readonly OrderStatus[]; to: OrderStatus },
  details: MoveDetails = {},
): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string; affiliate_id: string | null }>(sql`
    with before as (select id, status, paid_at, discarded_at, affiliate_id from orders where id = ${orderId}::uuid for update),
    changed as (${details.onlyAfter ?? sql`select true as moves`}),
    moved as (
      update orders o set status = ${move.to},
        checkout_request_id = coalesce(${details.checkoutRequestId ?? null}, o.checkout_request_id),
        mpesa_receipt_number = coalesce(${details.receipt ?? null}, o.mpesa_receipt_number),
        paid_at = case when ${details.paid ?? false} then coalesce(o.paid_at, ${ctx.now}) else o.paid_at end,
        payment_assumed = case when ${details.paid ?? false} then ${details.assumed ?? false} else o.payment_assumed end,
        discarded_at = null,
        packed_at = case when ${move.to === 'cancelled'} then null else o.packed_at end,
        cancel_reason = coalesce(${details.reason ?? null}, o.cancel_reason)
      from before
      where o.id = before.id and exists (select from changed where moves) and before.status = any(${`{${move.from.join(',')}}`}::text[]) and (o.discarded_at is null or ${details.paid ?? false})
      returning o.id, o.affiliate_id, before.status as from_status, o.customer_email, o.anonymised_at
    ), inserted_event as (
      insert into order_events (order_id, from_status, to_status, actor_id, note, created_at, rider_day_id)
      select id, from_status, ${move.to}, ${ctx.actor.userId}::uuid, ${details.note ?? details.reason ?? null}, ${ctx.now}, ${details.riderDay ?? null}::uuid from moved
      returning id
    ), noticed as (${writeNotices(ctx, move.to)}),
    changed_also as (${details.also ?? sql`select`})
    select id, affiliate_id from moved`)
  if (rows[0]) ctx.log.info({ order: orderId, status: move.to }, 'order moved')
  // Pairs before the affiliate's wallet, everywhere: no deadlock.
  if (rows[0] && details.releases) await releaseStock(tx, ctx, rows[0].id, details.releases)
  if (rows[0]?.affiliate_id && !isUnpaid(move.to)) await syncCommissionOrLog(tx, ctx, rows[0].id)
  return rows.length === 1
}

/**
 * A failure of a commission does not stop an order or a payment: it is logged (spec §4, §8), and process-affiliate-commissions does it again. A failure that
 * may pass when the whole transaction is tried again is thrown to the caller, who retries.
 */
async function syncCommissionOrLog(tx: Database, ctx: Context, order: string): Promise<void> {
  try {
    await tx.transaction((savepoint) => syncCommissionWithOrder(savepoint, ctx, order))
    ctx.log.info({ order }, 'commission brought in line with its order')
  } catch (error) {
    if (isTransient(error) || isUnavailable(error)) throw error
    ctx.log.error({ order, error }, 'the commission was not brought in line with its order')
  }
}
