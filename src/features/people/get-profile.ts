import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireUser } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'

/** A row of the table `profiles` (spec §3). Money in KSh. */
export interface Profile extends Record<string, unknown> {
  id: string
  full_name: string
  phone: string | null
  address: string | null
  is_affiliate: boolean
  is_admin: boolean
  affiliate_code: string | null
  /** Approved and paid commissions: derived, never stored (decisions, Affiliates and wallet). */
  total_commission: number
  created_at: string
}

/** One's own profile; an admin reads any. Everybody else's is as unknown as none. Problems: signed_out, not_found. */
export async function getProfile(ctx: Context, id: string): Promise<Profile> {
  const { userId, isAdmin } = requireUser(ctx)
  if (!isUuid(id) || (id.toLowerCase() !== userId && !isAdmin)) throw new Problem('not_found')
  const { rows } = await ctx.db.execute<Profile>(sql`
    select id, full_name, phone, address, is_affiliate, is_admin, affiliate_code, created_at,
      (select coalesce(sum(commission_amount), 0) from affiliate_commissions where affiliate_id = p.id and status in ('approved', 'paid')) as total_commission
    from profiles p where id = ${id} and deleted_at is null`)
  const [row] = rows
  if (!row) throw new Problem('not_found')
  return { ...row, total_commission: Number(row.total_commission), created_at: new Date(row.created_at).toISOString() }
}
