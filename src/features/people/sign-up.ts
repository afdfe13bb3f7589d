import { isAPIError } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { emailInput, nameInput, parseInput, passwordInput, phoneInput, redirectInput } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { consumeEmailLimits, writeEmailRequest } from '#features/people/email-requests.ts'
import { refuseWeakPassword } from '#features/people/passwords.ts'

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

/** Makes an account and, by a trigger, its profile. Answers its id, or null when the address has one already; both hash the password. */
export async function openAccount(
  ctx: Pick<Context, 'db' | 'services'>,
  { email, password, full_name, phone }: { email: string; password: string; full_name: string; phone: string },
): Promise<string | null> {
  const answer = await ctx.services.auth.api.signUpEmail({ body: { email, password, name: full_name, phone } }).catch((error) => {
    // Another request took the address between looking and writing.
    if (isAPIError(error) && error.body?.code === 'FAILED_TO_CREATE_USER') return null
    throw error
  })
  // For a known address better-auth answers an id that no account has.
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from auth.users where email = ${email}`)
  const id = rows[0]?.id
  if (!answer && !id) throw new Error('an account could not be made')
  return answer && id === answer.user.id ? id : null
}
