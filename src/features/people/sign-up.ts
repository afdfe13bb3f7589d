import { randomBytes } from 'node:crypto'
import { isAPIError } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, type Secrets, theShop } from '#core/context.ts'
import { emailInput, nameInput, parseInput, passwordInput, phoneInput, redirectInput } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { claimHours } from '#domain/opening-checklist.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import type { Device } from '#features/people/better-auth.ts'
import { consumeEmailLimits, writeEmailRequest } from '#features/people/email-requests.ts'
import { refuseWeakPassword } from '#features/people/passwords.ts'
import { type Challenged, type SignedIn, signIn } from '#features/people/sign-in.ts'
import { makeOwner } from '#features/people/users.ts'

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

/** Makes an account and, by a trigger, its profile. Returns its id, or null when the address has one already; both hash the password. */
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

export const claimInput = z.object({ full_name: nameInput, phone: phoneInput, email: emailInput, password: passwordInput })

/** Makes the link by which the first owner claims a shop: 256 bits, once, and the one of an earlier start is void. Null where the shop has an owner. */
export async function makeClaimLink(ctx: Context): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const { rowCount } = await ctx.db.execute(sql`
    update shop_opening set claim_hash = ${hashOf(ctx.services.secrets, token)}, claim_until = ${ctx.now} + make_interval(hours => ${claimHours})
    where not exists (${owners})`)
  return rowCount === 1 ? `${ctx.services.shop.origin}/claim/${token}` : null
}

/** Whether the link still claims the shop; looking never uses it up. Problems: claim_over, and too_many after many links that open nothing. */
export async function lookAtClaim(ctx: Context, token: string): Promise<void> {
  const { rows } = await ctx.db.execute(sql`select from shop_opening where ${opens(ctx, token)}`)
  if (rows.length > 0) return
  // Wrong links alone count, so that they do not lock the right one.
  await consume(ctx, 'claim_address', ctx.actor.address, token.slice(0, 100))
  throw new Problem('claim_over')
}

/** Makes the account of the first owner and signs it in. A person who can read the console of the machine has proved more than an e-mail address, so none is sent. */
export async function claimShop(ctx: Context, token: string, sent: unknown, device: Device): Promise<SignedIn | Challenged> {
  await lookAtClaim(ctx, token)
  const person = parseInput(claimInput, sent)
  refuseWeakPassword(person.password)
  // better-auth makes the account in a transaction of its own; one whose link was used meanwhile stays a shopper's.
  if ((await openAccount(ctx, person)) === null) throw new Problem('user_already_exists')
  await ctx.db.transaction(async (tx) => {
    const { rowCount } = await tx.execute(sql`update shop_opening set claim_hash = null, claim_until = null where ${opens(ctx, token)}`)
    if (rowCount === 0) throw new Problem('claim_over')
    await tx.execute(sql`update auth.users set email_verified = true, updated_at = ${ctx.now} where email = ${person.email}`)
    await makeOwner({ ...ctx, db: tx, actor: theShop }, { email: person.email })
  })
  return signIn(ctx, { email: person.email, password: person.password }, device)
}

const owners = sql`select from profiles where role = 'owner' and deleted_at is null`

/** A link counts until it is used or over, and where the shop has no owner. */
function opens(ctx: Context, token: string) {
  const { secrets } = ctx.services
  return sql`claim_hash = ${hashOf(secrets, token)} and claim_until > ${ctx.now} and not exists (${owners})`
}

function hashOf(secrets: Secrets, token: string): string {
  return secrets.blind(`claim ${token}`)
}
