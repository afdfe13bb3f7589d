import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { resetLimit } from '#core/rate-limit.ts'
import { Problem } from '#domain/problem.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { passwordChangedEmail } from '#features/mail/templates/password-changed-email.ts'
import { forgetPushDevices } from '#features/people/push-devices.ts'

/**
 * Stores a new hash, in the caller's transaction, which holds the account's row. Everything that the old password had opened is over: all sessions, links on
 * their way, and sign-ins that wait for a second factor. The owner gets a letter. Answers the account's address.
 */
export async function setPassword(ctx: Context, userId: string, hash: string): Promise<string> {
  const { rows } = await ctx.db.execute<{ email: string; name: string }>(sql`
    update auth.accounts a set password = ${hash}, updated_at = ${ctx.now} from auth.users u join profiles p using (id)
    where a.user_id = ${userId} and a.provider_id = 'credential' and u.id = a.user_id returning u.email, p.full_name as name`)
  if (!rows[0]) throw new Problem('session_missing')
  const { email, name } = rows[0]
  await ctx.db.execute(sql`
    with sessions as (delete from auth.sessions where user_id = ${userId}), links as (delete from auth.links where user_id = ${userId})
    delete from auth.verifications where value = ${userId}`)
  await forgetPushDevices(ctx, userId)
  // None of the counted letters opens anything any more: a person who needs a new one gets it.
  await resetLimit(ctx, 'recover_account', email)
  const { shop } = ctx.services
  await queueMail(ctx, { to: email, userId, ...passwordChangedEmail({ shop, name, link: `${shop.origin}/auth?mode=forgot` }) })
  return email
}
