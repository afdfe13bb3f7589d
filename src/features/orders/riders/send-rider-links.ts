import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { leaseSeconds } from '#core/outbox.ts'
import { riderLinkPath } from '#domain/delivery-handover.ts'
import { toGsm7 } from '#domain/message-texts.ts'
import { type ShortMessage, sendShort } from '#features/mail/message-queue.ts'
import { isToday } from '#features/orders/riders/write-delivery.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/** Queues the link of a rider's day, in the transaction that makes the day. */
export async function queueRiderLink({ db, now, services }: Pick<Context, 'db' | 'now' | 'services'>, riderDayId: string): Promise<void> {
  if (services.sms === null) return
  await db.execute(
    sql`insert into messages (kind, way, rider_day_id, next_at, created_at) values ('rider-link', 'sms', ${riderDayId}, ${now}, ${now})`,
  )
}

/** Sends riders the link of their day, which is written as it goes: nothing stores it. Tried again while the day lasts. Returns how many were sent. */
export function sendRiderLinks(ctx: Context): Promise<number> {
  const { shop, secrets } = ctx.services
  return sendShort(ctx, 'link of a rider', async ({ db, now }) => {
    const { rows } = await db.execute<ShortMessage & { rider_day_id: string }>(sql`
      update messages m set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
      from rider_days r
      where r.id = m.rider_day_id and m.id = any(array(select id from messages where way = 'sms' and kind = 'rider-link' and state = 'due' and next_at <= ${now}
        order by next_at limit ${messagesAtOnce} for update skip locked))
      returning m.id, kind, tries, phone, rider_day_id, coalesce(text, '') as text, case when not (${isToday(ctx)}) then 'the day is over' end as why`)
    return rows.map((row) => ({
      ...row,
      text: `${toGsm7(shop.name).slice(0, 30)}: your stops of today, for you alone: ${shop.origin}${riderLinkPath(secrets.riderToken(row.rider_day_id))}`,
    }))
  })
}
