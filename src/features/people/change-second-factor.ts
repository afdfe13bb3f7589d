import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#core/context.ts'
import { codeInput, parseInput, passwordInput } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { writeAudit } from '#core/write-audit.ts'
import { isAppCode } from '#domain/account.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { secondFactorChangedEmail } from '#features/mail/templates/account-emails.ts'
import { callAuth, type Device, headersFor, secondFactorCookieName } from '#features/people/better-auth.ts'
import { hasPassword, lockPassword, requirePassword } from '#features/people/passwords.ts'
import { requireCode } from '#features/people/require-identity.ts'
import { establishSession, startSession } from '#features/people/sessions.ts'
import type { SignedIn } from '#features/people/sign-in.ts'

export const passwordOnly = z.object({ password: passwordInput })
export const codeOnly = z.object({ code: codeInput })
export const passwordAndCode = z.object({ password: passwordInput, code: codeInput })
export const challengeInput = z.object({
  challenge: z
    .string('Sign in again.')
    .max(500)
    .regex(/^[\x21-\x7e]*$/, 'Sign in again.'),
  code: codeInput,
})

/**
 * Two-factor authentication (TOTP, backup codes). Sets up an app that shows codes: the address the app reads, and codes on paper. It takes effect once a code
 * was entered.
 */
export async function beginSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<{ uri: string; backup_codes: string[] }> {
  const { password } = parseInput(passwordOnly, sent)
  await requirePassword(ctx, password)
  const headers = await headersFor(ctx, device, { session: true })
  const answer = await callAuth(
    ctx.services.auth.api.enableTwoFactor({ body: { password, method: 'totp', issuer: ctx.services.shop.name }, headers }),
    {
      TOTP_ALREADY_ENABLED: 'second_factor_set',
    },
  )
  if (answer.method !== 'totp') throw new Error('no app was asked for')
  return { uri: answer.totpURI, backup_codes: answer.backupCodes }
}

/** The first code from the app: from now on signing in needs a code. Every other session ends, and the owner gets a letter. */
export async function confirmSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<SignedIn> {
  const { userId } = requireSession(ctx)
  const { code } = parseInput(codeOnly, sent)
  const { hash, isOn } = await factorOf(ctx)
  if (isOn) throw new Problem('second_factor_set')
  // better-auth would accept a code from paper, and turn nothing on.
  if (!isAppCode(code)) throw new Problem('bad_input', { fields: { code: 'Enter the 6 digits that your app shows now.' } })
  await requireCode(ctx, userId, code, await headersFor(ctx, device, { session: true }))
  const entered = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await tx.execute(sql`select from auth.users where id = ${userId} for update`)
    // The owner recovered the account meanwhile, from the person who held this session: that person's app counts for nothing.
    if (!(await hasPassword(inside, userId, hash))) return turnOff(inside, userId)
    await tx.execute(sql`delete from auth.sessions where user_id = ${userId}`)
    await tell(inside, userId, true)
    return startSession(inside, userId, device)
  })
  if (!entered) throw new Problem('session_missing')
  return entered
}

/**
 * Signing in needs the password alone again. Ending the second factor takes the password, and a code of the app or from paper. Every other session ends, and
 * the owner gets a letter.
 */
export async function endSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<SignedIn> {
  requireSession(ctx)
  const { password, code } = parseInput(passwordAndCode, sent)
  const checked = await requirePassword(ctx, password)
  const { userId } = checked
  // Without this, the first code of an app that is being set up would turn it on.
  if (!(await factorOf(ctx)).isOn) throw new Problem('second_factor_unset')
  await requireCode(ctx, userId, code, await headersFor(ctx, device, { session: true }))
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await lockPassword(inside, checked)
    await turnOff(inside, userId)
    await tell(inside, userId, false)
    return startSession(inside, userId, device)
  })
}

/** The second step of signing in: a code of the app, or one from paper, which is then used up. */
export async function passSecondFactor(ctx: Context, sent: unknown, device: Device): Promise<SignedIn> {
  const { challenge, code } = parseInput(challengeInput, sent)
  await consume(ctx, 'sign_in_address', ctx.actor.address)
  const { id, hash } = await challenged(ctx, challenge)
  const headers = await headersFor(ctx, device)
  headers.set('cookie', `${secondFactorCookieName(ctx.services.shop.origin)}=${encodeURIComponent(challenge)}`)
  const { token, cookies } = await requireCode(ctx, id, code, headers)
  // A new password voids the challenges of the old one: also the challenge that was just being answered.
  if (!(await hasPassword(ctx, id, hash))) {
    await ctx.db.execute(sql`delete from auth.sessions where token = ${token}`)
    throw new Problem('challenge_over')
  }
  return establishSession(ctx, token, cookies)
}

/** Tries are counted for the account, not for the challenge that they answer; the challenge rests on the password that is valid now. */
async function challenged(ctx: Context, challenge: string): Promise<{ id: string; hash: string | null }> {
  const { rows } = await ctx.db.execute<{ id: string; hash: string | null }>(sql`
    select v.value as id, a.password as hash from auth.verifications v join auth.accounts a on a.user_id::text = v.value and a.provider_id = 'credential'
    where v.identifier = ${challenge.split('.')[0]} and v.expires_at > ${ctx.now}`)
  if (!rows[0]) throw new Problem('challenge_over')
  return rows[0]
}

/** The second factor of the account of a session that still exists. */
async function factorOf(ctx: Context): Promise<{ isOn: boolean; hash: string | null }> {
  const { rows } = await ctx.db.execute<{ isOn: boolean; hash: string | null }>(sql`
    select u.two_factor_enabled as "isOn", a.password as hash
    from auth.sessions s join auth.users u on u.id = s.user_id left join auth.accounts a on a.user_id = u.id and a.provider_id = 'credential'
    where s.id = ${ctx.actor.sessionId}`)
  if (!rows[0]) throw new Problem('session_missing')
  return rows[0]
}

async function turnOff(ctx: Context, userId: string): Promise<null> {
  await ctx.db.execute(sql`
    with factors as (delete from auth.two_factors where user_id = ${userId}), sessions as (delete from auth.sessions where user_id = ${userId})
    update auth.users set two_factor_enabled = false, updated_at = ${ctx.now} where id = ${userId}`)
  return null
}

async function tell(ctx: Context, userId: string, isOn: boolean) {
  const { rows } = await ctx.db.execute<{ email: string; name: string }>(sql`
    select u.email, p.full_name as name from auth.users u join profiles p using (id) where u.id = ${userId}`)
  if (!rows[0]) throw new Problem('session_missing')
  const { shop } = ctx.services
  const { email, name } = rows[0]
  await queueMail(ctx, { to: email, userId, ...secondFactorChangedEmail({ shop, name, isOn, link: `${shop.origin}/auth?mode=forgot` }) })
  const action = isOn ? 'turn on second factor' : 'turn off second factor'
  await writeAudit(ctx.db, ctx, { action, table: 'profiles', id: userId, before: { second_factor: !isOn }, after: { second_factor: isOn } })
}
