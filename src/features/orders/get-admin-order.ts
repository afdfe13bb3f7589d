import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { enumOf, instant, isoText, jsonList, jsonOf } from '#core/select-of.ts'
import { noticeChannels, noticeKinds, noticeStates } from '#domain/buyer-notice.ts'
import { commissionStatuses, namingRefusal } from '#domain/commission.ts'
import { refundReasons } from '#domain/payment.ts'
import { attemptState, type OrderRow, orderItemRow, orderRow, orderStatus, toOrderRow } from '#features/orders/order-row.ts'
import { describePaymentOutcome } from '#features/orders/payments/describe-payment-outcome.ts'
import { readOrder } from '#features/orders/read-order.ts'
import { isTakenBack } from '#features/orders/referral-facts.ts'
import { deliveriesOf, deliveryRow } from '#features/orders/riders/list-deliveries.ts'

const doer = z
  .object({ id: z.uuid(), full_name: z.string() })
  .nullable()
  .meta({ description: 'Null for the shop itself; without a name for a deleted account' })

/** A prompt, or a payment recorded by hand, with M-Pesa's answer to it: in plain words, and as it came. */
export const adminAttempt = z.object({
  id: z.uuid(),
  source: z.enum(['prompt', 'recorded']),
  phone: z.string(),
  amount: z.number(),
  state: attemptState,
  sentence: z.string().nullable().meta({ description: 'What became of it, in plain words' }),
  receipt: z.string().nullable(),
  result_code: z.string().nullable(),
  result_desc: z.string().nullable(),
  replaced_at: instant.nullable().meta({ description: 'A prompt to another number took its place; it stays payable' }),
  merchant_request_id: z.string().nullable(),
  checkout_request_id: z.string().nullable(),
  recorded_by: doer,
  created_at: instant,
  prompted_at: instant.nullable(),
  settled_at: instant.nullable(),
  /** How often M-Pesa was asked, and when it will be asked next. */
  checks: z.int(),
  next_check_at: instant.nullable(),
  needs_review_at: instant.nullable(),
  review_reason: z.string().nullable(),
  callbacks: z.array(z.object({ received_at: instant, outcome: z.string().nullable(), body: z.string() })),
})
export type AttemptView = z.infer<typeof adminAttempt>
export const sentCallback = adminAttempt.shape.callbacks.element

export const adminRefund = z.object({
  id: z.uuid(),
  attempt_id: z.uuid(),
  amount: z.number(),
  reason: z.enum(refundReasons),
  state: z.enum(['due', 'done', 'failed']),
  receipt: z.string().nullable(),
  note: z.string().nullable(),
  created_at: instant,
  processed_at: instant.nullable(),
  processed_by: doer,
})

export const adminEvent = z.object({
  ...{ from_status: orderStatus.nullable(), to_status: orderStatus, note: z.string().nullable(), at: instant, by: doer },
})

export const adminNotice = z.object({
  kind: enumOf(noticeKinds),
  channel: enumOf(noticeChannels),
  state: enumOf(noticeStates),
  at: instant,
  tries: z.int(),
  /** Why it was not sent, or not yet. */
  reason: z.string().nullable(),
})

export const orderNote = z.object({ id: z.int(), note: z.string(), at: instant, by: doer })

export const orderCommission = z.object({
  id: z.uuid(),
  commission_amount: z.number(),
  status: enumOf(commissionStatuses),
  reason: z.string().nullable(),
  clawed_back: z.boolean(),
})

/** Everything about an order that admins work with. Money in KSh. */
export const adminOrder = orderRow.extend({
  discarded: z.boolean(),
  cancel_reason: z.string().nullable(),
  payment_assumed: z.boolean().meta({ description: 'An admin took the payment as made' }),
  order_items: z.array(orderItemRow),
  attempts: z.array(adminAttempt),
  refunds: z.array(adminRefund),
  events: z.array(adminEvent),
  notices: z.array(adminNotice).meta({ description: 'The notices sent to the buyer, and by which channel; `at` is when it was last acted on' }),
  notes: z.array(orderNote).meta({ description: 'Versions, the newest first' }),
  commission: orderCommission.nullable(),
  delivery: deliveryRow.nullable().meta({ description: 'Who brings it, once it was shipped' }),
  affiliate_named: z.object({ at: instant, by: doer }).nullable().meta({ description: 'Who named the affiliate afterwards' }),
  may_name_affiliate: z.boolean().meta({ description: 'It came by no link, and an affiliate can still be named' }),
})
export type AdminOrder = z.infer<typeof adminOrder>

/** An order as Order Management shows it; also a discarded one. */
export async function getAdminOrder(ctx: Context, id: string): Promise<AdminOrder> {
  requirePermission(ctx, 'see_orders')
  const order = await readOrder(ctx, id)
  const { rows } = await ctx.db.execute<{ found: Found }>(sql`
    select json_build_object('discarded', o.discarded_at is not null, 'cancel_reason', o.cancel_reason, 'payment_assumed', o.payment_assumed,
      'attempts', (select ${jsonList(attempt, sql`a.created_at, a.id`)} from payment_attempts a where a.order_id = o.id),
      'refunds', (select ${jsonList(refund, sql`r.created_at, r.id`)}
        from payment_attempts a join refunds r on r.attempt_id = a.id where a.order_id = o.id),
      'events', (select ${jsonList(event, sql`e.id`)} from order_events e where e.order_id = o.id),
      'notices', (select ${jsonList(notice, sql`n.id`)} from notices n left join messages m on m.id = n.mail_id where n.order_id = o.id),
      'notes', (select ${jsonList(note, sql`n.id desc`)} from (select * from order_notes where order_id = o.id order by id desc limit 50) n),
      'commission', (select ${jsonOf(orderCommission, 'c', { clawed_back: isTakenBack })} from affiliate_commissions c where c.order_id = o.id),
      'affiliate_named', case when o.affiliate_named_at is not null then json_build_object('at', ${isoText(sql`o.affiliate_named_at`)}, 'by', ${doerOf(sql`o.affiliate_named_by`)}) end,
      'age_days', extract(epoch from ${ctx.now} - o.created_at) / 86400) as found
    from orders o where o.id = ${order.id}`)
  const { age_days: ageDays, ...found } = (rows[0] as { found: Found }).found
  return {
    ...toOrderRow(ctx, order),
    ...found,
    order_items: order.lines,
    attempts: found.attempts.map((each) => ({ ...each, sentence: describePaymentOutcome(ctx, each).sentence })),
    delivery: (await deliveriesOf(ctx, [order.id])).get(order.id) ?? null,
    may_name_affiliate:
      namingRefusal({
        ...{ status: order.status, isDiscarded: found.discarded, hasAffiliate: order.affiliate_id !== null, ageDays },
        percent: ctx.services.shop.commissionPercent,
      }) === null,
  }
}

type Found = Omit<AdminOrder, keyof OrderRow | 'order_items' | 'attempts' | 'may_name_affiliate' | 'delivery'> & {
  attempts: Omit<AttemptView, 'sentence'>[]
  age_days: number
}

/** SQL: the person with an id, as a `doer`. */
function doerOf(id: ReturnType<typeof sql>) {
  return sql`case when ${id} is not null then json_build_object('id', ${id}, 'full_name', coalesce((select full_name from profiles where id = ${id}), '')) end`
}

const attempt = jsonOf(adminAttempt.omit({ sentence: true }), 'a', {
  recorded_by: doerOf(sql`a.recorded_by`),
  callbacks: sql`(select ${jsonList(jsonOf(sentCallback, 'c'), sql`c.id`)} from (select * from callbacks where attempt_id = a.id order by id limit 20) c)`,
})

const refund = jsonOf(adminRefund, 'r', { processed_by: doerOf(sql`r.processed_by`) })

const event = jsonOf(adminEvent, 'e', {
  note: sql`coalesce(e.note, (select 'Handed over by ' || coalesce(name, 'a rider') from rider_days where id = e.rider_day_id))`,
  at: sql`e.created_at`,
  by: doerOf(sql`e.actor_id`),
})

/** An e-mail is under way once it is in the mail queue, which records how sending it ended. A mail server's refusal may name the address, so only that it refused is told. */
const notice = jsonOf(adminNotice, 'n', {
  tries: sql`coalesce(m.tries, n.tries)`,
  state: sql`case when m.given_up_at is not null then 'failed' when m.next_at is not null then 'sending' else n.state end`,
  at: sql`coalesce(m.given_up_at, m.sent_at, n.sent_at, n.created_at)`,
  reason: sql`case when m.given_up_at is not null then 'the mail server refused it' else n.last_error end`,
})

const note = jsonOf(orderNote, 'n', { at: sql`n.created_at`, by: doerOf(sql`n.author_id`) })
