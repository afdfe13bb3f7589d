import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { deviceCookie } from '#features/people/device-cookie.ts'
import { findActor } from '#features/people/find-actor.ts'
import { keepPushDevices } from '#features/people/push-devices.ts'
import { readSession } from '#features/people/read-session.ts'
import type { SignedIn } from '#features/people/sign-in.ts'

declare module '#core/context.ts' {
  interface Effects {
    /** An affiliate signed in with this browser. Returns the cookies that it is to keep. */
    affiliateSignedIn(ctx: Context, userId: string): Promise<string[]>
  }
}

/**
 * Makes a new session the one of this browser, and returns it with its cookies. The session that the request came with ends, so a planted or stolen one does
 * not live on (promises §4 G57); the browser is a known device from now on.
 */
export async function establishSession(ctx: Context, token: string, cookies: string[]): Promise<SignedIn> {
  const found = await findActor(ctx, token)
  const { device, sessionId } = ctx.actor
  if (found?.role && device) await keepPushDevices(ctx, found.userId, found.sessionId, device.id)
  if (sessionId !== null) await ctx.db.execute(sql`delete from auth.sessions where id = ${sessionId} and token <> ${token}`)
  const session = found && (await readSession({ ...ctx, actor: { ...ctx.actor, ...found } }))
  if (!session) throw new Problem('session_missing')
  ctx.log.info({ user: found.userId }, 'session begun')
  const marks = found.isAffiliate ? await ctx.services.effects.affiliateSignedIn(ctx, found.userId) : []
  return { session, token, cookies: [...cookies, deviceCookie(ctx.services, found.userId, ctx.actor.device), ...marks] }
}
