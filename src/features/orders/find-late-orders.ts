import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { dayIn } from '#core/days.ts'
import { lateFromHour } from '#domain/delivery-promise.ts'
import { waysTo } from '#features/orders/order-notices.ts'
import { isAwaited } from '#features/orders/order-row.ts'

/** Orders at once: each is locked until its notices are written. */
const most = 200

/**
 * Marks the paid orders that will not come by their last promised day, and writes their buyers a notice: each once, in any number of processes, before that day
 * is over. Answers how many.
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
