import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { passwordInput } from '#core/person-input.ts'
import { Problem } from '#domain/problem.ts'
import { deviceCookie } from '#features/people/device-cookie.ts'
import { hashPassword } from '#features/people/hash-password.ts'
import { findLink, takeLink } from '#features/people/links.ts'
import { proveAddress } from '#features/people/prove-address.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { setPassword } from '#features/people/set-password.ts'

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
