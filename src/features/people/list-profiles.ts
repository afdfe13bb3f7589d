import { type SQL, sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { normaliseCode } from '#domain/referral.ts'
import { type Profile, profileColumns } from '#features/people/get-profile.ts'

export interface ProfileFilter extends Paging {
  is_affiliate?: boolean | undefined
  affiliate_code?: string | undefined
}

/** Rows of the table `profiles`, newest first (spec §7 Table reads: all, the affiliates, by code). */
export async function listProfiles(ctx: Context, filter: ProfileFilter = {}): Promise<Page<Profile>> {
  requirePermission(ctx, 'manage_people')
  const conditions: SQL[] = [sql`p.deleted_at is null`, behind(filter, sql`p.created_at`, sql`p.id`)]
  if (filter.is_affiliate !== undefined) conditions.push(sql`p.is_affiliate = ${filter.is_affiliate}`)
  if (filter.affiliate_code !== undefined) conditions.push(sql`p.affiliate_code = ${normaliseCode(filter.affiliate_code)}`)
  const { rows } = await ctx.db.execute<Profile & { key: string }>(sql`
    select ${profileColumns}, p.created_at as key from profiles p where ${sql.join(conditions, sql` and `)}
    order by p.created_at desc, p.id desc limit ${limitOf(filter)}`)
  return pageOfKeyed(rows, filter)
}
