import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { nextMailTryAfter } from '#domain/mail.ts'
import { emailsAtOnce, MailFailure, type OutgoingMail } from '#services/mail/mailer.ts'

/**
 * Sends every e-mail that is due. Two processes share the work: a process takes an e-mail by moving its due time, so none is sent by both. An e-mail whose
 * process died between sending and storing is sent again under the same Message-ID. Temporary failures are tried again for three days (domain/mail.ts), other
 * e-mails are given up. Answers how many were sent.
 */
export async function sendMails(ctx: Context): Promise<number> {
  let sent = 0
  while (true) {
    const due = await takeDue(ctx)
    const went = await Promise.all(due.map((mail) => sendOne(ctx, mail)))
    sent += went.filter(Boolean).length
    // More may be waiting; but the job leaves a failing server alone until its next run.
    if (due.length < emailsAtOnce || went.includes(false)) return sent
  }
}

interface DueMail extends OutgoingMail, Record<string, unknown> {
  kind: string
  tries: number
  /** The e-mail is no news any more. */
  late: boolean
}

/** Seconds after which an e-mail whose process died is due again: longer than any try may take. */
const lease = 60

async function takeDue(ctx: Context): Promise<DueMail[]> {
  const { rows } = await ctx.db.execute<DueMail>(sql`
    update mails set tries = tries + 1, next_try_at = ${ctx.now} + make_interval(secs => ${lease})
    where id in (select id from mails where next_try_at <= ${ctx.now} order by next_try_at limit ${emailsAtOnce} for update skip locked)
    returning id, kind, to_address as to, subject, html, text, tries, coalesce(send_before < ${ctx.now}, false) as late`)
  return rows
}

/** A failure of one e-mail does not stop the others. */
async function sendOne(ctx: Context, mail: DueMail): Promise<boolean> {
  try {
    if (mail.late) throw new MailFailure('no news any more', { isFinal: true, code: 'ELATE' })
    const place = await ctx.services.mailer.send(mail)
    await ctx.db.execute(sql`
      update mails set sent_at = ${ctx.now}, outcome = ${place === 'kept' ? 'outbox' : 'smtp'}, next_try_at = null, last_error = null
      where id = ${mail.id} and next_try_at is not null`)
    return true
  } catch (error) {
    if (error instanceof MailFailure) await recordFailure(ctx, mail, error)
    else ctx.log.error({ mail: mail.id, kind: mail.kind, error }, 'e-mail failed; it is due again soon')
    return false
  }
}

/** The row keeps the server's answer; the log must not, because servers repeat the address. */
async function recordFailure(ctx: Context, { id, kind, tries }: DueMail, failure: MailFailure): Promise<void> {
  const pause = failure.isFinal ? null : nextMailTryAfter(tries)
  await ctx.db.execute(sql`
    update mails set last_error = ${`${failure.code}: ${failure.message}`.replace(/\0/g, '').slice(0, 500)},
      next_try_at = ${ctx.now} + make_interval(secs => ${pause}), given_up_at = case when ${pause === null} then ${ctx.now} end
    where id = ${id} and tries = ${tries} and next_try_at is not null`)
  const facts = { mail: id, kind, tries, code: failure.code }
  if (pause === null) ctx.log.error(facts, 'e-mail given up')
  else ctx.log.warn({ ...facts, pause }, 'e-mail not sent; it is tried again')
}
