import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireSession } from '#features/context.ts'

export interface Account {
  id: string
  email: string
  email_verified: boolean
  created_at: string
  /** Whether signing in asks for a code as well. */
  second_factor: boolean
  phone: string | null
  user_metadata: { full_name: string; phone: string | null; is_affiliate: boolean }
}

/** Whoever asks, as the specification's back end calls a user (spec §7 Auth, get user). Problem `session_missing`. */
export async function getAccount(ctx: Context): Promise<Account> {
  const { userId } = requireSession(ctx)
  const { rows } = await ctx.db.execute<Record<string, unknown> & Omit<Account, 'user_metadata'> & { full_name: string; is_affiliate: boolean }>(sql`
    select u.id, u.email, u.email_verified, u.created_at, u.two_factor_enabled as second_factor, p.phone, p.full_name, p.is_affiliate
    from auth.users u join profiles p using (id) where u.id = ${userId}`)
  const [row] = rows
  if (!row) throw new Problem('session_missing')
  const { full_name, is_affiliate, ...user } = row
  return { ...user, created_at: new Date(row.created_at).toISOString(), user_metadata: { full_name, phone: row.phone, is_affiliate } }
}
