import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireSession, requireUser } from '#core/context.ts'
import { addressInput, nameInput, parseInput, phoneInput } from '#core/input.ts'
import { behind, isUuid, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant, jsonOf, selectOf } from '#core/select-of.ts'
import { phoneHint } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { normaliseCode } from '#domain/referral.ts'
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
const profileColumns = selectOf(profileRow, 'p', {
  is_paused: sql`p.affiliate_paused_at is not null`,
  pause_reason: sql`p.affiliate_pause_reason`,
  total_commission: sql`(select earned - clawed_back from wallets w where w.affiliate_id = p.id)`,
})

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

const nothing = z.literal('').transform(() => null)

/** The fields that people may write in their profile; other fields of a body are not read (decisions, People). */
export const profileChanges = z.object({
  full_name: nameInput.optional(),
  phone: z.union([nothing, phoneInput], phoneHint).nullish(),
  address: addressInput.transform((text) => text || null).nullish(),
  /** Joins the affiliates; there is no way back from here. */
  is_affiliate: z.boolean('Write true or false.').optional(),
})

/** Changes the caller's own profile only. */
export async function updateProfile(ctx: Context, id: string, sent: unknown): Promise<Profile> {
  const { userId } = requireUser(ctx)
  if (id.toLowerCase() !== userId) throw new Problem('not_found')
  const { is_affiliate, full_name, phone, address } = parseInput(profileChanges, sent)
  const values = [
    full_name !== undefined ? sql`full_name = ${full_name}` : undefined,
    phone !== undefined ? sql`phone = ${phone}` : undefined,
    address !== undefined ? sql`address = ${address}` : undefined,
  ].filter((value) => value !== undefined)
  if (values.length > 0) await ctx.db.execute(sql`update profiles set ${sql.join(values, sql`, `)} where id = ${userId} and deleted_at is null`)
  // By itself: the debts that a new affiliate takes over are locked before the profile.
  if (is_affiliate) await ctx.services.effects.affiliateWanted(ctx)
  return getProfile(ctx, id)
}

interface ProfileFilter extends Paging {
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

/** Whether somebody of the shop reads the products of the panel as a table, on every device; as cards until they choose. */
export async function readProductsView(ctx: Pick<Context, 'db' | 'actor'>): Promise<boolean> {
  const { userId } = requirePermission(ctx, 'sell')
  const { rows } = await ctx.db.execute<{ products_as_table: boolean }>(sql`select products_as_table from profiles where id = ${userId}`)
  return rows[0]?.products_as_table ?? false
}

export async function keepProductsView(ctx: Pick<Context, 'db' | 'actor'>, asTable: boolean): Promise<void> {
  const { userId } = requirePermission(ctx, 'sell')
  await ctx.db.execute(sql`update profiles set products_as_table = ${asTable} where id = ${userId}`)
}
