import { type SQL, sql } from 'drizzle-orm'
import { isOneAddress } from '#domain/mail.ts'
import type { Context } from '#features/context.ts'
import type { Email } from '#features/mail/templates/email.ts'

export interface Mail extends Email {
  to: string
  /** Whose account it is about, wherever it goes: deleting that takes the letter along. Null for nobody's. */
  userId: string | null
  /** SQL: until when it is news; past that it is given up rather than sent. */
  goodUntil?: SQL
}

/**
 * Writes an e-mail down to be sent, in the caller's transaction: it goes out if and only if what it tells has happened. The job `send mails` sends
 * it within seconds, however often it has to try. Answers its id. Throws on anything but one plain address.
 */
export async function queueMail({ db }: Pick<Context, 'db'>, { to, userId, kind, subject, html, text, goodUntil }: Mail): Promise<string> {
  if (!isOneAddress(to)) throw new Error(`a letter (${kind}) needs one plain address`)
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into mails (kind, to_address, user_id, subject, html, text, send_before)
    values (${kind}, ${to}, ${userId}, ${subject}, ${html}, ${text}, ${goodUntil ?? null}) returning id`)
  return (rows[0] as { id: string }).id
}
