import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'

/**
 * Erases the keys of accounts that are not in force any more once nothing that was begun with them is open; those of an account that was tried in vain after a day. An
 * hour's grace covers a process that has not heard of the change. Answers how many.
 */
export async function eraseKeys(ctx: Context): Promise<number> {
  requirePermission(ctx, 'run_shop')
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    update mpesa_accounts m set keys = null, token = null, token_expires_at = null, erased_at = ${ctx.now}
    where keys is not null and (replaced_at < ${ctx.now} - interval '1 hour' or (in_force_at is null and created_at < ${ctx.now} - interval '1 day'))
      and not exists (select from payment_attempts a where a.account_id = m.id and a.state in ('created', 'accepted', 'unknown'))
      and not exists (select from affiliate_payouts p where p.account_id = m.id and p.status = 'processing')
    returning id`)
  for (const { id } of rows) ctx.log.info({ account: id }, 'the keys of an M-Pesa account are erased')
  return rows.length
}
