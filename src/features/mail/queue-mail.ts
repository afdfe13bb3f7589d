import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { isOneAddress } from '#domain/mail.ts'
import type { Email } from '#features/mail/templates/email.ts'

export interface Mail extends Email {
  to: string
  /** The account that it is about, also when it goes to another address: deleting the account deletes it. Null for an e-mail about no account. */
  userId: string | null
  /** SQL: the instant until which it is news; after that it is given up rather than sent. */
  goodUntil?: SQL
}

/**
 * Queues an e-mail in the caller's transaction: it is sent if and only if the event that it tells has happened. The job `send mails` sends it within seconds,
 * and tries again as often as needed. Answers its id. Throws on anything but one plain address.
 */
export async function queueMail({ db }: Pick<Context, 'db'>, { to, userId, kind, subject, html, text, goodUntil }: Mail): Promise<string> {
  if (!isOneAddress(to)) throw new Error(`a letter (${kind}) needs one plain address`)
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into mails (kind, to_address, user_id, subject, html, text, send_before)
    values (${kind}, ${to}, ${userId}, ${subject}, ${html}, ${text}, ${goodUntil ?? null}) returning id`)
  return (rows[0] as { id: string }).id
}
