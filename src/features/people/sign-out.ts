import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { clearSessionCookie } from '#features/people/session-token.ts'

/** Ends the caller's session, here and in the database; a second call changes nothing. */
export async function signOut(ctx: Context): Promise<{ cookies: string[] }> {
  const { sessionId, userId } = ctx.actor
  if (sessionId !== null) {
    await ctx.db.execute(sql`delete from auth.sessions where id = ${sessionId}`)
    ctx.log.info({ user: userId }, 'signed out')
  }
  return { cookies: clearSessionCookie(ctx.services) }
}
