import { type SQL, sql } from 'drizzle-orm'
import { type Actor, type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { writeAudit } from '#core/write-audit.ts'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { isAsHigh, type StaffRole } from '#domain/roles.ts'
import { forgetPushDevices } from '#features/people/push-devices.ts'
import { type Proof, requireIdentity } from '#features/people/require-identity.ts'
import { type CheckedPassword, lockPassword } from '#features/people/require-password.ts'

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

/** Makes an account an owner: what `npm run admin` does; no session can. */
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
