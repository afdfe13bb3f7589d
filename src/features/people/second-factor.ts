import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin, requireSession } from '#features/context.ts'
import { read } from '#features/input.ts'
import { forgetTurns, takeTurn } from '#features/limits/take-turn.ts'
import { answerOf, type Device, headersFor } from '#features/people/call-auth.ts'
import { secondFactorCookieName } from '#features/people/create-auth.ts'
import { enter } from '#features/people/enter.ts'
import { codeInput, passwordInput } from '#features/people/person-input.ts'
import { requirePassword } from '#features/people/require-password.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { startSession } from '#features/people/start-session.ts'

export const passwordOnly = z.object({ password: passwordInput })
export const codeOnly = z.object({ code: codeInput })
export const challengeInput = z.object({
  challenge: z
    .string('Sign in again.')
    .max(500)
    .regex(/^[\x21-\x7e]*$/, 'Sign in again.'),
  code: codeInput,
})

/** An admin sets up an app that shows codes: the address it reads, and codes on paper. Counts once a code was shown. Problems: wrong_password, second_factor_set. */
export async function beginSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<{ uri: string; backup_codes: string[] }> {
  requireAdmin(ctx)
  const { password } = read(passwordOnly, sent)
  await requirePassword(ctx, password)
  const headers = await headersFor(ctx, device, { session: true })
  const answer = await answerOf(ctx.services.auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers }), {
    TOTP_ALREADY_ENABLED: 'second_factor_set',
  })
  if (answer.method !== 'totp') throw new Error('no app was asked for')
  return { uri: answer.totpURI, backup_codes: answer.backupCodes }
}

/** The first code from the app: from now on signing in asks for one. Every other session ends. Problems: wrong_code, second_factor_unset, too_many. */
export async function confirmSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<SignedIn> {
  requireAdmin(ctx)
  const { userId } = requireSession(ctx)
  const { code } = read(codeOnly, sent)
  await takeTurn(ctx, 'second_factor_account', userId)
  const headers = await headersFor(ctx, device, { session: true })
  await answerOf(ctx.services.auth.api.verifyTOTP({ body: { code }, headers }), {
    INVALID_CODE: 'wrong_code',
    TOTP_NOT_ENABLED: 'second_factor_unset',
  })
  await forgetTurns(ctx, 'second_factor_account', userId)
  await ctx.db.execute(sql`delete from auth.sessions where user_id = ${userId}`)
  return startSession(ctx, userId, device)
}

/** Signing in asks for the password alone again. Every other session ends. Problems: session_missing, wrong_password, too_many. */
export async function endSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<SignedIn> {
  const { userId } = await requirePassword(ctx, read(passwordOnly, sent).password)
  await ctx.db.execute(sql`
    with factors as (delete from auth.two_factors where user_id = ${userId}), sessions as (delete from auth.sessions where user_id = ${userId})
    update auth.users set two_factor_enabled = false, updated_at = ${ctx.now} where id = ${userId}`)
  return startSession(ctx, userId, device)
}

/** The second step of signing in: a code of the app, or one from paper, which is then used up. Problems: bad_input, wrong_code, challenge_over, too_many. */
export async function passSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<SignedIn> {
  const { challenge, code } = read(challengeInput, sent)
  await takeTurn(ctx, 'sign_in_address', ctx.actor.address)
  const userId = await accountOf(ctx, challenge)
  await takeTurn(ctx, 'second_factor_account', userId)
  const headers = await headersFor(ctx, device)
  headers.set('cookie', `${secondFactorCookieName(ctx.services.shop.origin)}=${encodeURIComponent(challenge)}`)
  const { api } = ctx.services.auth
  const answer = await answerOf(
    /^\d{6}$/.test(code)
      ? api.verifyTOTP({ body: { code }, headers, returnHeaders: true })
      : api.verifyBackupCode({ body: { code }, headers, returnHeaders: true }),
    refusals,
  )
  await forgetTurns(ctx, 'second_factor_account', userId)
  return enter(ctx, answer.response.token as string, answer.headers.getSetCookie())
}

const refusals = {
  INVALID_CODE: 'wrong_code',
  INVALID_BACKUP_CODE: 'wrong_code',
  INVALID_TWO_FACTOR_COOKIE: 'challenge_over',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'challenge_over',
  ACCOUNT_TEMPORARILY_LOCKED: 'challenge_over',
  TOTP_NOT_ENABLED: 'challenge_over',
  BACKUP_CODES_NOT_ENABLED: 'challenge_over',
} as const

/** Tries are counted for the account, whatever challenge they answer. */
async function accountOf(ctx: Context, challenge: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select value as id from auth.verifications where identifier = ${challenge.split('.')[0]} and expires_at > ${ctx.now}`)
  if (!rows[0]) throw new Problem('challenge_over')
  return rows[0].id
}
