import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { emailInput, parseInput, redirectInput } from '#core/input.ts'
import { leaseSeconds, type MessageState, sendDue } from '#core/outbox.ts'
import { consume } from '#core/rate-limit.ts'
import { ownAddress } from '#domain/own-path.ts'
import { settleMessage, writeMail } from '#features/mail/message-queue.ts'
import { recoverPasswordEmail, verifyAddressEmail } from '#features/mail/templates/account-emails.ts'
import { makeLink } from '#features/people/letter-links.ts'
import { emailsAtOnce } from '#services/mail/mailer.ts'

/** The letters that a visitor may request by address, and the accounts that get each. */
const emails = {
  verify: { template: verifyAddressEmail, goesTo: sql`not u.email_verified` },
  recover: { template: recoverPasswordEmail, goesTo: sql`true` },
} as const
type Kind = keyof typeof emails

/**
 * Stores the request for an e-mail. A job finds out later whether an account has the address: so the answer, and the time it takes, tell nothing about it
 * (promises §4 G56).
 */
async function requestEmail(ctx: Context, kind: Kind, asked: Asked): Promise<void> {
  await consumeEmailLimits(ctx, kind, asked.email)
  await writeEmailRequest(ctx, kind, asked)
}

/** `redirect` counts where it is an address of the shop (domain/own-path.ts). */
interface Asked {
  email: string
  redirect?: string | null | undefined
}

/** Counts a request against the limits of e-mail requests; outside any transaction (`consumeAll`). */
export async function consumeEmailLimits(ctx: Context, kind: Kind, email: string): Promise<void> {
  await consume(ctx, `${kind}_address`, ctx.actor.address)
  await consume(ctx, `${kind}_account`, email)
}

/** The request itself, in the caller's transaction. */
export async function writeEmailRequest(ctx: Pick<Context, 'db' | 'now' | 'services'>, kind: Kind, { email, redirect }: Asked): Promise<void> {
  const path = redirect ? ownAddress(redirect, ctx.services.shop.origin) : null
  await ctx.db.execute(sql`
    insert into messages (kind, to_address, redirect, created_at, next_at) values (${kind}, ${email}, ${path}, ${ctx.now}, ${ctx.now})`)
}

interface Request extends Record<string, unknown> {
  id: string
  kind: Kind
  email: string
  redirect: string | null
  tries: number
}

/**
 * Writes the requested e-mails, which the job `send mails` then sends. One that cannot be written is tried again as e-mails are, and does not delay the others; given up, it
 * leaves no address behind. Returns how many were written.
 */
export function answerEmailRequests(ctx: Context): Promise<number> {
  return sendDue(ctx, {
    name: 'an e-mail that was asked for',
    table: 'messages',
    atOnce: emailsAtOnce,
    take: async ({ db, now }) => {
      const { rows } = await db.execute<Request>(sql`
        update messages set tries = tries + 1, next_at = ${now} + make_interval(secs => ${leaseSeconds})
        where id = any(array(select id from messages where way = 'email' and text is null and next_at <= ${now} order by next_at limit ${emailsAtOnce} for update skip locked))
        returning id, kind, to_address as email, redirect, tries`)
      return rows
    },
    compose: async () => async (request: Request) => ({ state: await ctx.db.transaction((tx) => writeEmail({ ...ctx, db: tx }, request)) }),
    settle: (_, request, mark) => (mark.pause === null ? forget(ctx, request) : settleMessage(ctx, request, mark, null)),
  })
}

/**
 * If no account has the address, or the letter is not for that account, no e-mail is written, and the request is deleted. The account is locked, so that its address stays the
 * requested one.
 */
async function writeEmail(ctx: Context, request: Request): Promise<MessageState> {
  const { kind, email, redirect } = request
  const { template, goesTo } = emails[kind]
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select u.id, p.full_name as name from auth.users u join profiles p using (id) where u.email = ${email} and ${goesTo} for update of u`)
  const [user] = rows
  if (!user) {
    await forget(ctx, request)
    return 'skipped'
  }
  const link = await makeLink(ctx, kind, user.id, { redirect })
  await writeMail(ctx, request, { to: email, userId: user.id, ...template({ shop: ctx.services.shop, name: user.name, link }) })
  return 'sent'
}

async function forget({ db }: Context, { id, tries }: Request): Promise<boolean> {
  const { rowCount } = await db.execute(sql`delete from messages where id = ${id} and tries = ${tries} and text is null`)
  return rowCount === 1
}

export const recoveryInput = z.object({ email: emailInput, redirect: redirectInput })

/** Sends a recovery link, if an account has the address; the answer does not tell whether one has. Spec §7 Auth, password-reset e-mail. */
export async function requestRecovery(ctx: Context, sent: unknown): Promise<void> {
  await requestEmail(ctx, 'recover', parseInput(recoveryInput, sent))
}

export const resendInput = z.object({ email: emailInput, redirect: redirectInput })

/** Sends the link of a new account again, if there is one whose address is not proved yet; the answer does not tell whether there is. */
export async function resendVerification(ctx: Context, sent: unknown): Promise<void> {
  await requestEmail(ctx, 'verify', parseInput(resendInput, sent))
}
