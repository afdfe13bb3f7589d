import { sql } from 'drizzle-orm'
import type { Actor, Context } from '#core/context.ts'
import { needsSecondFactor } from '#domain/roles.ts'
import { lastSeenPrecision, sessionLimits } from '#domain/session.ts'

type Found = Pick<Actor, 'isAffiliate' | 'role' | 'lacksSecondFactor'> & { userId: string; sessionId: string }
type Stored = Omit<Found, 'lacksSecondFactor'> & { isGuarded: boolean; isStale: boolean } & Record<string, unknown>

/**
 * The account of a session token, with the roles of this moment; null when there is no such session, or it was ended, or is over: unused for too long, or too
 * old (shorter for staff). In a live shop an owner or manager without a second factor has no role yet. Using it counts as use, written down at most once in a while.
 */
export async function findActor(ctx: Pick<Context, 'db' | 'now' | 'services'>, token: string): Promise<Found | null> {
  const { rows } = await ctx.db.execute<Stored>(sql`
    select s.id as "sessionId", s.user_id as "userId", p.role, u.two_factor_enabled as "isGuarded", p.is_affiliate as "isAffiliate",
      s.updated_at < ${ctx.now} - least(${secondsOf('idleSeconds')} / 30, make_interval(secs => ${lastSeenPrecision})) as "isStale"
    from auth.sessions s join profiles p on p.id = s.user_id join auth.users u on u.id = p.id
    where s.token = ${token} and ${isLive(ctx)}`)
  const [found] = rows
  if (!found) return null
  const { isStale, isGuarded, role, ...actor } = found
  if (isStale) await ctx.db.execute(sql`update auth.sessions set updated_at = ${ctx.now} where id = ${actor.sessionId} and updated_at < ${ctx.now}`)
  const lacksSecondFactor = ctx.services.asksSecondFactor && needsSecondFactor(role) && !isGuarded
  return { ...actor, role: lacksSecondFactor ? null : role, lacksSecondFactor }
}

/** SQL: the session `s` of the profile `p` is not over. */
export function isLive({ now }: Pick<Context, 'now'>) {
  return sql`(s.expires_at > ${now} and s.created_at > ${now} - ${secondsOf('absoluteSeconds')} and s.updated_at > ${now} - ${secondsOf('idleSeconds')})`
}

/** SQL: when the session `s` of the profile `p` ends, however much it is used. */
export const endsAt = sql`least(s.expires_at, s.created_at + ${secondsOf('absoluteSeconds')})`

function secondsOf(kind: 'idleSeconds' | 'absoluteSeconds') {
  const { user, admin } = sessionLimits
  return sql.raw(`make_interval(secs => case when p.role is not null then ${admin[kind]} else ${user[kind]} end)`)
}
