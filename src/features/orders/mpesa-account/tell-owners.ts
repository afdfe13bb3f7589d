import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { toGsm7 } from '#domain/message-texts.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { mpesaChangedEmail } from '#features/mail/templates/mpesa-changed-email.ts'

/** Tells every owner, by letter and by short message, that the shop's money goes to another account; both are masked. Runs in the transaction of the change. */
export async function tellOwners(ctx: Context, before: string | null, after: string): Promise<void> {
  const { shop, sms } = ctx.services
  const { rows } = await ctx.db.execute<{ id: string; name: string; email: string; phone: string | null }>(sql`
    select p.id, p.full_name as name, u.email, p.phone from profiles p join auth.users u on u.id = p.id where p.role = 'owner' order by p.id`)
  const change = before === null ? `to ${after}` : `from ${before} to ${after}`
  const text = `${toGsm7(shop.name).slice(0, 30)}: buyers' money now goes ${change} (M-Pesa). Not you or yours? Change your password now: ${shop.origin}`
  for (const { id, name, email, phone } of rows) {
    await queueMail(ctx, { to: email, userId: id, ...mpesaChangedEmail({ shop, name, before, after }) })
    if (sms !== null && phone !== null)
      await ctx.db.execute(sql`insert into owner_messages (user_id, text, next_at, created_at) values (${id}, ${text}, ${ctx.now}, ${ctx.now})`)
  }
}
