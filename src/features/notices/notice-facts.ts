import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Context } from '#core/context.ts'
import { selectOf } from '#core/select-of.ts'
import type { NoticeChannel, NoticeKind } from '#domain/buyer-notice.ts'
import { type ChangedTexts, smsParts, toGsm7 } from '#domain/message-texts.ts'
import type { OrderRefundReason } from '#domain/payment.ts'
import { type NoticeFacts, smsWords } from '#features/notices/notice-texts.ts'
import { orderRow } from '#features/orders/order-row.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/** A due notice that this process has taken. */
export interface DueNotice extends Record<string, unknown> {
  id: string
  kind: NoticeKind
  channel: NoticeChannel
  order_id: string
  tries: number
}

export const noticeColumns = orderRow.pick({
  ...{ short_code: true, status: true, user_id: true, customer_name: true, customer_phone: true, customer_email: true },
  ...{ receiver_phone: true, delivery_address: true, delivery_kind: true, delivery_option: true, delivery_point: true },
  ...{ promised_from: true, promised_to: true, delivery_to_agree: true, mpesa_receipt_number: true },
})

/** The facts of its order at the moment of sending. Money as PostgreSQL writes it. */
export type NoticeOrder = z.infer<typeof noticeColumns> & {
  total_amount: string
  delivery_fee: string
  /** Read together with the phone: a link never goes to another number than the one that it is made for. */
  phone_changes: number
  /** Of the pick-up point, as it is now; null where the order is brought, and where the point is gone. */
  point_address: string | null
  point_hours: string | null
  /** The money to refund: of a notice about a refund, that refund; otherwise all refunds on the list. */
  refund_due: string
  refund_reason: OrderRefundReason | null
  /** The number that paid the money to refund, where it differs from the order's own: a replaced number, or another person's. */
  refund_phone: string | null
  /** The receipt of the money to refund: of a notice about a refund, of its payment; otherwise of the order. */
  refunded_receipt: string | null
  /** What the buyer tells the rider; null where no rider brings the order. */
  delivery_code: string | null
  courier: string | null
  parcel_number: string | null
  discarded: boolean
  nameless: boolean
  /** A later move has a notice of its own. */
  overtaken: boolean
  /** The notice is no news any more. */
  late: boolean
  lines: { name: string; size: string; quantity: number; price: number }[]
}

/**
 * By notice, at most `messagesAtOnce`; without those whose orders were cleared meanwhile, and their notices with them. The list of ids always has the same length: PostgreSQL plans
 * a statement again for each list whose length it does not know, which takes longer than reading.
 */
export async function readNoticeOrders({ db, now }: Pick<Context, 'db' | 'now'>, ids: string[], hours: number): Promise<Map<string, NoticeOrder>> {
  const list = Array.from({ length: messagesAtOnce }, (_, at) => sql`${ids[at] ?? null}::bigint`)
  const { rows } = await db.execute<NoticeOrder & { notice: string }>(sql`
    select n.id::text as notice, ${selectOf(noticeColumns, 'o')}, o.total_amount, o.delivery_fee, o.phone_changes, w.address as point_address, w.hours as point_hours,
      coalesce(f.amount, (select coalesce(sum(r.amount), 0) from refunds r where r.order_id = o.id and r.state = 'due')) as refund_due, f.reason as refund_reason,
      (select a.phone from payment_attempts a where a.id = f.attempt_id and a.phone <> o.customer_phone) as refund_phone,
      coalesce((select a.receipt from payment_attempts a where a.id = f.attempt_id), o.mpesa_receipt_number) as refunded_receipt,
      case when d.rider_day_id is not null then d.code end as delivery_code, d.courier, d.parcel_number,
      o.discarded_at is not null as discarded, o.anonymised_at is not null as nameless,
      n.event_id is not null and exists (select from notices later
        where later.order_id = n.order_id and later.channel = n.channel and later.id > n.id and later.event_id is not null) as overtaken,
      n.created_at < ${now} - make_interval(hours => ${hours}) as late,
      (select json_agg(json_build_object('name', i.name, 'size', i.size, 'quantity', i.quantity, 'price', i.price) order by i.name, i.size)
        from order_items i where i.order_id = o.id) as lines
    from notices n join orders o on o.id = n.order_id left join refunds f on f.id = n.refund_id left join deliveries d on d.order_id = o.id
      left join lateral (select p.address, p.hours from delivery_options p join delivery_zones z on z.id = p.zone_id
        where z.name = o.delivery_zone and p.name = o.delivery_option and p.kind = o.delivery_kind and p.kind in ('pickup', 'collect') order by p.id limit 1) w on true
    where n.id = any(array[${sql.join(list, sql`, `)}])`)
  return new Map(rows.map((row) => [row.notice, row]))
}

/** Letters of the shop's name: enough to recognise it, and few enough for one message with a host of 24 characters. */
const maxNameLength = { whole: 30, short: 20 }

/**
 * A notice as a short message, in plain characters: one SMS where the shop's host has 24 characters at most, two for a long place to collect. A long name is
 * shortened, and first the promised days, then the fee are left out, rather than paying for a second message; of a place to collect first the hours, then the
 * address, rather than the link. A link that would not fit into two messages is left out rather than cut.
 */
export function noticeSms(kind: NoticeKind, facts: NoticeFacts, link: string, changed: ChangedTexts = {}): string {
  const worded = (most: number, change: Partial<NoticeFacts> = {}) => {
    const name = toGsm7(facts.shop.name).slice(0, most).trim()
    return toGsm7(smsWords(kind, { ...facts, ...change, shop: { ...facts.shop, name } }, changed))
  }
  const withLink = (words: string) => `${words} ${link}`.trim()
  const deliveries = [facts.delivery, facts.delivery && { ...facts.delivery, days: null }, null]
  const inOne = deliveries
    .flatMap((delivery) => [worded(maxNameLength.whole, { delivery }), worded(maxNameLength.short, { delivery })])
    .map(withLink)
    .find((text) => smsParts(text) === 1)
  if (inOne !== undefined) return inOne
  const inTwo = [{}, { hours: null }, { hours: null, point: facts.pointName }]
    .map((change) => withLink(worded(maxNameLength.whole, change)))
    .find((text) => smsParts(text) <= 2)
  return inTwo ?? worded(maxNameLength.whole).replace(/(?<=[.!]) [^.!]*:$/, '')
}
