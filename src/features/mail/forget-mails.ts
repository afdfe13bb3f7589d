import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { mailRetention } from '#domain/mail.ts'

/**
 * Data retention: deletes the text of e-mails some days after a mail server took them or the shop gave them up, because their links must not be kept, and
 * everything else about them some months later. E-mails in the demo's outbox stay readable until then. Answers how many rows changed.
 */
export async function forgetMails(ctx: Context): Promise<number> {
  const texts = await ctx.db.execute(sql`
    update mails set html = null, text = null, last_error = null, body_deleted_at = ${ctx.now}
    where body_deleted_at is null and next_try_at is null and outcome is distinct from 'outbox'
      and coalesce(sent_at, given_up_at) < ${ctx.now} - make_interval(days => ${mailRetention.textDays})`)
  const rows = await ctx.db.execute(sql`
    delete from mails where next_try_at is null and coalesce(sent_at, given_up_at) < ${ctx.now} - make_interval(days => ${mailRetention.rowDays})`)
  return (texts.rowCount ?? 0) + (rows.rowCount ?? 0)
}
