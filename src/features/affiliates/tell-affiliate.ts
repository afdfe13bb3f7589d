import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { queueMail } from '#features/mail/queue-mail.ts'
import type { Email } from '#features/mail/templates/email.ts'

/** Queues an e-mail to an affiliate, in the transaction of the event it tells. An affiliate whose account is deleted gets none. */
export async function tellAffiliate(ctx: Pick<Context, 'db'>, affiliateId: string, letter: (name: string) => Email): Promise<void> {
  const { rows } = await ctx.db.execute<{ email: string; name: string }>(sql`
    select u.email, p.full_name as name from auth.users u join profiles p using (id) where u.id = ${affiliateId} and u.email_verified`)
  const [user] = rows
  if (user) await queueMail(ctx, { to: user.email, userId: affiliateId, ...letter(user.name) })
}
