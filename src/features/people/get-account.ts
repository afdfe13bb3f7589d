import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#core/context.ts'
import { instant } from '#core/row-fields.ts'
import { jsonOf, selectOf } from '#core/select-of.ts'
import { Problem } from '#domain/problem.ts'

export const account = z.object({
  id: z.uuid(),
  email: z.string(),
  email_verified: z.boolean(),
  phone: z.string().nullable(),
  created_at: instant,
  /** Whether signing in needs a code as well. */
  second_factor: z.boolean(),
  user_metadata: z.object({ full_name: z.string(), phone: z.string().nullable(), is_affiliate: z.boolean() }),
})
type Account = z.infer<typeof account>

/** The caller, as the specification's back end describes a user (spec §7 Auth, get user). */
export async function getAccount(ctx: Context): Promise<Account> {
  const { userId } = requireSession(ctx)
  const { rows } = await ctx.db.execute<Account>(sql`select ${columns} from auth.users u join profiles p using (id) where u.id = ${userId}`)
  if (!rows[0]) throw new Problem('session_missing')
  return rows[0]
}

const columns = selectOf(account, 'u', {
  phone: sql`p.phone`,
  second_factor: sql`u.two_factor_enabled`,
  user_metadata: jsonOf(account.shape.user_metadata, 'p'),
})
