import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requireSession } from '#core/context.ts'
import { instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { isLive } from '#features/people/find-actor.ts'

export const ownSession = z.object({
  id: z.uuid(),
  /** The user agent of the browser, or null. */
  user_agent: z.string().nullable(),
  created_at: instant,
  last_used_at: instant,
  is_current: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

/** The devices on which the caller is signed in, this device first. */
export async function listSessions(ctx: Context): Promise<OwnSession[]> {
  const { userId, sessionId } = requireSession(ctx)
  const { rows } = await ctx.db.execute<OwnSession>(sql`
    select ${selectOf(ownSession, 's', { user_agent: sql`nullif(s.user_agent, '')`, last_used_at: sql`s.updated_at`, is_current: sql`s.id = ${sessionId}` })}
    from auth.sessions s join profiles p on p.id = s.user_id where s.user_id = ${userId} and ${isLive(ctx)}
    order by is_current desc, s.updated_at desc`)
  return rows
}
