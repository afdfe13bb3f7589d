import { sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'
import { clearSessionCookie } from '#features/people/session-token.ts'

/** Ends the caller's session, here and in the database; a second call changes nothing. */
export async function signOut(ctx: Context): Promise<{ cookies: string[] }> {
  if (ctx.actor.sessionId !== null) await ctx.db.execute(sql`delete from auth.sessions where id = ${ctx.actor.sessionId}`)
  return { cookies: clearSessionCookie(ctx.services) }
}
