import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import type { OutboxMail } from '#features/mail/list-outbox.ts'

export interface OutboxMailWithBody extends OutboxMail {
  html: string
  text: string
}

/** One e-mail of the demo's outbox. Throws not_found, also for e-mails that a real server took. */
export async function getOutboxMail(ctx: Pick<Context, 'db'>, id: string): Promise<OutboxMailWithBody> {
  const { rows } = await ctx.db.execute<Omit<OutboxMailWithBody, 'sent_at'> & { sent_at: string }>(sql`
    select id, to_address as to, subject, sent_at, html, text from mails where id::text = ${id} and outcome = 'outbox' and body_deleted_at is null`)
  const [mail] = rows
  if (!mail) throw new Problem('not_found')
  return { ...mail, sent_at: new Date(mail.sent_at) }
}
