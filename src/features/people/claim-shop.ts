import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, type Secrets, theShop } from '#core/context.ts'
import { emailInput, nameInput, parseInput, passwordInput, phoneInput } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { claimHours } from '#domain/opening.ts'
import { Problem } from '#domain/problem.ts'
import type { Device } from '#features/people/better-auth.ts'
import { refuseWeakPassword } from '#features/people/passwords.ts'
import { type Challenged, type SignedIn, signIn } from '#features/people/sign-in.ts'
import { openAccount } from '#features/people/sign-up.ts'
import { makeOwner } from '#features/people/users.ts'

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

/** A link counts until it is used or over, and where nobody owns the shop. */
function opens(ctx: Context, token: string) {
  const { secrets } = ctx.services
  return sql`claim_hash = ${hashOf(secrets, token)} and claim_until > ${ctx.now} and not exists (${owners})`
}

function hashOf(secrets: Secrets, token: string): string {
  return secrets.blind(`claim ${token}`)
}
