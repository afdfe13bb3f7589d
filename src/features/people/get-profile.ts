import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { type Context, requireUser } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { instant, iso } from '#features/row-fields.ts'

/** A row of the table `profiles` (spec §3); its total is derived, never stored (decisions, Affiliates and wallet). */
export const profileRow = z.object({
  id: z.uuid(),
  full_name: z.string(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  is_affiliate: z.boolean(),
  is_admin: z.boolean(),
  affiliate_code: z.string().nullable(),
  is_paused: z.boolean().meta({ description: 'Their affiliate links rest: they bring no commission' }),
  pause_reason: z.string().nullable(),
  total_commission: z.number().meta({ description: 'KSh, approved and paid commissions, less what was taken back' }),
  created_at: instant,
})
export type Profile = z.infer<typeof profileRow>

/** The caller's own profile; an admin reads any. The answer for another person's profile is the same as for none. Problems: signed_out, not_found. */
export async function getProfile(ctx: Context, id: string): Promise<Profile> {
  const actor = requireUser(ctx)
  if (!isUuid(id) || (id.toLowerCase() !== actor.userId && !may(actor, 'manage_people'))) throw new Problem('not_found')
  const { rows } = await ctx.db.execute<StoredProfile>(sql`select ${profileColumns} from profiles p where id = ${id} and deleted_at is null`)
  const [row] = rows
  if (!row) throw new Problem('not_found')
  return toProfile(row)
}

/** Its columns, for `select ${profileColumns} from profiles p`. */
export const profileColumns = sql`p.id, p.full_name, p.phone, p.address, p.is_affiliate, p.is_admin, p.affiliate_code, p.created_at,
  p.affiliate_paused_at is not null as is_paused, p.affiliate_pause_reason as pause_reason,
  (select earned - clawed_back from wallets w where w.affiliate_id = p.id) as total_commission`

export type StoredProfile = Omit<Profile, 'total_commission'> & { total_commission: string }

/** From the columns of a raw statement: money as a number, instants in ISO 8601. */
export function toProfile(row: StoredProfile): Profile {
  return { ...row, total_commission: Number(row.total_commission), created_at: iso(row.created_at) }
}
