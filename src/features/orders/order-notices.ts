import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { dayIn } from '#core/days.ts'
import { noticeFor } from '#domain/buyer-notice.ts'
import { lateFromHour } from '#domain/delivery-promise.ts'
import type { OrderStatus } from '#domain/order.ts'
import { isAwaited } from '#features/orders/order-row.ts'

/**
 * SQL: the notices of a move to a status, as a part of the statement that moves the order, so that no move lacks its notice and no notice lacks its move.
 * `moved` has the orders (id, from_status, customer_email, anonymised_at), `inserted_event` their events (id, order_id). E-mail only where the buyer left one; SMS only where the shop
 * can send any.
 */
export function writeNotices({ now, services }: Pick<Context, 'now' | 'services'>, to: OrderStatus): SQL {
  const notice = noticeFor(to)
  if (!notice) return sql`select`
  const begins = notice.from === null ? sql`true` : sql`moved.from_status = any(${`{${notice.from.join(',')}}`}::text[])`
  return sql`
    insert into notices (event_id, order_id, kind, channel, next_at, created_at)
    select inserted_event.id, moved.id, ${notice.kind}, way.channel, ${now}, ${now} from (select moved.*, o.receiver_phone, o.customer_phone from moved join orders o using (id)) moved join inserted_event on inserted_event.order_id = moved.id, ${waysTo(sql`moved`, services, notice.kind === 'shipped')}
    where way.is_open and moved.anonymised_at is null and ${begins}`
}

/** SQL: the notices of a refund, as a part of the statement that writes it; `refunded` has its id and order_id. */
export function writeRefundNotices({ now, services }: Pick<Context, 'now' | 'services'>): SQL {
  return sql`
    insert into notices (refund_id, order_id, kind, channel, next_at, created_at)
    select refunded.id, o.id, 'refund', way.channel, ${now}, ${now} from refunded join orders o on o.id = refunded.order_id, ${waysTo(sql`o`, services)}
    where way.is_open and o.anonymised_at is null`
}

/**
 * Sends the order's link by short message to the number that replaced a mistyped one, where a message has already gone to the mistyped one; a waiting message
 * goes to the right number anyway. Runs in the transaction that corrects the number: the notices that it locks are not being sent.
 */
export async function writeCorrectionNotice({ db, now, services }: Pick<Context, 'db' | 'now' | 'services'>, orderId: string): Promise<void> {
  if (services.sms === null) return
  // A message to the wrong number that is being sent at this moment stays as it is, with any outcome.
  await db.execute(sql`
    with earlier as (select tries, state from notices where order_id = ${orderId} and channel = 'sms' order by id for update)
    insert into notices (order_id, kind, channel, next_at, created_at)
    select ${orderId}, 'link', 'sms', ${now}, ${now}
    where exists (select from earlier where tries > 0) and not exists (select from earlier where tries = 0 and state = 'due')
    on conflict (order_id, channel) where kind = 'link' and next_at is not null
      do update set state = 'due', tries = notices.tries + 1, next_at = excluded.next_at, created_at = excluded.created_at, last_error = null`)
}

/** Sends the code by short message, to the receiver too, where a rider takes over an order whose notice of shipping had none. */
export async function writeRiderNotice({ db, now, services }: Pick<Context, 'db' | 'now' | 'services'>, orderId: string): Promise<void> {
  if (services.sms === null) return
  await db.execute(sql`
    insert into notices (order_id, kind, channel, next_at, created_at)
    select o.id, 'link', way.channel, ${now}, ${now} from orders o, ${waysTo(sql`o`, services, true)}
    where o.id = ${orderId} and o.anonymised_at is null and way.is_open and way.channel <> 'email'
    on conflict (order_id, channel) where kind = 'link' and next_at is not null do nothing`)
}

/** Minutes within which the link is not sent again, also when the buyer presses again. */
const linkRest = 2

/** Whether the link of an order was sent a moment ago (`isResting`), and a mark of the last time, which simultaneous presses share. */
export async function lastLinkNotice({ db, now }: Pick<Context, 'db' | 'now'>, orderId: string): Promise<{ isResting: boolean; mark: string }> {
  const { rows } = await db.execute<{ last: number; is_resting: boolean }>(sql`
    select coalesce(max(id), 0)::integer as last, coalesce(max(created_at) > ${now} - make_interval(mins => ${linkRest}), false) as is_resting
    from notices where order_id = ${orderId} and kind = 'link'`)
  const { last, is_resting } = rows[0] as { last: number; is_resting: boolean }
  return { isResting: is_resting, mark: `${orderId} ${last}` }
}

/** The notices of an order's link, for a buyer who has lost it. The order is locked before its notices, as where it is changed. */
export async function writeLinkNotices({ db, now, services }: Pick<Context, 'db' | 'now' | 'services'>, orderId: string): Promise<void> {
  await db.execute(sql`
    insert into notices (order_id, kind, channel, next_at, created_at)
    select o.id, 'link', way.channel, ${now}, ${now} from orders o, ${waysTo(sql`o`, services)}
    where o.id = ${orderId} and way.is_open and o.anonymised_at is null and not exists (select from notices n
      where n.order_id = o.id and n.channel = way.channel and n.kind = 'link' and n.created_at > ${now} - make_interval(mins => ${linkRest}))
    for key share of o
    on conflict (order_id, channel) where kind = 'link' and next_at is not null do nothing`)
}

/** SQL: the channels that an order's notices use, as `way`; with `toReceiver` also that to a receiver who has another phone. */
function waysTo(order: SQL, services: Context['services'], toReceiver = false): SQL {
  const receiver = toReceiver ? sql`, ('receiver', ${services.sms !== null}::boolean and ${order}.receiver_phone <> ${order}.customer_phone)` : sql``
  return sql`lateral (values ('email', ${order}.customer_email is not null), ('sms', ${services.sms !== null}::boolean)${receiver}) as way (channel, is_open)`
}

/** Orders at once: each is locked until its notices are written. */
const most = 200

/**
 * Marks the paid orders that will not come by their last promised day, and writes their buyers a notice: each once, in any number of processes, before that day
 * is over. Returns how many.
 */
export async function findLateOrders({ db, now, services }: Pick<Context, 'db' | 'now' | 'services'>): Promise<number> {
  const { rows } = await db.execute<{ found: number }>(sql`
    with clock as (select at::date as day, extract(hour from at) as hour from (select ${now} at time zone 'Africa/Nairobi' as at) now),
    due as (
      select o.id from orders o, clock where o.late_at is null and ${isOpen} and o.promised_to <= clock.day and clock.hour >= ${hoursOf(sql`clock.day`)}
      order by o.promised_to, o.id limit ${most} for update of o skip locked
    ),
    late as (update orders o set late_at = ${now} from due where o.id = due.id returning o.id, o.customer_email, o.anonymised_at, o.receiver_phone, o.customer_phone),
    noticed as (
      insert into notices (order_id, kind, channel, next_at, created_at)
      select late.id, 'late', way.channel, ${now}, ${now} from late, ${waysTo(sql`late`, services)} where way.is_open and late.anonymised_at is null
    )
    select count(*)::integer as found from late`)
  return rows[0]?.found ?? 0
}

/** SQL: the order `o` may still come too late; the words of the index on promised days. */
const isOpen = sql`o.promised_to is not null and ${isAwaited} and o.paid_at is not null and o.discarded_at is null`

/** SQL: the hour of the day from which the order `o` is late (`lateFromHour`). */
function hoursOf(day: SQL): SQL {
  const { unshipped, shipped, sameDay } = lateFromHour
  return sql`case when o.promised_to < ${day} then ${unshipped}::integer
    when ${dayIn(sql`o.created_at`)} = ${day} then ${sameDay}::integer
    when o.status = 'shipped' or (o.packed_at is not null and o.delivery_kind in ('pickup', 'collect')) then ${shipped}::integer else ${unshipped}::integer end`
}
