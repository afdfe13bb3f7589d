import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Device } from '#features/people/better-auth.ts'
import { account } from '#features/people/profiles.ts'
import { sessionFacts } from '#features/people/sessions.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { exampleId, namedSchema } from '#server/api/declare.ts'

export const exampleToken = 'nJxN0Jq3kq0H9mXbV4a7f5s2Zt8yR1cW6uE0oL3pD4g'
export const examplePassword = 'mbio-wingu-42'

const exampleFacts = {
  user: { id: exampleId },
  name: 'Wanjiku Kamau',
  is_affiliate: false,
  is_admin: false,
  role: null,
  affiliate_code: null,
  is_paused: false,
  expires_at: '2026-12-21T00:28:03.000Z',
}

export const sessionShown = namedSchema('SessionFacts', sessionFacts, exampleFacts)

const facts = sessionFacts.extend({
  access_token: z
    .string()
    .openapi({ description: 'Send it as `Authorization: Bearer …`. The cookie that comes with it does the same in a browser.' }),
  refresh_token: z.null().openapi({ description: 'There is none: using a session keeps it alive' }),
  token_type: z.literal('bearer'),
})
export const session = namedSchema('Session', facts, { ...exampleFacts, access_token: exampleToken, refresh_token: null, token_type: 'bearer' })
export const user = namedSchema('User', account)

/** A session with its bearer token, for API clients; browsers use the cookie, which is set. */
export function giveSession(c: Context, { session, token, cookies }: SignedIn) {
  setCookies(c, cookies)
  return { ...session, access_token: token, refresh_token: null, token_type: 'bearer' as const }
}

export function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

/** The client of a request, as a session or a click remembers it. */
export function deviceOf(c: Context): Device {
  return { userAgent: c.req.header('user-agent') ?? null }
}
