import { sql } from 'drizzle-orm'
import { isOneAddress } from '#domain/mail.ts'
import type { Context } from '#features/context.ts'
import type { Letter } from '#features/mail/letters/letter.ts'

export interface Mail extends Letter {
  to: string
}

/**
 * Writes a letter down to be sent, in the caller's transaction: it goes out if and only if what it tells has happened. The job `send mails` sends
 * it within seconds, however often it has to try. Throws on anything but one plain address.
 */
export async function queueMail({ db }: Pick<Context, 'db'>, { to, kind, subject, html, text }: Mail): Promise<void> {
  if (!isOneAddress(to)) throw new Error(`a letter (${kind}) needs one plain address`)
  await db.execute(sql`insert into mails (kind, to_address, subject, html, text) values (${kind}, ${to}, ${subject}, ${html}, ${text})`)
}
