import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireSession } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'

/** Signs out one device of whoever asks. Somebody else's session is as unknown as none. Problems: session_missing, not_found. */
export async function endSession(ctx: Context, id: string): Promise<void> {
  const { userId } = requireSession(ctx)
  const ended = isUuid(id) && (await ctx.db.execute(sql`delete from auth.sessions where id = ${id} and user_id = ${userId}`)).rowCount
  if (!ended) throw new Problem('not_found')
}

/** Signs out every other device; answers how many. Problem `session_missing`. */
export async function endOtherSessions(ctx: Context): Promise<number> {
  const { userId, sessionId } = requireSession(ctx)
  return (await ctx.db.execute(sql`delete from auth.sessions where user_id = ${userId} and id <> ${sessionId}`)).rowCount ?? 0
}
