import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Actor, type Context, requirePermission } from '#core/context.ts'
import { behind, isUuid, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { holding, holdingPhone } from '#core/search-text.ts'
import { enumOf, instant, selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { isAsHigh, type StaffRole, staffRoles } from '#domain/roles.ts'
import { type CheckedPassword, lockPassword } from '#features/people/passwords.ts'
import { forgetPushDevices } from '#features/people/push-devices.ts'
import { type Proof, requireIdentity } from '#features/people/require-identity.ts'

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

/** The account to change: by id, or by its address. */
export type Who = { id: string } | { email: string }

type Acting = Pick<Context, 'db' | 'now' | 'actor'>
interface Account extends Record<string, unknown> {
  id: string
  role: StaffRole | null
}

/**
 * Gives an account a role, or takes its role away (null). Its sessions end: no earlier one carries the new rights, and one that was over for staff is not young
 * for a shopper. The last owner stays. To make an owner takes a proof.
 */
export async function changeRole(ctx: Context, who: Who, role: StaffRole | null, proof: Proof = {}): Promise<void> {
  requirePermission(ctx, 'manage_people')
  if (!isAsHigh(ctx.actor, role)) throw new Problem('above_you')
  const checked = role === 'owner' ? await requireIdentity(ctx, proof) : null
  await changeAccount(ctx, who, (account) => (account.role === role ? undefined : role), checked)
}

/** Makes an account an admin in the specification's sense (spec §7, promote_user_to_admin): a manager. An owner stays one. */
export async function makeAdmin(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, ({ role }) => (role === 'owner' || role === 'manager' ? undefined : 'manager'))
}

/** Makes an account an owner: what `npx viatu admin` does; no session can. */
export async function makeOwner(ctx: Acting, who: Who): Promise<void> {
  if (ctx.actor.userId !== null) throw new Problem('forbidden')
  await changeAccount(ctx, who, ({ role }) => (role === 'owner' ? undefined : 'owner'))
}

/** Takes every right back. */
export async function demoteAdmin(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, ({ role }) => (role === null ? undefined : null))
}

/** Ends every session of an account, such as of a stolen phone; its rights stay. */
export async function signOutEverywhere(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, ({ role }) => role)
}

/** `decide` answers the role from now on, undefined where nothing happens. */
async function changeAccount(
  ctx: Acting,
  who: Who,
  decide: (account: Account) => StaffRole | null | undefined,
  checked: CheckedPassword | null = null,
): Promise<void> {
  requirePermission(ctx, 'manage_people')
  try {
    await ctx.db.transaction(async (tx) => {
      const { account, actor } = await lockAccounts({ ...ctx, db: tx }, who)
      requirePermission({ actor }, 'manage_people')
      if (checked) await lockPassword({ db: tx }, checked)
      const role = decide(account)
      if (role === undefined) return
      if (!isAsHigh(actor, account.role) || !isAsHigh(actor, role)) throw new Problem('above_you')
      await tx.execute(sql`delete from auth.sessions where user_id = ${account.id}`)
      await forgetPushDevices({ db: tx }, account.id)
      const row = { table: 'profiles', id: account.id }
      if (role === account.role) return writeAudit(tx, ctx, { ...row, action: 'sign out everywhere' })
      await tx.execute(sql`update profiles set role = ${role} where id = ${account.id}`)
      // They chose from what they could hear of before.
      await tx.execute(sql`delete from alert_settings where user_id = ${account.id}`)
      await writeAudit(tx, ctx, { ...row, action: 'change role', before: { role: account.role }, after: { role } })
    })
  } catch (error) {
    throw violates(error, 'profiles_last_owner') ? new Problem('last_owner') : error
  }
}

/** The account, and the caller with the role that they have now: someone demoted a moment ago changes no role. */
async function lockAccounts({ db, actor }: Acting, who: Who): Promise<{ account: Account; actor: Actor }> {
  const meant: SQL =
    'email' in who
      ? sql`id = (select id from auth.users where email = ${who.email.trim().toLowerCase()})`
      : isUuid(who.id)
        ? sql`id = ${who.id}`
        : sql`false`
  const both = sql`(${meant} or id = ${actor.userId}::uuid)`
  // Locks the accounts first, like every transaction that changes one, and in one order: two people may change each other.
  await db.execute(sql`select from auth.users where id in (select id from profiles where ${both}) order by id for update`)
  const { rows } = await db.execute<Account & { is_meant: boolean }>(sql`
    select id, role, ${meant} as is_meant from profiles where ${both} and deleted_at is null order by id for no key update`)
  const account = rows.find(({ is_meant }) => is_meant)
  if (!account) throw new Problem('email' in who ? 'account_not_found' : 'user_not_found')
  return { account, actor: actor.userId === null ? actor : { ...actor, role: rows.find(({ id }) => id === actor.userId)?.role ?? null } }
}
