import { isAPIError } from 'better-auth/api'
import { sql } from 'drizzle-orm'
import { type Context, requireSession } from '#core/context.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '#domain/problem.ts'

/** The user agent of a browser or a program; kept with a session, so that people recognise their own. */
export interface Device {
  userAgent: string | null
}

/** Headers for a call of better-auth: from this device, and signed in with the caller's session if `session` is true. */
export async function headersFor(ctx: Context, device: Device, { session = false } = {}): Promise<Headers> {
  const headers = new Headers()
  if (device.userAgent) headers.set('user-agent', device.userAgent.slice(0, 300).replace(/[^\x20-\x7e]/g, '?'))
  if (session) {
    const { sessionId } = requireSession(ctx)
    const { rows } = await ctx.db.execute<{ token: string }>(sql`select token from auth.sessions where id = ${sessionId}`)
    if (!rows[0]) throw new Problem('session_missing')
    headers.set('authorization', `Bearer ${rows[0].token}`)
  }
  return headers
}

/** Waits for a call of better-auth; a refusal of better-auth becomes the shop's own refusal, by its code. Anything else is a fault. */
export async function callAuth<Answer>(
  call: Promise<Answer>,
  refusals: Partial<Record<string, ProblemCode>>,
  details?: ProblemDetails,
): Promise<Answer> {
  try {
    return await call
  } catch (error) {
    const code = isAPIError(error) ? (error.body as { code?: string } | undefined)?.code : undefined
    const refusal = code === undefined ? undefined : refusals[code]
    if (refusal) throw new Problem(refusal, details)
    throw error
  }
}
