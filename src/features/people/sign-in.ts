import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Actor, Context } from '#core/context.ts'
import { consumeAll, resetLimit } from '#core/rate-limit.ts'
import type { LimitName } from '#domain/limits.ts'
import { readEmail } from '#domain/mail.ts'
import { normalisePhone } from '#domain/phone.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { callAuth, type Device, headersFor } from '#features/people/better-auth.ts'
import { hasPassword } from '#features/people/passwords.ts'
import { establishSession, type SessionFacts } from '#features/people/sessions.ts'

export const signInInput = z.object({
  email: z.string().max(320).optional(),
  phone: z.string().max(40).optional(),
  password: z.string().max(512).optional(),
})

export interface SignedIn {
  session: SessionFacts
  /** The token of the session, for programs that send it as a bearer; a browser has it in its cookie. */
  token: string
  cookies: string[]
}

/** The password was right, and a code has to follow: `challenge` goes back with it (domain/account.ts). */
export interface Challenged {
  challenge: string
  cookies: string[]
}

/**
 * Signs in by e-mail, or by a phone that no other account has, of those with a proved e-mail where there are any; `email` may hold either. Always a new session: the one that the request
 * came with is over. No answer distinguishes a wrong password from a missing account: both are counted, and both hash (promises §4 G55-57). Tries count for the
 * account, under either of its names; for the name alone where there is no account. Problems: credentials_missing, invalid_credentials, email_not_confirmed
 * (after the right password only), too_many.
 */
export async function signIn(ctx: Context, sent: unknown, device: Device): Promise<SignedIn | Challenged> {
  const { name, password } = readCredentials(sent)
  const { id, email, hash } = await accountOf(ctx, name)
  const limits = limitKeysOf(ctx.actor, id ?? name)
  await consumeAll(ctx, { sign_in_address: ctx.actor.address, ...limits })
  const refused = (error: unknown) => {
    // Null where no account has that name: what was typed there may be a password.
    ctx.log.warn({ user: id, code: isProblem(error) ? error.code : 'internal' }, 'sign-in refused')
    throw error
  }
  const { headers, response } = await callAuth(
    ctx.services.auth.api.signInEmail({ body: { email, password }, headers: await headersFor(ctx, device), returnHeaders: true }),
    {
      INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
      INVALID_EMAIL: 'invalid_credentials',
      EMAIL_NOT_VERIFIED: 'email_not_confirmed',
      PASSWORD_TOO_LONG: 'invalid_credentials',
    },
  ).catch(refused)
  const cookies = headers.getSetCookie()
  const opened: Opened = 'twoFactorRedirect' in response ? { challenge: challengeOf(cookies) } : { token: response.token }
  if (!(await hasPassword(ctx, id, hash))) {
    await close(ctx, opened)
    return refused(new Problem('invalid_credentials'))
  }
  for (const limit of ['sign_in_device', 'sign_in_account'] as const) await resetLimit(ctx, limit, limits[limit] ?? null)
  return 'challenge' in opened ? { challenge: opened.challenge, cookies } : establishSession(ctx, opened.token, cookies)
}

/**
 * The keys by which a sign-in is counted. Strangers share the limit of an account, so they can use it up; a browser in which the owner has signed in before is
 * counted by itself, and strangers cannot lock it out (promises §4 G55, decision 10).
 */
function limitKeysOf({ address, device }: Actor, whose: string): Partial<Record<LimitName, string>> {
  if (device?.userId === whose) return { sign_in_device: `${whose} ${device.id}` }
  return { sign_in_account: `${whose} ${address ?? ''}`, sign_in_anywhere: whose }
}

/** The name is the same in every spelling. */
function readCredentials(sent: unknown): { name: string; password: string } {
  const { email, phone, password } = signInInput.safeParse(sent).data ?? {}
  const name = readEmail(email?.trim() || phone?.trim() || '')
  if (!name || !password) throw new Problem('credentials_missing')
  return { name: (name.includes('@') ? null : normalisePhone(name)) ?? name.toLowerCase(), password }
}

interface Found extends Record<string, unknown> {
  id: string | null
  email: string
  /** The hash of the password before it was checked. */
  hash: string | null
}

/**
 * The account of a name. For a name that no account has, or a phone that several accounts have, an e-mail that no account can have: checking it hashes all the
 * same.
 */
async function accountOf(ctx: Context, name: string): Promise<Found> {
  // Beside proved accounts, others are not meant: anyone may open one with a stranger's number.
  const proved = sql`exists (select from profiles o join auth.users v using (id) where o.phone = ${name} and v.email_verified)`
  const isMeant = name.includes('@') ? sql`u.email = ${name}` : sql`p.phone = ${name} and (u.email_verified or not ${proved})`
  const { rows } = await ctx.db.execute<Found>(sql`
    select u.id, u.email, a.password as hash from profiles p join auth.users u using (id)
    left join auth.accounts a on a.user_id = u.id and a.provider_id = 'credential' where ${isMeant} limit 2`)
  return rows.length === 1 ? (rows[0] as Found) : { id: null, email: 'nobody@nowhere.invalid', hash: null }
}

/** The result of the right password: a session, or a challenge that needs a code. */
type Opened = { token: string } | { challenge: string }

/** The password was changed while it was being checked: the session or challenge of the old one did not exist yet when the others were ended. */
async function close(ctx: Context, opened: Opened): Promise<void> {
  await ctx.db.execute(
    'token' in opened
      ? sql`delete from auth.sessions where token = ${opened.token}`
      : sql`delete from auth.verifications where identifier = ${opened.challenge.split('.')[0]}`,
  )
}

function challengeOf(cookies: string[]): string {
  const cookie = cookies.find((each) => each.includes('.two_factor='))
  return decodeURIComponent(/=([^;]*)/.exec(cookie ?? '')?.[1] ?? '')
}
