import { type SQL, sql } from 'drizzle-orm'
import { violates } from '#db/errors.ts'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { writeAudit } from '#features/write-audit.ts'

/** The account to change: by id, or by its address. */
export type Who = { id: string } | { email: string }

type Acting = Pick<Context, 'db' | 'now' | 'actor'>

/**
 * Makes an account an admin. Its sessions end, so that no earlier session carries the new rights. Problems: signed_out, forbidden, account_not_found,
 * user_not_found.
 */
export async function makeAdmin(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, true)
}

/**
 * Takes the rights back, at once; the last admin keeps them. The account's sessions end: one that was over for an admin must not be young for a shopper.
 * Problems: signed_out, forbidden, account_not_found, user_not_found, last_admin.
 */
export async function demoteAdmin(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, false)
}

/** Ends every session of an account, such as of a stolen phone; its rights stay. Problems: signed_out, forbidden, account_not_found, user_not_found. */
export async function signOutEverywhere(ctx: Acting, who: Who): Promise<void> {
  await changeAccount(ctx, who, null)
}

/** `isAdmin` is null where the rights stay. */
async function changeAccount(ctx: Acting, who: Who, isAdmin: boolean | null): Promise<void> {
  requireAdmin(ctx)
  const meant: SQL =
    'email' in who
      ? sql`id = (select id from auth.users where email = ${who.email.trim().toLowerCase()})`
      : isUuid(who.id)
        ? sql`id = ${who.id}`
        : sql`false`
  try {
    await ctx.db.transaction(async (tx) => {
      // Locks the account first, like every transaction that changes one.
      await tx.execute(sql`select from auth.users where id in (select id from profiles where ${meant}) for update`)
      const { rows } = await tx.execute<{ id: string; is_admin: boolean }>(sql`
        select id, is_admin from profiles where ${meant} and deleted_at is null for update`)
      const [profile] = rows
      if (!profile) throw new Problem('email' in who ? 'account_not_found' : 'user_not_found')
      if (profile.is_admin === isAdmin) return
      await tx.execute(sql`delete from auth.sessions where user_id = ${profile.id}`)
      const row = { table: 'profiles', id: profile.id }
      if (isAdmin === null) return writeAudit(tx, ctx, { ...row, action: 'sign out everywhere' })
      await tx.execute(sql`update profiles set is_admin = ${isAdmin} where id = ${profile.id}`)
      const action = isAdmin ? 'make admin' : 'demote admin'
      await writeAudit(tx, ctx, { ...row, action, before: { is_admin: profile.is_admin }, after: { is_admin: isAdmin } })
    })
  } catch (error) {
    throw violates(error, 'profiles_last_admin') ? new Problem('last_admin') : error
  }
}
