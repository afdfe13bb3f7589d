import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { addressChangedEmail } from '#features/mail/templates/address-changed-email.ts'
import { findLink, type OpenLink, takeLink } from '#features/people/links.ts'
import { proveAddress } from '#features/people/prove-address.ts'
import { lockPassword, requirePasswordOf } from '#features/people/require-password.ts'

export type VerifyKind = 'verify' | 'change'

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
