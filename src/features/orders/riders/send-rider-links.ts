import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { nextTryAfter } from '#core/outbox.ts'
import { riderLinkPath } from '#domain/delivery-handover.ts'
import { toGsm7 } from '#domain/message-texts.ts'
import { isToday } from '#features/orders/riders/write-delivery.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/**
 * Sends riders the link of their day. A message is marked before it is sent, so that a process that dies, or hears no answer, never repeats one that may have
 * arrived: then the panel says that it is not known to be sent. One that the gateway did not take is tried again while the day lasts. Answers how many were sent.
 */
export async function sendRiderLinks(ctx: Context): Promise<number> {
  const { sms, shop, secrets } = ctx.services
  if (sms === null) return 0
  const { rows } = await ctx.db.execute<{ id: string; phone: string; link_tries: number }>(sql`
    update rider_days set link_tries = link_tries + 1, link_next_at = null, link_error = 'cut off while it was sent'
    where id in (select id from rider_days where link_next_at <= ${ctx.now} and ${isToday(ctx)} order by link_next_at limit ${messagesAtOnce} for update skip locked)
    returning id, phone, link_tries`)
  const sent = await Promise.all(
    rows.map(async ({ id, phone, link_tries }) => {
      const text = `${toGsm7(shop.name).slice(0, 30)}: your stops of today, for you alone: ${shop.origin}${riderLinkPath(secrets.riderToken(id))}`
      const answer = await sms.send({ to: phone, text })
      if (answer.outcome === 'sent') {
        await ctx.db.execute(sql`update rider_days set link_sent_at = ${ctx.now}, link_error = null where id = ${id}`)
        return true
      }
      const pause = answer.outcome === 'later' ? nextTryAfter(link_tries) : null
      await ctx.db.execute(sql`
        update rider_days set link_error = ${answer.code}, link_next_at = case when taken_back_at is null then ${ctx.now} + make_interval(secs => ${pause}) end where id = ${id}`)
      ctx.log.warn({ rider: id, code: answer.code, pause }, 'the link of a rider was not sent')
      return false
    }),
  )
  return sent.filter(Boolean).length
}
