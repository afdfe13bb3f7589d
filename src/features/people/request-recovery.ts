import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { emailInput, parseInput, redirectInput } from '#core/input.ts'
import { requestEmail } from '#features/people/email-requests.ts'

export const recoveryInput = z.object({ email: emailInput, redirect: redirectInput })

/** Sends a recovery link, if an account has the address; the answer does not tell whether one has. Spec §7 Auth, password-reset e-mail. */
export async function requestRecovery(ctx: Context, sent: unknown): Promise<void> {
  await requestEmail(ctx, 'recover', parseInput(recoveryInput, sent))
}
