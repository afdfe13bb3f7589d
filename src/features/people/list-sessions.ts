import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#features/context.ts'
import { isLive } from '#features/people/find-actor.ts'
import { instant, iso } from '#features/row-fields.ts'

export const ownSession = z.object({
  id: z.uuid(),
  /** The user agent of the browser, or null. */
  user_agent: z.string().nullable(),
  created_at: instant,
  last_used_at: instant,
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** The devices on which the caller is signed in, this device first. Problem `session_missing`. */
export async function listSessions(ctx: Context): Promise<OwnSession[]> {
  const { userId, sessionId } = requireSession(ctx)
  const { rows } = await ctx.db.execute<OwnSession>(sql`
    select s.id, nullif(s.user_agent, '') as user_agent, s.created_at, s.updated_at as last_used_at, s.id = ${sessionId} as is_current
    from auth.sessions s join profiles p on p.id = s.user_id where s.user_id = ${userId} and ${isLive(ctx)}
    order by is_current desc, s.updated_at desc`)
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at), last_used_at: iso(row.last_used_at) }))
}
