import { type SQL, sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { isAsHigh, type StaffRole } from '#domain/roles.ts'
import { forgetPushDevices } from '#features/alerts/push-devices.ts'
import { type Context, requirePermission } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { writeAudit } from '#features/write-audit.ts'

/** The account to change: by id, or by its address. */
export type Who = { id: string } | { email: string }

type Acting = Pick<Context, 'db' | 'now' | 'actor'>
interface Account extends Record<string, unknown> {
  id: string
  role: StaffRole | null
}

/**
 * Gives an account a role, or takes its role away (null). Its sessions end: no earlier one carries the new rights, and one that was over for staff is not young
 * for a shopper. The last owner stays. Problems: signed_out, forbidden, account_not_found, user_not_found, above_you, last_owner.
 */
export async function changeRole(ctx: Acting, who: Who, role: StaffRole | null): Promise<void> {
  await changeAccount(ctx, who, (account) => (account.role === role ? undefined : role))
}

/** Makes an account an admin in the specification's sense (spec §7, promote_user_to_admin): a manager. An owner stays one. Problems: those of `changeRole`. */
export async function makeAdmin(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, ({ role }) => (role === 'owner' || role === 'manager' ? undefined : 'manager'))
}

/** Makes an account an owner: what `npm run admin` does. Problems: those of `changeRole`. */
export async function makeOwner(ctx: Acting, who: Who): Promise<void> {
  await changeRole(ctx, who, 'owner')
}

/** Takes every right back. Problems: those of `changeRole`. */
export async function demoteAdmin(ctx: Acting, who: Who): Promise<void> {
  await changeRole(ctx, who, null)
}

/** Ends every session of an account, such as of a stolen phone; its rights stay. Problems: signed_out, forbidden, account_not_found, user_not_found, above_you. */
export async function signOutEverywhere(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, ({ role }) => role)
}

/** `decide` answers the role from now on, undefined where nothing happens. */
async function changeAccount(ctx: Acting, who: Who, decide: (account: Account) => StaffRole | null | undefined): Promise<void> {
  requirePermission(ctx, 'manage_people')
  try {
    await ctx.db.transaction(async (tx) => {
      const account = await lockAccount({ ...ctx, db: tx }, who)
      const role = decide(account)
      if (role === undefined) return
      if (!isAsHigh(ctx.actor, account.role) || !isAsHigh(ctx.actor, role)) throw new Problem('above_you')
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

async function lockAccount({ db }: Pick<Context, 'db'>, who: Who): Promise<Account> {
  const meant: SQL =
    'email' in who
      ? sql`id = (select id from auth.users where email = ${who.email.trim().toLowerCase()})`
      : isUuid(who.id)
        ? sql`id = ${who.id}`
        : sql`false`
  // Locks the account first, like every transaction that changes one.
  await db.execute(sql`select from auth.users where id in (select id from profiles where ${meant}) for update`)
  const { rows } = await db.execute<Account>(sql`select id, role from profiles where ${meant} and deleted_at is null for no key update`)
  if (!rows[0]) throw new Problem('email' in who ? 'account_not_found' : 'user_not_found')
  return rows[0]
}
