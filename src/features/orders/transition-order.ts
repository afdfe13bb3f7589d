import { type SQL, sql } from 'drizzle-orm'
import { type Asked, arrayOf, asManyAs, type SharedContext } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { isTransient, isUnavailable } from '#db/errors.ts'
import { isUnpaid, type OrderStatus } from '#domain/order.ts'
import { writeNotices } from '#features/orders/order-notices.ts'
import { releaseStock } from '#features/orders/release-stock.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** An order moved or was discarded: its commission follows. */
    orderChanged(tx: Database, ctx: Context, orderId: string): Promise<void>
  }
}

/** What a move writes along, the same for all orders of a statement. */
interface MoveDetails {
  note?: string
  /** Marks the order paid now. */
  paid?: boolean
  /** Paid by an admin's statement, without proof. */
  assumed?: boolean
  reason?: string
  /** The rider who handed it over. */
  riderDay?: string
  /**
   * A change of attempts without which no order moves. It runs in the same statement, reads the CTE `before`, which locks the orders, and returns `order_id` and
   * `moves` of each attempt that it changed.
   */
  onlyAfter?: SQL
  /** Another change in the same statement; it reads the CTE `moved`. */
  also?: SQL
}

/** An order that is to move. */
export interface OrderToMove {
  /** Null of an attempt without an order, for the sake of `onlyAfter`. */
  orderId: string | null
  actorId: string | null
  checkoutRequestId?: string | null
  receipt?: string | null
}

export interface MovedOrder extends Record<string, unknown> {
  id: string
  affiliate_id: string | null
}

/**
 * Moves an order along one row of the tables in domain/order.ts. Every change of a status passes here: the commission of a referred order follows the status; while an
 * order waits for its money, its commission waits too. Returns false when the order no longer has the status from which the move begins, so two admins cannot both win.
 * A discarded order does not move.
 */
export async function transitionOrder(
  tx: Database,
  ctx: Context,
  orderId: string,
  move: { from: readonly OrderStatus[]; to: OrderStatus },
  /** `releases` gives the pairs back that the order still holds, with this note. */
  { releases, checkoutRequestId, receipt, ...details }: MoveDetails & Omit<OrderToMove, 'orderId' | 'actorId'> & { releases?: string } = {},
): Promise<boolean> {
  const order = { orderId, actorId: ctx.actor.userId, checkoutRequestId, receipt }
  const [moved] = await transitionOrders({ ...ctx, db: tx }, [order], move, { ...details, locked: 'wait' })
  if (!moved) return false
  logMove(ctx, orderId, move)
  // Pairs before the affiliate's wallet, everywhere: no deadlock.
  if (releases) await releaseStock(tx, ctx, orderId, releases)
  if (moved.affiliate_id && !isUnpaid(move.to)) await syncCommissionOrLog(tx, ctx, orderId)
  return true
}

/**
 * Moves an order in one statement: a guarded UPDATE, a row in `order_events` and the buyer's notices. The commission is left to the caller. Returns the order if it moved. `locked`:
 * whether an order that somebody else has locked is waited for, or left where it is.
 */
export async function transitionOrders(
  ctx: SharedContext,
  asked: Asked<OrderToMove>,
  move: { from: readonly OrderStatus[]; to: OrderStatus },
  { locked, note, paid, assumed, reason, riderDay, onlyAfter, also }: MoveDetails & { locked: 'wait' | 'skip' },
): Promise<MovedOrder[]> {
  const orders = sql`unnest(${arrayOf(asked, 'orderId')}::uuid[], ${arrayOf(asked, 'actorId')}::uuid[],
    ${arrayOf(asked, 'checkoutRequestId')}::text[], ${arrayOf(asked, 'receipt')}::text[])`
  const { rows } = await ctx.db.execute<MovedOrder>(sql`
    with asked as (select * from ${orders} as asked (order_id, actor_id, checkout_request_id, receipt) ${asManyAs(asked)}),
    before as (
      select o.id, o.status, o.paid_at, o.discarded_at, o.affiliate_id from asked join orders o on o.id = asked.order_id
      for update of o ${locked === 'skip' ? sql`skip locked` : sql``}
    ),
    changed as (${onlyAfter ?? sql`select order_id, true as moves from asked`}),
    moved as (
      update orders o set status = ${move.to},
        checkout_request_id = coalesce(asked.checkout_request_id, o.checkout_request_id)
        ${paid ? sql`, mpesa_receipt_number = coalesce(asked.receipt, o.mpesa_receipt_number), paid_at = coalesce(o.paid_at, ${ctx.now}), payment_assumed = ${assumed ?? false}` : sql``}
        ${move.to === 'cancelled' ? sql`, packed_at = null` : sql``}
        ${reason === undefined ? sql`` : sql`, cancel_reason = ${reason}`}
      from before join asked on asked.order_id = before.id join changed on changed.order_id = before.id and changed.moves
      where o.id = before.id and before.status = any(${`{${move.from.join(',')}}`}::text[]) and before.discarded_at is null
      returning o.id, o.affiliate_id, before.status as from_status, o.customer_email, o.anonymised_at, asked.actor_id
    ), inserted_event as (
      insert into order_events (order_id, from_status, to_status, actor_id, note, created_at, rider_day_id)
      select id, from_status, ${move.to}, actor_id, ${note ?? reason ?? null}, ${ctx.now}, ${riderDay ?? null}::uuid from moved
      returning id, order_id
    ), noticed as (${writeNotices(ctx, move.to)}),
    changed_also as (${also ?? sql`select`})
    select id, affiliate_id from moved`)
  return rows
}

export function logMove(ctx: Pick<Context, 'log'>, orderId: string, { to }: { to: OrderStatus }) {
  ctx.log.info({ order: orderId, status: to }, 'order moved')
}

/**
 * A failure of a commission does not stop an order or a payment: it is logged (spec §4, §8), and process-affiliate-commissions does it again. A failure that
 * may pass when the whole transaction is tried again is thrown to the caller, who retries.
 */
async function syncCommissionOrLog(tx: Database, ctx: Context, order: string): Promise<void> {
  try {
    await tx.transaction((savepoint) => ctx.services.effects.orderChanged(savepoint, ctx, order))
    ctx.log.info({ order }, 'commission brought in line with its order')
  } catch (error) {
    if (isTransient(error) || isUnavailable(error)) throw error
    ctx.log.error({ order, error }, 'the commission was not brought in line with its order')
  }
}
