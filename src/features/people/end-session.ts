import { sql } from 'drizzle-orm'
import { type Context, requireSession } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { Problem } from '#domain/problem.ts'

/** Signs out one device of the caller. The answer for another person's session is the same as for none. */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const { userId } = requireSession(ctx)
  const ended = isUuid(id) && (await ctx.db.execute(sql`delete from auth.sessions where id = ${id} and user_id = ${userId}`)).rowCount
  if (!ended) throw new Problem('not_found')
}

/** Signs out every other device; answers how many. */
export async function endOtherSessions(ctx: Context): Promise<number> {
  const { userId, sessionId } = requireSession(ctx)
  // Locks the account first, like every transaction that ends many sessions: so no two wait for each other.
  const { rowCount } = await ctx.db.execute(sql`
    with me as materialized (select id from auth.users where id = ${userId} for update),
      pushes as (delete from push_devices d using me where d.user_id = me.id and d.session_id <> ${sessionId})
    delete from auth.sessions s using me where s.user_id = me.id and s.id <> ${sessionId}`)
  return rowCount ?? 0
}
