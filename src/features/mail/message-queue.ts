import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { type Answer, leaseSeconds, type Mark, sendDue } from '#core/outbox.ts'
import { isOneAddress, messageRetention } from '#domain/mail.ts'
import { Problem } from '#domain/problem.ts'
import type { Email } from '#features/mail/templates/email.ts'
import { emailsAtOnce, MailFailure, type OutgoingMail } from '#services/mail/mailer.ts'
import { messagesAtOnce } from '#services/sms/sms.ts'

export interface Mail extends Email {
  to: string
  /** The account that it is about, also when it goes to another address: deleting the account deletes it. Null for an e-mail about no account. */
  userId: string | null
  /** SQL: the instant until which it is news; after that it is given up rather than sent. */
  goodUntil?: SQL
}

/**
 * Queues an e-mail in the caller's transaction: it is sent if and only if the event that it tells has happened. The job `send mails` sends it within seconds,
 * and tries again as often as needed. Returns its id. Throws on anything but one plain address.
 */
export async function queueMail({ db }: Pick<Context, 'db'>, { to, userId, kind, subject, html, text, goodUntil }: Mail): Promise<string> {
  if (!isOneAddress(to)) throw new Error(`a letter (${kind}) needs one plain address`)
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into messages (kind, to_address, user_id, subject, html, text, send_before)
    values (${kind}, ${to}, ${userId}, ${subject}, ${html}, ${text}, ${goodUntil ?? null}) returning id`)
  return (rows[0] as { id: string }).id
}

interface DueMail extends OutgoingMail, Record<string, unknown> {
  kind: string
  tries: number
  /** The e-mail is no news any more. */
  late: boolean
}

/**
 * Sends every e-mail that is due. One whose process died between sending and storing is sent again under the same Message-ID, so that a mailbox shows it once.
 * Returns how many were sent.
 */
export function sendMails(ctx: Context): Promise<number> {
  return sendDue(ctx, {
    name: 'e-mail',
    table: 'messages',
    atOnce: emailsAtOnce,
    take: async ({ db, now }) => {
      const { rows } = await db.execute<DueMail>(sql`
        update messages set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
        where id = any(array(select id from messages where way = 'email' and text is not null and next_at <= ${now} order by next_at limit ${emailsAtOnce} for update skip locked))
        returning id, kind, to_address as to, subject, html, text, tries, coalesce(send_before < ${now}, false) as late`)
      return rows
    },
    compose: async () => async (mail: DueMail) => {
      if (mail.late) return { answer: { outcome: 'never', code: 'ELATE', reply: 'no news any more' } }
      return { isOnce: false, send: () => post(ctx, mail) }
    },
    settle: settleMessage,
  })
}

/** `place`: where an e-mail went. `reply`: what the server said; it may name the address, so the row keeps it and the log does not. */
type MessageAnswer = Answer & { place?: 'smtp' | 'outbox'; reply?: string }

async function post({ services }: Context, mail: DueMail): Promise<MessageAnswer> {
  try {
    return { outcome: 'sent', place: (await services.mailer.send(mail)) === 'kept' ? 'outbox' : 'smtp' }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    return { outcome: error.isFinal ? 'never' : 'later', code: error.code, reply: error.message }
  }
}

/**
 * Writes the e-mail of a row that this process has taken and that had no text yet; the job `send mails` sends it. In the caller's transaction, with what the e-mail leads to.
 * Throws on anything but one plain address, and where another process has taken the row meanwhile.
 */
export async function writeMail(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, tries }: { id: string; tries: number },
  { to, userId, kind, subject, html, text }: Mail,
): Promise<void> {
  if (!isOneAddress(to)) throw new Error(`a letter (${kind}) needs one plain address`)
  const { rowCount } = await db.execute(sql`
    update messages set kind = ${kind}, user_id = ${userId}, subject = ${subject}, html = ${html}, text = ${text}, redirect = null,
      created_at = ${now}, next_at = ${now}, tries = 0, last_error = null
    where id = ${id} and tries = ${tries} and state = 'due' and text is null`)
  if (rowCount !== 1) throw new Error('another process has taken it')
}

/** A short message that is due. `why`: there is no need to send it any more. */
export interface ShortMessage extends Record<string, unknown> {
  id: string
  kind: string
  tries: number
  phone: string | null
  text: string
  why: string | null
}

/** Sends the short messages that `take` takes, each once: a gateway cannot be asked whether one arrived. Where the shop sends no SMS any more they are skipped. Returns how many were sent. */
export async function sendShort(ctx: Context, name: string, take: (ctx: Context) => Promise<ShortMessage[]>): Promise<number> {
  const { sms } = ctx.services
  return sendDue(ctx, {
    name,
    table: 'messages',
    atOnce: messagesAtOnce,
    take,
    compose:
      async () =>
      async ({ phone, text, why }: ShortMessage) => {
        if (phone === null || why !== null) return { answer: { outcome: 'skipped', code: why ?? 'no number' } }
        if (sms === null) return { answer: { outcome: 'skipped', code: 'the shop sends no SMS' } }
        return { isOnce: true, send: () => sms.send({ to: phone, text }) }
      },
    settle: settleMessage,
  })
}

/** Writes what became of a message (core/outbox.ts). An e-mail that went is not sent again by the process that took it meanwhile. */
export async function settleMessage(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { id, tries }: { id: string; tries: number },
  { state, pause, code }: Mark,
  answer: MessageAnswer | null,
): Promise<boolean> {
  const why = answer?.reply ? `${code}: ${answer.reply}`.replace(/\0/g, '').slice(0, 500) : code
  const { rowCount } = await db.execute(sql`
    update messages set state = ${state}, next_at = ${now} + make_interval(secs => ${pause}), sent_at = case when ${state === 'sent'} then ${now} end,
      outcome = ${answer?.place ?? null}, last_error = ${why}
    where id = ${id} and (tries = ${tries} or (${state === 'sent'} and way = 'email')) and state in ('due', 'sending')`)
  return rowCount === 1
}

/**
 * Data retention: deletes the text of messages some days after they were sent or given up, because their links must not be kept, and everything else about them some
 * months later. E-mails in the demo's outbox stay readable until then. Returns how many rows changed.
 */
export async function forgetMessages(ctx: Context): Promise<number> {
  const texts = await ctx.db.execute(sql`
    update messages set html = null, text = null, last_error = null, body_deleted_at = ${ctx.now}
    where body_deleted_at is null and next_at is null and outcome is distinct from 'outbox'
      and coalesce(sent_at, given_up_at) < ${ctx.now} - make_interval(days => ${messageRetention.textDays})`)
  const rows = await ctx.db.execute(sql`
    delete from messages where next_at is null and coalesce(sent_at, given_up_at) < ${ctx.now} - make_interval(days => ${messageRetention.rowDays})`)
  return (texts.rowCount ?? 0) + (rows.rowCount ?? 0)
}

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
