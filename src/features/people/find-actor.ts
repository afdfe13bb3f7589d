import { sql } from 'drizzle-orm'
import { lastSeenPrecision } from '#domain/ago.ts'
import { sessionLimits } from '#domain/session.ts'
import type { Actor, Context } from '#features/context.ts'

type Found = Pick<Actor, 'isAffiliate' | 'isAdmin'> & { userId: string; sessionId: string }

/**
 * The account of a session token, with the roles of this moment; null when there is no such session, or it was ended, or is over: unused for too long, or too
 * old (shorter for admins). Using it counts as use, written down at most once in a while.
 */
export async function findActor(ctx: Pick<Context, 'db' | 'now'>, token: string): Promise<Found | null> {
  const { rows } = await ctx.db.execute<Found & { isStale: boolean } & Record<string, unknown>>(sql`
    select s.id as "sessionId", s.user_id as "userId", p.is_admin as "isAdmin", p.is_affiliate as "isAffiliate",
      s.updated_at < ${ctx.now} - least(${secondsOf('idleSeconds')} / 30, make_interval(secs => ${lastSeenPrecision})) as "isStale"
    from auth.sessions s join profiles p on p.id = s.user_id
    where s.token = ${token} and ${isLive(ctx)}`)
  const [found] = rows
  if (!found) return null
  const { isStale, ...actor } = found
  if (isStale) await ctx.db.execute(sql`update auth.sessions set updated_at = ${ctx.now} where id = ${actor.sessionId} and updated_at < ${ctx.now}`)
  return actor
}

/** SQL: the session `s` of the profile `p` is not over. */
export function isLive({ now }: Pick<Context, 'now'>) {
  return sql`(s.expires_at > ${now} and s.created_at > ${now} - ${secondsOf('absoluteSeconds')} and s.updated_at > ${now} - ${secondsOf('idleSeconds')})`
}

/** SQL: when the session `s` of the profile `p` ends, however much it is used. */
export const endsAt = sql`least(s.expires_at, s.created_at + ${secondsOf('absoluteSeconds')})`

function secondsOf(kind: 'idleSeconds' | 'absoluteSeconds') {
  const { user, admin } = sessionLimits
  return sql.raw(`make_interval(secs => case when p.is_admin then ${admin[kind]} else ${user[kind]} end)`)
}
