import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { enumOf, instant } from '#core/row-fields.ts'
import { holding, holdingPhone } from '#core/search-text.ts'
import { selectOf } from '#core/select-of.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { staffRoles } from '#domain/roles.ts'

/** A user as User Management shows them (spec §2). Money in KSh. */
export const userRow = z.object({
  id: z.uuid(),
  full_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  is_affiliate: z.boolean(),
  affiliate_code: z.string().nullable(),
  available_balance: z.number().meta({ description: 'KSh; may be negative after a clawback' }),
  is_admin: z.boolean(),
  role: enumOf(staffRoles).nullable().meta({ description: 'Of people who work in the shop' }),
  created_at: instant,
})
export type UserRow = z.infer<typeof userRow>

export interface UserFilter extends Paging {
  /** Part of a name, a phone number, an e-mail address or an affiliate code. */
  search?: string | undefined
  is_admin?: boolean | undefined
  /** Has any role. */
  is_staff?: boolean | undefined
  is_affiliate?: boolean | undefined
}

/** All accounts, newest first. */
export async function listUsers(ctx: Context, filter: UserFilter = {}): Promise<Page<UserRow>> {
  requirePermission(ctx, 'manage_people')
  const conditions: SQL[] = [sql`p.deleted_at is null`, behind(filter, sql`p.created_at`, sql`p.id`)]
  if (filter.is_staff) conditions.push(sql`p.role is not null`)
  if (filter.is_admin !== undefined) conditions.push(sql`p.is_admin = ${filter.is_admin}`)
  if (filter.is_affiliate !== undefined) conditions.push(sql`p.is_affiliate = ${filter.is_affiliate}`)
  const wanted = holding(filter.search)
  const meant = wanted ? [found(wanted, filter, conditions)] : []
  // Balances are worked out for the rows of the page alone, in the same statement.
  const { rows } = await ctx.db.execute<UserRow & { key: string }>(sql`
    with page as materialized (
      select p.* from profiles p where ${sql.join([...conditions, ...meant], sql` and `)}
      order by p.created_at desc, p.id desc limit ${limitOf(filter)}
    )
    select ${selectOf(userRow, 'page', { email: sql`u.email`, available_balance: sql`w.available` })}, page.created_at as key
    from page left join auth.users u on u.id = page.id
    cross join lateral (select available from wallets where affiliate_id = page.id) w order by page.created_at desc, page.id desc`)
  return pageOfKeyed(rows, filter)
}

/** Each part has an index of its own and stops when the page is full; joined by `or` none would be used. */
function found(wanted: string, filter: UserFilter, conditions: SQL[]): SQL {
  const newest = (part: SQL) => sql`(
    select p.id from profiles p where ${sql.join([...conditions, part], sql` and `)} order by p.created_at desc, p.id desc limit ${limitOf(filter)})`
  const parts = [
    newest(sql`(p.full_name ilike ${wanted} or p.affiliate_code ilike ${wanted} or p.phone like ${holdingPhone(filter.search)})`),
    newest(sql`exists (select from auth.users u where u.id = p.id and u.email ilike ${wanted})`),
  ]
  return sql`p.id in (${sql.join(parts, sql` union `)}) ${withoutPreparedPlan}`
}
