import type { Mailer } from '#services/mail/mailer.ts'

/** Stands in for a mail server: the letter is a row already, and the demo's outbox page shows it. */
export const outbox: Mailer = {
  send: async () => 'kept',
  close: async () => {},
}
