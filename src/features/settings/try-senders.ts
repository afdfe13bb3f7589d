import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { consume } from '#core/rate-limit.ts'
import { formatPhone } from '#domain/phone.ts'
import { renderEmail } from '#features/mail/templates/email.ts'
import { MailFailure } from '#services/mail/mailer.ts'
import type { SmsAnswer } from '#services/sms/sms.ts'

/** How a test of a sender went, in a sentence for the person who asked for it. */
export interface Tried {
  isSent: boolean
  said: string
}

/** Sends a letter to the owner who asks, through the mail server as it is set by now. */
export async function tryMail(ctx: Context): Promise<Tried> {
  const { email, name } = await whoAsks(ctx)
  const { shop, mailer } = ctx.services
  const { subject, html, text } = renderEmail(
    { shop, name },
    {
      ...{ kind: 'test', subject: `A test of ${shop.name}`, title: 'Letters of the shop arrive' },
      paragraphs: ['You asked for this letter in the settings of the shop. Its sender works: nothing else is to be done.'],
      notes: [],
    },
  )
  try {
    const place = await mailer.send({ id: randomUUID(), to: email, subject, html, text })
    return place === 'sent'
      ? { isSent: true, said: `The mail server took a letter to ${email}. Look whether it has arrived, also among spam.` }
      : { isSent: false, said: 'No mail server is set: the letter went nowhere. Enter one and save it first.' }
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    ctx.log.warn({ code: error.code }, 'a test letter was not sent')
    return { isSent: false, said: mailFault(error) }
  }
}

/** The same for an SMS. */
export async function trySms(ctx: Context): Promise<Tried> {
  const { phone } = await whoAsks(ctx)
  const { sms, shop } = ctx.services
  if (sms === null) return { isSent: false, said: 'No account for SMS is set. Enter user name, key and sender, and save them first.' }
  if (phone === null) return { isSent: false, said: 'Your account has no phone number. Enter it in your profile first.' }
  const answer = await sms.send({ to: phone, text: `A test of ${shop.name}: SMS of the shop arrive.` })
  if (answer.outcome === 'sent') return { isSent: true, said: `The gateway took an SMS to ${formatPhone(phone)}. Look whether it has arrived.` }
  ctx.log.warn({ code: answer.code }, 'a test SMS was not sent')
  return { isSent: false, said: smsFault(answer.code, answer.outcome) }
}

async function whoAsks(ctx: Context): Promise<{ email: string; phone: string | null; name: string }> {
  const { userId } = requirePermission(ctx, 'manage_settings')
  await consume(ctx, 'sender_test', userId)
  const { rows } = await ctx.db.execute<{ email: string; phone: string | null; name: string }>(sql`
    select u.email, p.phone, p.full_name as name from profiles p join auth.users u on u.id = p.id where p.id = ${userId}::uuid`)
  return rows[0] as { email: string; phone: string | null; name: string }
}

/**
 * What is wrong with a mail server, by the code of nodemailer and the server's own, with what to do. Until the server has answered as a mail server does this is one sentence:
 * more would tell which ports of other machines are open.
 */
function mailFault({ code }: MailFailure): string {
  const [kind = '', reply = ''] = code.split(' ')
  if (kind === 'EAUTH') return `The mail server refused the user name or the password${reply && ` (${reply})`}. Check both.`
  if (kind === 'EENVELOPE')
    return `The mail server refused the sender or your address${reply && ` (${reply})`}. Its account must be allowed to send as the sender.`
  if (kind === 'EMESSAGE') return `The mail server did not take the letter${reply && ` (${reply})`}. Its host can say what that means.`
  return 'The shop could not connect to the mail server. Check its name and port: 465 is for TLS from the start, 587 for all else. More is in the log of the shop.'
}

/** The same of the gateway of SMS. */
function smsFault(code: string, outcome: SmsAnswer['outcome']): string {
  if (/^http 40[13]$/.test(code)) return 'The gateway refused the user name or the key. Check both.'
  if (/sender/i.test(code) || code.startsWith('402 ')) return 'The gateway does not know this sender. It must be registered there first.'
  if (code.startsWith('405 ')) return 'The account at the gateway is empty. Top it up there.'
  if (/^(403|404|406|409) /.test(code)) return `The gateway does not send to your phone (${code}).`
  if (outcome === 'unknown') return `The gateway did not say whether it sent the SMS (${code}). Look at your phone.`
  return `The gateway did not take the SMS (${code}). Try again in a moment.`
}
