import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { nextTryAfter } from '#core/outbox.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

/**
 * Sends the short messages to owners. One is marked before it is sent, so that a process that dies, or hears no answer, never repeats one that may have arrived;
 * one that the gateway did not take is tried again. Answers how many were sent.
 */
export async function sendOwnerMessages(ctx: Context): Promise<number> {
  const { sms } = ctx.services
  if (sms === null) return 0
  const { rows } = await ctx.db.execute<{ id: string; phone: string | null; text: string; tries: number }>(sql`
    update owner_messages m set tries = tries + 1, next_at = null, last_error = 'cut off while it was sent'
    where id in (select id from owner_messages where next_at <= ${ctx.now} order by next_at limit ${messagesAtOnce} for update skip locked)
    returning id, (select p.phone from profiles p where p.id = m.user_id) as phone, text, tries`)
  const sent = await Promise.all(
    rows.map(async ({ id, phone, text, tries }) => {
      if (phone === null) return false
      const answer = await sms.send({ to: phone, text })
      if (answer.outcome === 'sent') {
        await ctx.db.execute(sql`update owner_messages set sent_at = ${ctx.now}, last_error = null where id = ${id}`)
        return true
      }
      const pause = answer.outcome === 'later' ? nextTryAfter(tries) : null
      await ctx.db.execute(
        sql`update owner_messages set last_error = ${answer.code}, next_at = ${ctx.now} + make_interval(secs => ${pause}) where id = ${id}`,
      )
      ctx.log.warn({ message: id, code: answer.code, pause }, 'a message to an owner was not sent')
      return false
    }),
  )
  return sent.filter(Boolean).length
}
