import { sql } from 'drizzle-orm'
import type { NoticeChannel, NoticeKind, NoticeState } from '#domain/buyer-notice.ts'
import { type CommissionStatus, namingRefusal } from '#domain/commission.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { AttemptState, RefundReason } from '#domain/payment.ts'
import { isTakenBack } from '#features/affiliates/counted.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { describeOutcome } from '#features/orders/describe-outcome.ts'
import { itemsOf, type OrderItemRow } from '#features/orders/order-item-row.ts'
import { iso, type OrderRow, toOrderRow } from '#features/orders/order-row.ts'
import { readOrder } from '#features/orders/read-order.ts'

/** Who did it: null for the shop itself, an empty name for a deleted account. */
export type Doer = { id: string; full_name: string } | null

/** A prompt, or a payment recorded by hand, with what M-Pesa said of it: in plain words, and as it came. */
export interface AttemptView {
  id: string
  source: 'prompt' | 'recorded'
  phone: string
  amount: number
  state: AttemptState
  sentence: string | null
  receipt: string | null
  result_code: string | null
  result_desc: string | null
  merchant_request_id: string | null
  checkout_request_id: string | null
  recorded_by: Doer
  /** Since when another number's prompt stands in its place; it stays payable. */
  replaced_at: string | null
  created_at: string
  prompted_at: string | null
  settled_at: string | null
  /** How often M-Pesa was asked, and when it will be asked next. */
  checks: number
  next_check_at: string | null
  needs_review_at: string | null
  review_reason: string | null
  callbacks: { received_at: string; outcome: string | null; body: string }[]
}

export interface RefundView {
  id: string
  attempt_id: string
  amount: number
  reason: RefundReason
  state: 'due' | 'done' | 'failed'
  receipt: string | null
  note: string | null
  created_at: string
  processed_at: string | null
  processed_by: Doer
}

/** What the buyer was told. `at`: when it went out, or since when it waits or is over. */
export interface NoticeView {
  kind: NoticeKind
  channel: NoticeChannel
  state: NoticeState
  at: string
  tries: number
  /** Why it did not go out, or not yet. */
  reason: string | null
}

/** Everything about an order that admins work with. Money in KSh, times in ISO 8601. */
export interface AdminOrder extends OrderRow {
  discarded: boolean
  cancel_reason: string | null
  payment_assumed: boolean
  order_items: OrderItemRow[]
  attempts: AttemptView[]
  refunds: RefundView[]
  events: { from_status: OrderStatus | null; to_status: OrderStatus; note: string | null; at: string; by: Doer }[]
  notices: NoticeView[]
  /** Versions of the internal note, the newest first: the first one stands. */
  notes: { id: number; note: string; at: string; by: Doer }[]
  commission: { id: string; commission_amount: number; status: CommissionStatus; reason: string | null; clawed_back: boolean } | null
  /** The admin who named the affiliate afterwards; null where the order carried a link, or has no affiliate. */
  affiliate_named: { at: string; by: Doer } | null
  /** It came by no link, and an affiliate can still be named. */
  may_name_affiliate: boolean
}

/** An order as Order Management shows it; also a discarded one. Problems: signed_out, forbidden, order_not_found. */
export async function getAdminOrder(ctx: Context, id: string): Promise<AdminOrder> {
  requireAdmin(ctx)
  const order = await readOrder(ctx, id)
  const { rows } = await ctx.db.execute<{ found: Found }>(sql`
    select json_build_object('discarded', o.discarded_at is not null, 'cancel_reason', o.cancel_reason, 'payment_assumed', o.payment_assumed,
      'attempts', (select coalesce(json_agg(json_build_object('id', a.id, 'source', a.source, 'phone', a.phone, 'amount', a.amount, 'state', a.state,
          'receipt', a.receipt, 'result_code', a.result_code, 'result_desc', a.result_desc, 'merchant_request_id', a.merchant_request_id,
          'checkout_request_id', a.checkout_request_id, 'recorded_by', ${doer(sql`a.recorded_by`)}, 'replaced_at', a.replaced_at, 'created_at', a.created_at, 'prompted_at', a.prompted_at,
          'settled_at', a.settled_at, 'checks', a.checks, 'next_check_at', a.next_check_at, 'needs_review_at', a.needs_review_at, 'review_reason', a.review_reason,
          'callbacks', (select coalesce(json_agg(json_build_object('received_at', c.received_at, 'outcome', c.outcome, 'body', c.body) order by c.id), '[]')
            from (select * from callbacks where attempt_id = a.id order by id limit 20) c)) order by a.created_at, a.id), '[]')
        from payment_attempts a where a.order_id = o.id),
      'refunds', (select coalesce(json_agg(json_build_object('id', r.id, 'attempt_id', r.attempt_id, 'amount', r.amount, 'reason', r.reason, 'state', r.state, 'receipt', r.receipt,
          'note', r.note, 'created_at', r.created_at, 'processed_at', r.processed_at, 'processed_by', ${doer(sql`r.processed_by`)}) order by r.created_at, r.id), '[]')
        from payment_attempts a join refunds r on r.attempt_id = a.id where a.order_id = o.id),
      'events', (select coalesce(json_agg(json_build_object('from_status', e.from_status, 'to_status', e.to_status, 'note', e.note, 'at', e.created_at,
          'by', ${doer(sql`e.actor_id`)}) order by e.id), '[]') from order_events e where e.order_id = o.id),
      'notices', (select coalesce(json_agg(${noticeView} order by n.id), '[]') from notices n left join mails m on m.id = n.mail_id where n.order_id = o.id),
      'notes', (select coalesce(json_agg(json_build_object('id', n.id, 'note', n.note, 'at', n.created_at, 'by', ${doer(sql`n.author_id`)}) order by n.id desc), '[]')
        from (select * from order_notes where order_id = o.id order by id desc limit 50) n),
      'commission', (select json_build_object('id', c.id, 'commission_amount', c.commission_amount, 'status', c.status, 'reason', c.reason, 'clawed_back', ${isTakenBack})
        from affiliate_commissions c where c.order_id = o.id),
      'affiliate_named', case when o.affiliate_named_at is not null then json_build_object('at', o.affiliate_named_at, 'by', ${doer(sql`o.affiliate_named_by`)}) end,
      'age_days', extract(epoch from ${ctx.now} - o.created_at) / 86400) as found
    from orders o where o.id = ${order.id}`)
  const { age_days: ageDays, ...found } = (rows[0] as { found: Found }).found
  return {
    ...toOrderRow(ctx, order),
    ...found,
    order_items: itemsOf(order),
    attempts: found.attempts.map((attempt) => toAttempt(ctx, attempt)),
    refunds: found.refunds.map((refund) => ({ ...refund, created_at: iso(refund.created_at), processed_at: isoOrNull(refund.processed_at) })),
    events: found.events.map((event) => ({ ...event, at: iso(event.at) })),
    notices: found.notices.map((notice) => ({ ...notice, at: iso(notice.at) })),
    notes: found.notes.map((note) => ({ ...note, at: iso(note.at) })),
    affiliate_named: found.affiliate_named && { ...found.affiliate_named, at: iso(found.affiliate_named.at) },
    may_name_affiliate:
      namingRefusal({ status: order.status, isDiscarded: found.discarded, hasAffiliate: order.affiliate_id !== null, ageDays }) === null,
  }
}

type Found = Omit<AdminOrder, keyof OrderRow | 'order_items' | 'attempts' | 'may_name_affiliate'> & {
  attempts: Omit<AttemptView, 'sentence'>[]
  age_days: number
}

/** SQL: who an id is, as a `Doer`. */
function doer(id: ReturnType<typeof sql>) {
  return sql`case when ${id} is not null then json_build_object('id', ${id}, 'full_name', coalesce((select full_name from profiles where id = ${id}), '')) end`
}

/**
 * SQL: a notice as a `NoticeView`. An e-mail is under way once it is in the mail queue: how that ended stands there. What a mail server said may name the
 * address, so only that it refused is told.
 */
const noticeView = sql`json_build_object('kind', n.kind, 'channel', n.channel, 'tries', coalesce(m.tries, n.tries),
  'state', case when m.given_up_at is not null then 'failed' when m.next_try_at is not null then 'sending' else n.state end,
  'at', coalesce(m.given_up_at, m.sent_at, n.sent_at, n.created_at),
  'reason', case when m.given_up_at is not null then 'the mail server refused it' else n.last_error end)`

function toAttempt(ctx: Context, attempt: Found['attempts'][number]): AttemptView {
  return {
    ...attempt,
    sentence: describeOutcome(ctx, attempt).sentence,
    created_at: iso(attempt.created_at),
    replaced_at: isoOrNull(attempt.replaced_at),
    prompted_at: isoOrNull(attempt.prompted_at),
    settled_at: isoOrNull(attempt.settled_at),
    next_check_at: isoOrNull(attempt.next_check_at),
    needs_review_at: isoOrNull(attempt.needs_review_at),
    callbacks: attempt.callbacks.map((callback) => ({ ...callback, received_at: iso(callback.received_at) })),
  }
}

function isoOrNull(instant: string | null): string | null {
  return instant === null ? null : iso(instant)
}
