import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'

export interface OutboxMail {
  id: string
  to: string
  subject: string
  sent_at: Date
}

export interface OutboxMailWithBody extends OutboxMail {
  html: string
  text: string
}

/** The e-mails of the demo's outbox, newest first. Every visitor may read them: e-mails that a real server took are not among them. */
export async function listOutbox(ctx: Pick<Context, 'db'>): Promise<OutboxMail[]> {
  const { rows } = await ctx.db.execute<Omit<OutboxMail, 'sent_at'> & { sent_at: string }>(sql`
    select id, to_address as to, subject, sent_at from messages where outcome = 'outbox' order by created_at desc, id desc limit 100`)
  return rows.map((row) => ({ ...row, sent_at: new Date(row.sent_at) }))
}

/** One e-mail of the demo's outbox. Throws not_found, also for e-mails that a real server took. */
export async function getOutboxMail(ctx: Pick<Context, 'db'>, id: string): Promise<OutboxMailWithBody> {
  const { rows } = await ctx.db.execute<Omit<OutboxMailWithBody, 'sent_at'> & { sent_at: string }>(sql`
    select id, to_address as to, subject, sent_at, html, text from messages where id::text = ${id} and outcome = 'outbox' and body_deleted_at is null`)
  const [mail] = rows
  if (!mail) throw new Problem('not_found')
  return { ...mail, sent_at: new Date(mail.sent_at) }
}
