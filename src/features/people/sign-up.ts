import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { emailInput, nameInput, passwordInput, phoneInput, redirectInput } from '#core/person-input.ts'
import { consume } from '#core/rate-limit.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { consumeEmailLimits, writeEmailRequest } from '#features/people/email-requests.ts'
import { openAccount } from '#features/people/open-account.ts'
import { refuseWeakPassword } from '#features/people/refuse-weak-password.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** The actor wants to be an affiliate. */
    affiliateWanted(ctx: Context): Promise<unknown>
  }
}

export const signUpInput = z.object({
  full_name: nameInput,
  phone: phoneInput,
  email: emailInput,
  password: passwordInput,
  is_affiliate: z.boolean().optional(),
  redirect: redirectInput,
})

/**
 * Makes an account, and sends the letter that proves its address; signing up does not sign in. All other fields of the body are ignored (spec §5 Signup,
 * decisions, People). The answer tells that an address is known, because the specification wants it; if the address was never proved, its owner gets a new
 * e-mail, and the steps that failed the first time are repeated: better-auth makes the account in a transaction of its own, the rest is one of ours. Problems:
 * bad_input, not_open (while the shop is getting ready), weak_password, user_already_exists, too_many.
 */
export async function signUp(ctx: Context, sent: unknown): Promise<{ user: { id: string; email: string } }> {
  const { is_affiliate, redirect, ...person } = parseInput(signUpInput, sent)
  // Its letter may not go out, and no page of the shop would let the account in.
  if (!ctx.services.opening.isOpen) throw new Problem('not_open')
  refuseWeakPassword(person.password)
  await consume(ctx, 'sign_up_address', ctx.actor.address)
  const mayWrite = await mayRequestEmail(ctx, person.email)
  const userId = await openAccount(ctx, person)
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    if (mayWrite) await writeEmailRequest(inside, 'verify', { email: person.email, redirect })
    if (is_affiliate) await join(inside, userId ?? (await unprovedAccount(inside, person.email)))
  })
  if (userId === null) throw new Problem('user_already_exists')
  return { user: { id: userId, email: person.email } }
}

/** Even if too many e-mails were requested for the address, the account is made. */
async function mayRequestEmail(ctx: Context, email: string): Promise<boolean> {
  try {
    await consumeEmailLimits(ctx, 'verify', email)
    return true
  } catch (error) {
    if (isProblem(error) && error.code === 'too_many') return false
    throw error
  }
}

/**
 * A visitor who signs up again, because the first time failed or they forgot to tick the box, completes the missing steps; once the address is proved, only its
 * owner may.
 */
async function unprovedAccount({ db }: Context, email: string): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from auth.users where email = ${email} and not email_verified`)
  return rows[0]?.id ?? null
}

async function join(ctx: Context, userId: string | null): Promise<void> {
  if (userId !== null) await ctx.services.effects.affiliateWanted({ ...ctx, actor: { ...ctx.actor, userId } })
}
