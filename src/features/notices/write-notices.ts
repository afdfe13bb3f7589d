import { type SQL, sql } from 'drizzle-orm'
import { noticeOf } from '#domain/notice.ts'
import type { OrderStatus } from '#domain/order.ts'
import type { Context } from '#features/context.ts'

/**
 * SQL: the notices of a move to a status, as a part of the statement that moves the order, so that none is forgotten and none is there without its move.
 * `moved` has the order (id, from_status, customer_email, anonymised_at), `told` its event (id). E-mail only where the buyer left one; SMS only where the
 * shop can send any.
 */
export function writeNotices({ now, services }: Pick<Context, 'now' | 'services'>, to: OrderStatus): SQL {
  const notice = noticeOf(to)
  if (!notice) return sql`select`
  const begins = notice.from === null ? sql`true` : sql`moved.from_status = any(${`{${notice.from.join(',')}}`}::text[])`
  return sql`
    insert into notices (event_id, order_id, kind, channel, next_at, created_at)
    select told.id, moved.id, ${notice.kind}, way.channel, ${now}, ${now} from moved, told,
      lateral (values ('email', moved.customer_email is not null), ('sms', ${services.sms !== null}::boolean)) as way (channel, is_open)
    where way.is_open and moved.anonymised_at is null and ${begins}`
}
