import type { Context } from '#features/context.ts'
import type { Device } from '#features/people/call-auth.ts'
import { enter } from '#features/people/enter.ts'
import { keptSession } from '#features/people/session-token.ts'
import type { SignedIn } from '#features/people/sign-in.ts'

/** A new session for somebody who has just shown who they are. */
export async function startSession(ctx: Context, userId: string, { userAgent }: Device): Promise<SignedIn> {
  const { internalAdapter } = await ctx.services.auth.$context
  const { token } = await internalAdapter.createSession(userId, false, { userAgent: userAgent?.slice(0, 300) ?? '' })
  return enter(ctx, token, keptSession(ctx.services, token))
}
