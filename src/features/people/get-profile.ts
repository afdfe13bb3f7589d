import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'

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

/** The caller's own profile; an admin reads any. The answer for another person's profile is the same as for none. */
export async function getProfile(ctx: Context, id: string): Promise<Profile> {
  const actor = requireUser(ctx)
  if (!isUuid(id) || (id.toLowerCase() !== actor.userId && !may(actor, 'manage_people'))) throw new Problem('not_found')
  const { rows } = await ctx.db.execute<Profile>(sql`select ${profileColumns} from profiles p where id = ${id} and deleted_at is null`)
  if (!rows[0]) throw new Problem('not_found')
  return rows[0]
}

/** SQL: its columns, for `select ${profileColumns} from profiles p`. */
export const profileColumns = selectOf(profileRow, 'p', {
  is_paused: sql`p.affiliate_paused_at is not null`,
  pause_reason: sql`p.affiliate_pause_reason`,
  total_commission: sql`(select earned - clawed_back from wallets w where w.affiliate_id = p.id)`,
})
