import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { emailInput, parseInput, passwordInput } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { addressChangedEmail, confirmNewAddressEmail } from '#features/mail/templates/account-emails.ts'
import { findLink, makeLink, type OpenLink, takeLink } from '#features/people/letter-links.ts'
import { lockPassword, requirePassword, requirePasswordOf } from '#features/people/passwords.ts'
import { getAccount } from '#features/people/profiles.ts'

export const addressChange = z.object({ email: emailInput, password: passwordInput })

/**
 * Sends a link to the new address; the old one stays until the link is opened (verify-address.ts). An address of another account gets no e-mail, and the answer
 * is the same.
 */
export async function changeAddress(ctx: Context, sent: unknown): Promise<void> {
  const { email, password } = parseInput(addressChange, sent)
  await refuseOwnAddress(ctx, email)
  const checked = await requirePassword(ctx, password)
  const { userId, sessionId } = checked
  await consume(ctx, 'verify_address', ctx.actor.address)
  await consume(ctx, 'verify_account', userId)
  // However many accounts ask: one mailbox is spared. Counted apart, so that these requests do not use up the letters of a visitor who signs up with that
  // address.
  await consume(ctx, 'verify_account', `change to ${email}`)
  await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx }
    await lockPassword(inside, checked)
    const { rows } = await tx.execute<{ name: string }>(sql`
      select full_name as name from profiles where id = ${userId} and not exists (select from auth.users where email = ${email})`)
    if (!rows[0]) return
    const link = await makeLink(inside, 'change', userId, { address: email, sessionId })
    await queueMail(inside, { to: email, userId, ...confirmNewAddressEmail({ shop: ctx.services.shop, name: rows[0].name, link }) })
  })
}

async function refuseOwnAddress(ctx: Context, email: string) {
  if ((await getAccount(ctx)).email === email)
    throw new Problem('bad_input', { fields: { email: 'This is your e-mail already. Enter another one.' } })
}

type VerifyKind = 'verify' | 'change'

/** Whether the link of an e-mail still works; looking uses nothing up. */
export async function lookAtVerification(ctx: Pick<Context, 'db' | 'now'>, kind: VerifyKind, token: string): Promise<void> {
  if (!(await findLink(ctx, kind, token))) throw new Problem('link_invalid')
}

export const verification = z.object({
  token: z.string().max(200).catch(''),
  password: z.string().max(512).optional().meta({ description: 'Of the new account; a changed address needs none' }),
})

/**
 * Uses the link of a letter up: a new account's address is proved, or a changed one takes the place of the old, which gets a letter. For a new account the password
 * has to come with it: another person may have signed up with the address of the reader of the e-mail, and must not be let in by it (promises §4 G61).
 * Problems: link_invalid, bad_input (without a password), wrong_password, too_many, user_already_exists (another account took the address meanwhile).
 */
export async function verifyAddress(ctx: Context, kind: VerifyKind, sent: unknown): Promise<{ email: string }> {
  const { token, password = '' } = parseInput(verification, sent)
  const found = await findLink(ctx, kind, token)
  if (!found) throw new Problem('link_invalid')
  if (kind === 'verify' && password === '') throw new Problem('bad_input', { fields: { password: 'Enter your password.' } })
  const checked = kind === 'verify' ? await requirePasswordOf(ctx, found.userId, password) : null
  try {
    return await ctx.db.transaction(async (tx) => {
      const inside = { ...ctx, db: tx }
      const link = await takeLink(inside, kind, token)
      if (!link) throw new Problem('link_invalid')
      if (checked) await lockPassword(inside, checked)
      return { email: link.address === null ? await prove(inside, link.userId) : await change(inside, link, link.address) }
    })
  } catch (error) {
    throw violates(error, 'users_email_key') ? new Problem('user_already_exists') : error
  }
}

async function prove(ctx: Context, userId: string): Promise<string> {
  if (!(await proveAddress(ctx, userId))) throw new Problem('link_invalid')
  const { rows } = await ctx.db.execute<{ email: string }>(sql`select email from auth.users where id = ${userId}`)
  return rows[0]?.email as string
}

/**
 * Ends every other session and unfinished sign-in of the old address, so those devices must sign in again; links that were sent to it open nothing any more.
 * The session that requested the change stays.
 */
async function change(ctx: Context, { userId, sessionId }: OpenLink, address: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ old: string; name: string }>(sql`
    with old as (select email from auth.users where id = ${userId} for update)
    update auth.users u set email = ${address}, updated_at = ${ctx.now} from old, profiles p
    where u.id = ${userId} and p.id = u.id returning old.email as old, p.full_name as name`)
  if (!rows[0]) throw new Problem('link_invalid')
  const { old, name } = rows[0]
  await ctx.db.execute(sql`
    with sessions as (delete from auth.sessions where user_id = ${userId} and id is distinct from ${sessionId}::uuid),
      challenges as (delete from auth.verifications where value = ${userId})
    delete from auth.links where user_id = ${userId}`)
  await queueMail(ctx, { to: old, userId, ...addressChangedEmail({ shop: ctx.services.shop, name, newAddress: address }) })
  await proveAddress(ctx, userId)
  return address
}

declare module '#core/context.ts' {
  interface Effects {
    /** Somebody proved the e-mail of their account; `isFirst` where it was not proved before. */
    addressProved(ctx: Context, userId: string, how: { isFirst: boolean }): Promise<void>
  }
}

/** Marks an account's e-mail as proved, after a letter to it was read. Returns whether there is such an account. */
export async function proveAddress(ctx: Context, userId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ was: boolean }>(sql`
    with before as (select id, email_verified from auth.users where id = ${userId} for update)
    update auth.users u set email_verified = true, updated_at = ${ctx.now} from before where u.id = before.id returning before.email_verified as was`)
  const [before] = rows
  if (!before) return false
  await ctx.services.effects.addressProved(ctx, userId, { isFirst: !before.was })
  return true
}
