import { sql } from 'drizzle-orm'
import { nextMailTryAfter } from '#domain/mail.ts'
import { ownAddress } from '#domain/own-path.ts'
import type { Context } from '#features/context.ts'
import { consume } from '#features/limits/rate-limit.ts'
import { queueMail } from '#features/mail/queue-mail.ts'
import { recoverPasswordEmail } from '#features/mail/templates/recover-password-email.ts'
import { verifyAddressEmail } from '#features/mail/templates/verify-address-email.ts'
import { makeLink } from '#features/people/links.ts'

/** What may be asked for by address: the letter, and to which accounts it goes. */
const emails = {
  verify: { template: verifyAddressEmail, goesTo: sql`not u.email_verified` },
  recover: { template: recoverPasswordEmail, goesTo: sql`true` },
} as const
type Kind = keyof typeof emails

/**
 * Writes down that an e-mail was asked for. Whether anybody has the address is found out later, by a job: so the answer, and the time it takes, say
 * nothing about it (promises §4 G56). Problem `too_many`.
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

/** How often e-mails may be asked for; outside any transaction (`consumeAll`). Problem `too_many`. */
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
 * Writes the e-mails that were asked for, each in the transaction that forgets its request. One that cannot be written is tried again as e-mails are
 * (domain/mail.ts), and keeps no other waiting. Answers how many requests were looked at.
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

/** Nobody has the address, or the letter is not for them: then none is written. The account is held, so that its address stays the one that was asked for. */
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
  const pause = nextMailTryAfter(tries)
  // No address: the log is no place for one.
  ctx.log.error({ request: id, kind, tries, pause, error }, 'an e-mail that was asked for could not be written')
  if (pause === null) return forget(ctx, request)
  await ctx.db.execute(sql`
    update auth.email_requests set tries = ${tries}, next_try_at = ${ctx.now} + make_interval(secs => ${pause}) where id = ${id}`)
}

async function forget({ db }: Context, { id }: Request): Promise<void> {
  await db.execute(sql`delete from auth.email_requests where id = ${id}`)
}
