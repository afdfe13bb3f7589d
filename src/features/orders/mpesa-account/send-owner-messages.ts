import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { leaseSeconds } from '#core/outbox.ts'
import { type ShortMessage, sendShort } from '#features/mail/message-queue.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/** Sends the short messages to owners, to the number that each has at that moment. Returns how many were sent. */
export function sendOwnerMessages(ctx: Context): Promise<number> {
  return sendShort(ctx, 'message to an owner', async ({ db, now }) => {
    const { rows } = await db.execute<ShortMessage>(sql`
      update messages m set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
      where id = any(array(select id from messages where way = 'sms' and kind = 'mpesa-changed' and state = 'due' and next_at <= ${now}
        order by next_at limit ${messagesAtOnce} for update skip locked))
      returning id, kind, tries, (select p.phone from profiles p where p.id = m.user_id) as phone, text, null::text as why`)
    return rows
  })
}
