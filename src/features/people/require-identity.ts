import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Actor, type Context, requirePermission, requireUser } from '#core/context.ts'
import { codeInput, emptyable, passwordInput } from '#core/input.ts'
import { consume, resetLimit } from '#core/rate-limit.ts'
import { isAppCode } from '#domain/account.ts'
import { Problem } from '#domain/problem.ts'
import { callAuth, headersFor } from '#features/people/better-auth.ts'
import { type CheckedPassword, requirePassword } from '#features/people/passwords.ts'

const codeHint = 'Enter a code of your app, or one from paper.'

/** What a person sends to prove that the session is theirs. */
export const proofFields = {
  password: emptyable(passwordInput).meta({ description: 'Yours' }),
  code: emptyable(codeInput).meta({ description: 'Of your app or from paper, where your account has a second factor' }),
}
export const proofInput = z.object(proofFields)
export type Proof = z.output<typeof proofInput>
/** How a call refuses a person who has to prove it, besides bad_input. */
export const proofRefusals = ['session_missing', 'wrong_password', 'wrong_code', 'too_many'] as const

/** Checks the password, and the code where the account has a second factor. The following work begins its transaction with `lockPassword`. */
export async function requireIdentity(ctx: Context, { password, code }: Proof): Promise<CheckedPassword> {
  const asked = await proofAsked(ctx)
  const missing = { ...(!password && { password: asked.password }), ...(asked.code && !code && { code: asked.code }) }
  if (Object.keys(missing).length > 0) throw new Problem('bad_input', { fields: missing })
  const checked = await requirePassword(ctx, password as string)
  if (asked.code) await requireCode(ctx, checked.userId, code as string, await headersFor(ctx, { userAgent: null }, { session: true }))
  return checked
}

/** Field -> the proof to write there. */
export async function proofAsked(ctx: Context): Promise<{ password: string; code?: string }> {
  return { password: 'Enter your password.', ...((await hasSecondFactor(ctx)) && { code: codeHint }) }
}

/** Whether signing in to the account of this session needs a code. */
export async function hasSecondFactor({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from auth.users where id = ${actor.userId} and two_factor_enabled`)
  return rowCount === 1
}

/** Somebody who works in the shop. */
export function requireStaff(ctx: Context): Actor & { userId: string } {
  requirePermission(ctx, 'hear_alerts')
  return requireUser(ctx)
}

/** An app's code is accepted for a minute and a half, which allows for wrong clocks; the shop remembers it for longer, so none counts twice. */
const rememberedSeconds = 120

/**
 * Checks a code of the app, or one from paper, against the second factor of the account that `headers` name by a session or a challenge. A code counts once.
 * Problems: wrong_code, too_many; second_factor_unset and session_missing by a session, challenge_over by a challenge.
 */
export async function requireCode(ctx: Context, userId: string, code: string, headers: Headers): Promise<{ token: string; cookies: string[] }> {
  await consume(ctx, 'second_factor_account', userId)
  const own = ctx.services.secrets.blind(`code ${userId} ${code}`)
  if (!(await remember(ctx, userId, own))) throw new Problem('wrong_code')
  const { api } = ctx.services.auth
  const call = { body: { code }, headers, returnHeaders: true } as const
  const refusals = headers.has('authorization') ? bySession : byChallenge
  try {
    const answer = await callAuth(isAppCode(code) ? api.verifyTOTP(call) : api.verifyBackupCode(call), refusals)
    await resetLimit(ctx, 'second_factor_account', userId)
    return { token: answer.response.token as string, cookies: answer.headers.getSetCookie() }
  } catch (error) {
    ctx.log.warn({ user: userId }, 'code refused')
    // It did not count: a clock that is ahead may make it right in a moment.
    await ctx.db.execute(sql`delete from auth.used_codes where user_id = ${userId} and code_hash = ${own}`)
    throw error
  }
}

const wrong = { INVALID_CODE: 'wrong_code', INVALID_BACKUP_CODE: 'wrong_code' } as const
const bySession = {
  ...wrong,
  TOTP_NOT_ENABLED: 'second_factor_unset',
  BACKUP_CODES_NOT_ENABLED: 'second_factor_unset',
  // Its session ended a moment ago, so better-auth asks for a challenge.
  INVALID_TWO_FACTOR_COOKIE: 'session_missing',
} as const
const byChallenge = {
  ...wrong,
  TOTP_NOT_ENABLED: 'challenge_over',
  BACKUP_CODES_NOT_ENABLED: 'challenge_over',
  INVALID_TWO_FACTOR_COOKIE: 'challenge_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'challenge_over',
  ACCOUNT_TEMPORARILY_LOCKED: 'challenge_over',
} as const

/** Stored before it is checked, so that of two requests that come at once with the same code one is refused. */
async function remember(ctx: Context, userId: string, hash: string): Promise<boolean> {
  const { rowCount } = await ctx.db.execute(sql`
    insert into auth.used_codes as used (user_id, code_hash, expires_at)
    values (${userId}, ${hash}, ${ctx.now} + make_interval(secs => ${rememberedSeconds}))
    on conflict (user_id, code_hash) do update set expires_at = excluded.expires_at where used.expires_at <= ${ctx.now}`)
  return rowCount === 1
}
