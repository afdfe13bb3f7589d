import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Device } from '#features/people/call-auth.ts'
import type { SignedIn } from '#features/people/sign-in.ts'
import { exampleId } from '#server/declare.ts'

export const authTag = ['auth']
export const exampleToken = 'nJxN0Jq3kq0H9mXbV4a7f5s2Zt8yR1cW6uE0oL3pD4g'
export const examplePassword = 'mbio-wingu-42'

const facts = z.object({
  user: z.object({ id: z.uuid() }),
  name: z.string(),
  is_affiliate: z.boolean(),
  is_admin: z.boolean(),
  affiliate_code: z.string().nullable(),
  is_paused: z.boolean().openapi({ description: 'Their affiliate links rest' }),
  expires_at: z.iso.datetime().openapi({ description: 'When it ends, however much it is used' }),
})

const exampleFacts = {
  user: { id: exampleId },
  name: 'Wanjiku Kamau',
  is_affiliate: false,
  is_admin: false,
  affiliate_code: null,
  is_paused: false,
  expires_at: '2026-12-21T00:28:03.000Z',
}

export const sessionFacts = facts.openapi('SessionFacts', { example: exampleFacts })

export const session = facts
  .extend({
    access_token: z
      .string()
      .openapi({ description: 'Send it as `Authorization: Bearer …`. The cookie that comes with it does the same in a browser.' }),
    refresh_token: z.null().openapi({ description: 'There is none: using a session keeps it alive' }),
    token_type: z.literal('bearer'),
  })
  .openapi('Session', { example: { ...exampleFacts, access_token: exampleToken, refresh_token: null, token_type: 'bearer' } })

export const account = z
  .object({
    id: z.uuid(),
    email: z.string(),
    email_verified: z.boolean(),
    phone: z.string().nullable(),
    created_at: z.iso.datetime(),
    second_factor: z.boolean(),
    user_metadata: z.object({ full_name: z.string(), phone: z.string().nullable(), is_affiliate: z.boolean() }),
  })
  .openapi('User')

/** A session with its bearer token, for API clients; browsers use the cookie. */
export function toSession({ session, token }: SignedIn) {
  return { ...session, access_token: token, refresh_token: null, token_type: 'bearer' as const }
}

export function setCookies(c: Context, cookies: string[]): void {
  for (const cookie of cookies) c.header('Set-Cookie', cookie, { append: true })
}

export function deviceOf(c: Context): Device {
  return { userAgent: c.req.header('user-agent') ?? null }
}
