import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { passwordInput } from '#core/person-input.ts'
import type { Device } from '#features/people/call-auth.ts'
import { hashPassword } from '#features/people/hash-password.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'
import { lockPassword, requirePassword } from '#features/people/require-password.ts'
import { setPassword } from '#features/people/set-password.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { startSession } from '#features/people/start-session.ts'

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
