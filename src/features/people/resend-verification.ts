import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { emailInput, parseInput, redirectInput } from '#core/input.ts'
import { requestEmail } from '#features/people/email-requests.ts'

export const resendInput = z.object({ email: emailInput, redirect: redirectInput })

/** Sends the link of a new account again, if there is one whose address is not proved yet; the answer does not tell whether there is. */
export async function resendVerification(ctx: Context, sent: unknown): Promise<void> {
  await requestEmail(ctx, 'verify', parseInput(resendInput, sent))
}
