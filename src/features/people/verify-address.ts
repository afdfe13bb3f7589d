import { sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import type { Context } from '#features/context.ts'
import { addressChangedLetter } from '#features/mail/letters/address-changed.ts'
import { queueMail } from '#features/mail/queue-mail.ts'
import { findLink, takeLink } from '#features/people/links.ts'

export type VerifyKind = 'verify' | 'change'

/** Whether the link of a letter still works; looking uses nothing up. Problem `link_invalid`. */
export async function lookAtVerification(ctx: Pick<Context, 'db' | 'now'>, kind: VerifyKind, token: string): Promise<void> {
  if (!(await findLink(ctx, kind, token))) throw new Problem('link_invalid')
}

/**
 * Uses the link of a letter up: a new account's address is proved, or a changed one takes the place of the old, which is told.
 * Problems: link_invalid, user_already_exists (somebody else took the address meanwhile).
 */
export async function verifyAddress(ctx: Context, kind: VerifyKind, token: string): Promise<{ email: string }> {
  try {
    return await ctx.db.transaction(async (tx) => {
      const inside = { ...ctx, db: tx }
      const link = await takeLink(inside, kind, token)
      if (!link) throw new Problem('link_invalid')
      return { email: link.address === null ? await prove(inside, link.userId) : await change(inside, link.userId, link.address) }
    })
  } catch (error) {
    throw violates(error, 'users_email_key') ? new Problem('user_already_exists') : error
  }
}

async function prove(ctx: Context, userId: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ email: string }>(sql`
    update auth.users set email_verified = true, updated_at = ${ctx.now} where id = ${userId} returning email`)
  return (rows[0] as { email: string }).email
}

/** Links that went to the old address open nothing any more. */
async function change(ctx: Context, userId: string, address: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ old: string; name: string }>(sql`
    with old as (select email from auth.users where id = ${userId} for update)
    update auth.users u set email = ${address}, email_verified = true, updated_at = ${ctx.now} from old, profiles p
    where u.id = ${userId} and p.id = u.id returning old.email as old, p.full_name as name`)
  const { old, name } = rows[0] as { old: string; name: string }
  await ctx.db.execute(sql`delete from auth.links where user_id = ${userId}`)
  await queueMail(ctx, { to: old, ...addressChangedLetter({ shop: ctx.services.shop, name, newAddress: address }) })
  return address
}
