import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { sessionLimits } from '#domain/session.ts'
import type { Device } from '#features/people/call-auth.ts'
import { establishSession } from '#features/people/establish-session.ts'
import { sessionCookie } from '#features/people/session-token.ts'
import type { SignedIn } from '#features/people/sign-in.ts'

/** A new session for a person who has just proved who they are, in the caller's transaction: it exists if and only if that transaction is committed. */
export async function startSession(ctx: Context, userId: string, { userAgent }: Device): Promise<SignedIn> {
  const token = randomBytes(32).toString('base64url')
  await ctx.db.execute(sql`
    insert into auth.sessions (user_id, token, ip_address, user_agent, expires_at, created_at, updated_at)
    values (${userId}, ${token}, '', ${userAgent?.slice(0, 300) ?? ''},
      ${ctx.now} + make_interval(secs => ${sessionLimits.user.absoluteSeconds}), ${ctx.now}, ${ctx.now})`)
  return establishSession(ctx, token, sessionCookie(ctx.services, token))
}
