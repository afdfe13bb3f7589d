import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { attachDebts } from '#features/affiliates/attach-debts.ts'
import { welcomeAffiliate } from '#features/affiliates/welcome-affiliate.ts'

/** Marks an account's e-mail as proved, after a letter to it was read. Answers whether there is such an account. */
export async function proveAddress(ctx: Context, userId: string): Promise<boolean> {
  const { rows } = await ctx.db.execute<{ was: boolean }>(sql`
    with before as (select id, email_verified from auth.users where id = ${userId} for update)
    update auth.users u set email_verified = true, updated_at = ${ctx.now} from before where u.id = before.id returning before.email_verified as was`)
  const [before] = rows
  if (!before) return false
  // An affiliate who joined while signing up has had no e-mail yet.
  if (!before.was) await welcomeAffiliate(ctx, userId)
  await attachDebts(ctx, userId)
  return true
}
