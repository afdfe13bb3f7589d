import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'

export interface OutboxMail {
  id: string
  to: string
  subject: string
  sent_at: Date
}

/** The e-mails of the demo's outbox, newest first. Every visitor may read them: e-mails that a real server took are not among them. */
export async function listOutbox(ctx: Pick<Context, 'db'>): Promise<OutboxMail[]> {
  const { rows } = await ctx.db.execute<Omit<OutboxMail, 'sent_at'> & { sent_at: string }>(sql`
    select id, to_address as to, subject, sent_at from mails where outcome = 'outbox' order by created_at desc, id desc limit 100`)
  return rows.map((row) => ({ ...row, sent_at: new Date(row.sent_at) }))
}
