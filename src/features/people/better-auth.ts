import { randomInt } from 'node:crypto'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { sql } from 'drizzle-orm'
import { type Context, type Log, requireSession } from '#core/context.ts'
import { accounts, sessions, twoFactors, users, verifications } from '#db/auth-schema.ts'
import type { Database } from '#db/client.ts'
import { backupCodeAlphabet, backupCodeLength, formatBackupCode, maxPasswordLength } from '#domain/account.ts'
import { Problem, type ProblemCode, type ProblemDetails } from '#domain/problem.ts'
import { sessionLimits } from '#domain/session.ts'
import { hashPassword, verifyPassword } from '#features/people/hash-password.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Accounts and sessions. */
    auth: Auth
  }
}

export type Auth = ReturnType<typeof createAuth>

/**
 * better-auth on our tables: accounts, passwords, sessions, second factor. Our verbs call its `api` in process. Its own router is never mounted, so
 * limits, origins and links are ours (core/rate-limit.ts, server/security.ts, features/people/letter-links.ts).
 */
export function createAuth(db: Database, { secret, origin, log }: { secret: string; origin: string; log: Log }) {
  const isSecure = origin.startsWith('https://')
  return betterAuth({
    baseURL: origin,
    basePath: '/api/auth',
    trustedOrigins: [origin],
    secret,
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: users, session: sessions, account: accounts, verification: verifications, twoFactor: twoFactors },
      transaction: true,
    }),
    user: { additionalFields: { phone: { type: 'string', required: false } } },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      autoSignIn: false,
      // Letters, which may be several units of length each, are counted by domain/account.ts.
      maxPasswordLength: maxPasswordLength * 4,
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // The absolute end. The idle one, and the shorter ones of admins, are watched where a session is read (find-actor.ts).
    session: { expiresIn: sessionLimits.user.absoluteSeconds, disableSessionRefresh: true, freshAge: 0, cookieCache: { enabled: false } },
    plugins: [
      bearer(),
      twoFactor({
        accountLockout: { maxFailedAttempts: 10, durationSeconds: 900 },
        backupCodeOptions: { customBackupCodesGenerate: makeBackupCodes },
      }),
    ],
    advanced: {
      database: { generateId: false },
      ipAddress: { disableIpTracking: true },
      // `__Host-` is stricter than the `__Secure-` that better-auth would put before a name by itself.
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(origin),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure },
      disableCSRFCheck: true,
      disableOriginCheck: true,
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its messages may hold addresses; faults are thrown as well, and logged where they are answered.
    logger: { level: 'error', log: () => log.error({ part: 'better-auth' }, 'an account call failed') },
  })
}

function cookiePrefix(origin: string): string {
  return origin.startsWith('https://') ? '__Host-viatu' : 'viatu'
}

/** The name of the cookie of a sign-in that waits for a code. */
export function secondFactorCookieName(origin: string): string {
  return `${cookiePrefix(origin)}.two_factor`
}

/** The name of the cookie of a session. */
export function sessionCookieName(origin: string): string {
  return `${cookiePrefix(origin)}.session_token`
}

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

/** Backup codes of an account. */
const many = 10

/** New backup codes; each is accepted once. */
export function makeBackupCodes(): string[] {
  return Array.from({ length: many }, () =>
    formatBackupCode(Array.from({ length: backupCodeLength }, () => backupCodeAlphabet[randomInt(backupCodeAlphabet.length)]).join('')),
  )
}
