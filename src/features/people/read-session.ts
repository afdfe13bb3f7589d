import { sql } from 'drizzle-orm'
import type { SessionFacts } from '#domain/session.ts'
import type { Context } from '#features/context.ts'
import { endsAt, isLive } from '#features/people/find-actor.ts'

/** What a page may know of who asks; null for whoever is not signed in. Spec §7 Auth, read session. */
export async function readSession(ctx: Pick<Context, 'db' | 'now' | 'actor'>): Promise<SessionFacts | null> {
  const { sessionId } = ctx.actor
  if (sessionId === null) return null
  const { rows } = await ctx.db.execute<{
    id: string
    name: string
    is_affiliate: boolean
    is_admin: boolean
    affiliate_code: string | null
    is_paused: boolean
    ends: string
  }>(sql`
    select p.id, p.full_name as name, p.is_affiliate, p.is_admin, p.affiliate_code, p.affiliate_paused_at is not null as is_paused, ${endsAt} as ends
    from auth.sessions s join profiles p on p.id = s.user_id where s.id = ${sessionId} and ${isLive(ctx)}`)
  const [row] = rows
  if (!row) return null
  const { id, ends, ...facts } = row
  return { user: { id }, ...facts, expires_at: new Date(ends).toISOString() }
}
