import { sql } from 'drizzle-orm'
import type { OrderStatus } from '#domain/order.ts'
import { lostReplySeconds, promptRefused, resultOf } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'
import type { OrderLine, OrderView, PaymentView } from '#domain/receipt.ts'
import type { Context } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'

/**
 * An order for whoever may see it: its signed-in owner, an admin, or the bearer of its key. Everybody else, and everybody who guesses,
 * gets Problem `order_not_found`: whether an order exists is nobody else's business.
 */
export async function getOrder(ctx: Context, id: string): Promise<OrderView> {
  if (!isUuid(id)) throw new Problem('order_not_found')
  const { rows } = await ctx.db.execute<Row>(sql`
    select o.*, ${ctx.now} as now, f.affiliate_code,
      (select coalesce(json_agg(json_build_object('product_id', i.product_id, 'name', i.name, 'size', i.size, 'quantity', i.quantity,
          'price', i.price, 'image_url', i.image_url) order by i.name, i.size), '[]') from order_items i where i.order_id = o.id) as lines,
      (select json_build_object('state', a.state, 'phone', a.phone, 'amount', a.amount, 'result_code', a.result_code, 'created_at', a.created_at)
        from payment_attempts a where a.order_id = o.id order by (a.state = 'paid') desc, a.created_at desc limit 1) as payment,
      (select coalesce(json_agg(json_build_object('status', e.to_status, 'at', e.created_at) order by e.id), '[]') from order_events e where e.order_id = o.id) as timeline
    from orders o left join profiles f on f.id = o.affiliate_id where o.id = ${id}`)
  const row = rows[0]
  if (!row || !mayRead(ctx, row)) throw new Problem('order_not_found')
  return {
    id: row.id,
    short_code: row.short_code,
    status: row.status,
    total_amount: Number(row.total_amount),
    customer_name: row.customer_name,
    customer_phone: row.customer_phone,
    delivery_address: row.delivery_address,
    mpesa_receipt_number: row.mpesa_receipt_number,
    created_at: iso(row.created_at),
    paid_at: row.paid_at && iso(row.paid_at),
    hold_expires_at: iso(row.hold_expires_at),
    discarded: row.discarded_at !== null,
    lines: row.lines,
    payment: row.payment && toPayment(row.payment, new Date(row.now)),
    timeline: row.timeline.map(({ status, at }) => ({ status, at: iso(at) })),
    affiliate_code: row.affiliate_code,
  }
}

/** Raw statements answer instants as PostgreSQL writes them. */
function iso(instant: string): string {
  return new Date(instant).toISOString()
}

function mayRead(ctx: Context, order: { id: string; user_id: string | null }): boolean {
  const { actor, services } = ctx
  if (actor.isAdmin) return true
  if (actor.userId !== null && actor.userId === order.user_id) return true
  return actor.orderKey !== null && services.secrets.matches(services.secrets.orderKey(order.id), actor.orderKey)
}

function toPayment(attempt: AttemptRow, now: Date): PaymentView {
  const { state, phone, amount, result_code, created_at } = attempt
  const requested = new Date(created_at)
  const retryAt = state === 'unknown' ? new Date(requested.getTime() + lostReplySeconds * 1000) : null
  return {
    state,
    phone,
    amount,
    result_code,
    sentence: result_code === null ? null : sentenceOf(result_code),
    requested_at: requested.toISOString(),
    may_retry: state === 'failed' || (retryAt !== null && retryAt <= now),
    retry_at: retryAt?.toISOString() ?? null,
  }
}

/** `refused` and `busy` are ours (send-prompt.ts): M-Pesa took no prompt at all. */
function sentenceOf(resultCode: string): string {
  if (resultCode === 'refused') return promptRefused
  if (resultCode === 'busy') return 'M-Pesa is busy and sent no prompt. Wait a minute, then send it again.'
  return resultOf(resultCode).sentence
}

interface AttemptRow {
  state: PaymentView['state']
  phone: string
  amount: number
  result_code: string | null
  created_at: string
}

interface Row extends Record<string, unknown> {
  id: string
  user_id: string | null
  short_code: string
  status: OrderStatus
  total_amount: string
  customer_name: string
  customer_phone: string
  delivery_address: string
  mpesa_receipt_number: string | null
  created_at: string
  paid_at: string | null
  hold_expires_at: string
  discarded_at: string | null
  now: string
  affiliate_code: string | null
  lines: OrderLine[]
  payment: AttemptRow | null
  timeline: { status: OrderStatus; at: string }[]
}
