import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { nextTryAfter } from '#core/outbox.ts'
import { consume } from '#core/rate-limit.ts'
import { ownAddress } from '#domain/own-path.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { recoverPasswordEmail, verifyAddressEmail } from '#features/mail/templates/account-emails.ts'
import { makeLink } from '#features/people/links.ts'

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
export async function requestEmail(ctx: Context, kind: Kind, asked: Asked): Promise<void> {
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
  await ctx.db.execute(
    sql`insert into auth.email_requests (kind, email, redirect, created_at, next_try_at) values (${kind}, ${email}, ${path}, ${ctx.now}, ${ctx.now})`,
  )
}

interface Request extends Record<string, unknown> {
  id: string
  kind: Kind
  email: string
  redirect: string | null
  tries: number
}

/**
 * Writes the requested e-mails, each in the transaction that deletes its request. One that cannot be written is tried again as e-mails are (domain/mail.ts),
 * and does not delay the others. Answers how many requests were looked at.
 */
export async function answerEmailRequests(ctx: Context): Promise<number> {
  for (let answered = 0; ; answered++) if (!(await ctx.db.transaction((tx) => answerNext({ ...ctx, db: tx })))) return answered
}

async function answerNext(ctx: Context): Promise<boolean> {
  const { rows } = await ctx.db.execute<Request>(sql`
    select id, kind, email, redirect, tries from auth.email_requests where next_try_at <= ${ctx.now} order by next_try_at, id limit 1 for update skip locked`)
  const [request] = rows
  if (!request) return false
  try {
    await ctx.db.transaction((tx) => writeEmail({ ...ctx, db: tx }, request))
    await forget(ctx, request)
  } catch (error) {
    await putOff(ctx, request, error)
  }
  return true
}

/**
 * If no account has the address, or the letter is not for that account, no e-mail is written. The account is locked, so that its address stays the requested
 * one.
 */
async function writeEmail(ctx: Context, { kind, email, redirect }: Request): Promise<void> {
  const { template, goesTo } = emails[kind]
  const { rows } = await ctx.db.execute<{ id: string; name: string }>(sql`
    select u.id, p.full_name as name from auth.users u join profiles p using (id) where u.email = ${email} and ${goesTo} for update of u`)
  const [user] = rows
  if (!user) return
  const link = await makeLink(ctx, kind, user.id, { redirect })
  await queueMail(ctx, { to: email, userId: user.id, ...template({ shop: ctx.services.shop, name: user.name, link }) })
}

async function putOff(ctx: Context, request: Request, error: unknown): Promise<void> {
  const { id, kind } = request
  const tries = request.tries + 1
  const pause = nextTryAfter(tries)
  // No address: personal data does not belong in the log.
  ctx.log.error({ request: id, kind, tries, pause, error }, 'an e-mail that was asked for could not be written')
  if (pause === null) return forget(ctx, request)
  await ctx.db.execute(sql`
    update auth.email_requests set tries = ${tries}, next_try_at = ${ctx.now} + make_interval(secs => ${pause}) where id = ${id}`)
}

async function forget({ db }: Context, { id }: Request): Promise<void> {
  await db.execute(sql`delete from auth.email_requests where id = ${id}`)
}
