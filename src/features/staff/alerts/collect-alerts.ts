import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { dayIn } from '#core/days.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { alertMaxAgeHours, bundleSeconds, digestHour } from '#domain/alert.ts'
import { oneSize } from '#domain/catalogue.ts'
import { providerRefusals } from '#domain/payment.ts'
import { isAwaited } from '#features/orders/order-row.ts'
import { mayHear, waysToHear } from '#features/staff/alerts/alert-recipients.ts'

/** Seconds that are looked at again: rows are dated by the beginning of their transaction, which may last for 15 (db/client.ts). */
const overlap = 30

/**
 * Finds what has happened since the last time in the rows that it left, and writes the messages about it: each once, in any number of processes. Nothing is written for it
 * where it happens, so a checkout costs no more. What is older than a day is no news. Returns how much it found.
 */
export async function collectAlerts(ctx: Context): Promise<number> {
  const { now } = ctx
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ since: string; movement: string }>(sql`
      select greatest(seen_at - make_interval(secs => ${overlap}), ${now} - make_interval(hours => ${alertMaxAgeHours}))::text as since, movement_id as movement
      from alert_cursor for update skip locked`)
    // None where another process is at it.
    if (!rows[0]) return 0
    const { since, movement } = rows[0]
    const found = await write({ ...ctx, db: tx }, since, movement)
    await tx.execute(sql`
      update alert_cursor set seen_at = greatest(seen_at, ${now}), movement_id = coalesce((select max(id) from stock_movements
        where id > ${movement}::bigint and created_at < ${now} - make_interval(secs => ${overlap})), movement_id)`)
    return found
  })
}

/** In one statement: what was found, to whom it goes, and in which message: the one of that person and way that has not gone yet, or a new one a minute after the last. */
async function write({ db, now, services }: Context, since: string, movement: string): Promise<number> {
  const { rows } = await db.execute<{ found: number }>(sql`
    with happened as (${happenedSince(now, sql`${since}::timestamptz`, sql`${movement}::bigint`)}),
    new_alerts as (
      insert into alerts (kind, subject, at, label, amount, order_id, created_at)
      select kind, subject, at, label, amount, order_id, ${now} from happened on conflict do nothing returning id, kind
    ),
    wanted as (
      select new_alerts.id as alert_id, p.id as user_id, way.name as way, way.device_id
      from new_alerts join profiles p on ${mayHear({ services }, sql`new_alerts.kind`)} left join alert_settings s on s.user_id = p.id,
        ${waysToHear({ services }, sql`new_alerts.kind`)}
    ),
    opened as (
      insert into alert_messages (user_id, way, device_id, next_at, created_at)
      select lane.user_id, lane.way, lane.device_id, greatest(${now}, (select max(m.sent_at) + make_interval(secs => ${bundleSeconds}) from alert_messages m
        where m.user_id = lane.user_id and m.way = lane.way and m.device_id is not distinct from lane.device_id and m.sent_at is not null)), ${now}
      from (select distinct user_id, way, device_id from wanted) lane
      on conflict (user_id, way, device_id) where state = 'due' and tries = 0 do update set user_id = excluded.user_id
      returning id, user_id, way, device_id
    ),
    parts as (
      insert into alert_parts (message_id, alert_id) select o.id, w.alert_id
      from opened o join wanted w on w.user_id = o.user_id and w.way = o.way and w.device_id is not distinct from o.device_id
    )
    select count(*)::integer as found from new_alerts ${withoutPreparedPlan}`)
  return rows[0]?.found ?? 0
}

/** SQL: kind, subject, at, label, amount and order of everything since then. What the demo made up has not happened. A refusal belongs to the outage of an alert where no prompt was taken between the two; a copy that is tried again every hour and fails for the same reason is news once a day. */
function happenedSince(now: SQL, since: SQL, movement: SQL): SQL {
  const digest = sql`((${dayIn(now)} + make_interval(hours => ${digestHour})) at time zone 'Africa/Nairobi')`
  return sql`
    select 'paid' as kind, o.id as subject, o.paid_at as at, o.short_code as label, o.total_amount as amount, o.id as order_id from orders o
      where o.paid_at > ${since} and o.discarded_at is null and ${isReal(sql`o.id`)}
    union all select 'refund', r.id, r.created_at, coalesce(o.short_code, 'that was deleted'), r.amount, o.id from refunds r left join orders o on o.id = r.order_id
      where r.state = 'due' and r.reason <> 'account_test' and r.created_at > ${since} and ${isReal(sql`r.order_id`)}
    union all select 'review', a.id, a.needs_review_at, coalesce(o.short_code, 'that was deleted'), a.amount, o.id
      from payment_attempts a left join orders o on o.id = a.order_id where a.needs_review_at > ${since} and ${isReal(sql`a.order_id`)}
    union all (select 'account', null, a.settled_at, left(a.result_desc, 200), null, null from orders o join payment_attempts a on a.order_id = o.id
      where o.created_at > ${since} - interval '2 hours' and a.settled_at > ${since} and a.result_code = ${providerRefusals.ours.code} and ${isReal(sql`o.id`)}
        and not exists (select from alerts x where x.kind = 'account' and not exists (select from orders p join payment_attempts b on b.order_id = p.id
          where p.created_at > x.at - interval '2 hours' and b.prompted_at between symmetric x.at and a.settled_at and b.checkout_request_id is not null))
      order by a.settled_at limit 1)
    union all select 'last_pair', z.id, max(m.created_at), p.name || case when z.label = ${oneSize} then '' else ', size ' || z.label end, null, null
      from stock_movements m join product_size z on z.id = m.product_size_id join products p on p.id = z.product_id
      where m.id > ${movement} and m.delta < 0 and z.stock = 1 and p.is_available and p.archived_at is null and ${isReal(sql`m.order_id`)}
        and not exists (select from alerts a where a.kind = 'last_pair' and a.subject = z.id and a.at > ${now} - interval '1 day')
      group by z.id, p.name
    union all select 'payout', y.id, y.requested_at, 'payout', y.amount, null from affiliate_payouts y
      where y.requested_at > ${since} and not exists (select from made_up_people q where q.profile_id = y.affiliate_id)
    union all select 'affiliate', f.id, f.affiliate_since, f.affiliate_code, null, null from profiles f
      where f.affiliate_since > ${since} and f.affiliate_code is not null and not exists (select from made_up_people q where q.profile_id = f.id)
    union all select 'late', o.id, o.late_at, o.short_code, null, o.id from orders o where o.late_at > ${since} and ${isAwaited} and ${isReal(sql`o.id`)}
    union all select 'backup', b.id, b.ended_at, b.kind, null, null from backup_runs b where b.outcome = 'failed' and b.ended_at > ${since}
      and not exists (select from alerts a join backup_runs e on e.id = a.subject where a.kind = 'backup' and a.at > b.ended_at - interval '23 hours' and e.kind = b.kind and e.reason = b.reason)
    union all select 'digest', null, ${digest}, (select count(*) from orders o where ${isOfDay(now)})::text, (select sum(o.total_amount) from orders o where ${isOfDay(now)}), null
      where ${digest} > ${since} and ${digest} <= ${now}`
}

/** SQL: the order `o` was paid on this day. */
function isOfDay(now: SQL): SQL {
  return sql`o.paid_at >= ${dayIn(now)}::timestamp at time zone 'Africa/Nairobi' and o.paid_at <= ${now} and o.status <> 'cancelled' and ${isReal(sql`o.id`)}`
}

function isReal(order: SQL): SQL {
  return sql`not exists (select from made_up_orders q where q.order_id = ${order})`
}
