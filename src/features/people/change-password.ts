import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput, passwordInput } from '#core/input.ts'
import { resetLimit } from '#core/rate-limit.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { passwordChangedEmail } from '#features/mail/templates/account-emails.ts'
import type { Device } from '#features/people/better-auth.ts'
import { proveAddress } from '#features/people/email-address.ts'
import { hashPassword } from '#features/people/hash-password.ts'
import { findLink, takeLink } from '#features/people/letter-links.ts'
import { lockPassword, refuseWeakPassword, requirePassword } from '#features/people/passwords.ts'
import { forgetPushDevices } from '#features/people/push-devices.ts'
import { deviceCookie, startSession } from '#features/people/sessions.ts'
import type { SignedIn } from '#features/people/sign-in.ts'

export const passwordChange = z.object({ current_password: passwordInput, password: passwordInput })

/** Changes the caller's password; every session ends, and this device gets a new one. */
export async function changePassword(ctx: Context, sent: unknown, device: Device): Promise<SignedIn> {
  const { current_password, password } = parseInput(passwordChange, sent)
  refuseWeakPassword(password)
  const checked = await requirePassword(ctx, current_password, 'current_password')
  const hash = await hashPassword(password)
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await lockPassword(inside, checked)
    await setPassword(inside, checked.userId, hash)
    return startSession(inside, checked.userId, device)
  })
}

/**
 * Stores a new hash, in the caller's transaction, which holds the account's row. Everything that the old password had opened is over: all sessions, links on
 * their way, and sign-ins that wait for a second factor. The owner gets a letter. Returns the account's address.
 */
export async function setPassword(ctx: Context, userId: string, hash: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ email: string; name: string }>(sql`
    update auth.accounts a set password = ${hash}, updated_at = ${ctx.now} from auth.users u join profiles p using (id)
    where a.user_id = ${userId} and a.provider_id = 'credential' and u.id = a.user_id returning u.email, p.full_name as name`)
  if (!rows[0]) throw new Problem('session_missing')
  const { email, name } = rows[0]
  await ctx.db.execute(sql`
    with sessions as (delete from auth.sessions where user_id = ${userId}), links as (delete from auth.links where user_id = ${userId})
    delete from auth.verifications where value = ${userId}`)
  await forgetPushDevices(ctx, userId)
  // None of the counted letters opens anything any more: a person who needs a new one gets it.
  await resetLimit(ctx, 'recover_account', email)
  const { shop } = ctx.services
  await queueMail(ctx, { to: email, userId, ...passwordChangedEmail({ shop, name, link: `${shop.origin}/auth?mode=forgot` }) })
  return email
}

export const resetInput = z.object({ token: z.string().max(200).catch(''), password: passwordInput })

/** The account of a recovery link, while the link works; looking uses nothing up. */
export async function lookAtReset(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<{ userId: string }> {
  const link = await findLink(ctx, 'recover', token)
  if (!link) throw new Problem('reset_link_invalid')
  return { userId: link.userId }
}

/**
 * Sets a new password with the token of a recovery link, which it uses up, and signs out every device. The person who could read the e-mail has proved the
 * address. The reset does not sign in, so a second factor is still needed; but the browser is known from now on, so that a stranger who tries passwords does
 * not keep the owner out.
 */
export async function resetPassword(ctx: Context, sent: unknown): Promise<{ userId: string; email: string; cookies: string[] }> {
  const { token, password } = parseInput(resetInput, sent)
  await lookAtReset(ctx, token)
  refuseWeakPassword(password)
  const hash = await hashPassword(password)
  return ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    const link = await takeLink(inside, 'recover', token)
    if (!link) throw new Problem('reset_link_invalid')
    await proveAddress(inside, link.userId)
    const email = await setPassword(inside, link.userId, hash)
    return { userId: link.userId, email, cookies: [deviceCookie(ctx.services, link.userId, ctx.actor.device)] }
  })
}
