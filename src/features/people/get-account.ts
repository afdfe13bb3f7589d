import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { type Context, requireSession } from '#features/context.ts'
import { instant, iso } from '#features/row-fields.ts'

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

/** The caller, as the specification's back end describes a user (spec §7 Auth, get user). Problem `session_missing`. */
export async function getAccount(ctx: Context): Promise<Account> {
  const { userId } = requireSession(ctx)
  const { rows } = await ctx.db.execute<Omit<Account, 'user_metadata'> & { full_name: string; is_affiliate: boolean }>(sql`
    select u.id, u.email, u.email_verified, u.created_at, u.two_factor_enabled as second_factor, p.phone, p.full_name, p.is_affiliate
    from auth.users u join profiles p using (id) where u.id = ${userId}`)
  const [row] = rows
  if (!row) throw new Problem('session_missing')
  const { full_name, is_affiliate, ...user } = row
  return { ...user, created_at: iso(row.created_at), user_metadata: { full_name, phone: row.phone, is_affiliate } }
}
