import { randomBytes } from 'node:crypto'
import { WireError } from './wire-errors.ts'

const lifeMs = 3600_000

/** Access tokens: only the newest is valid (daraja §1). */
export interface Tokens {
  /** A new token of 28 characters; `worthless` returns one that no call accepts. */
  issue(options?: { worthless?: boolean }): string
  /** Throws "Invalid Access Token" unless the header has the current token. */
  check(authorization: string | undefined): void
  /** Invalidates the current token, as when another process fetches a new one. */
  revoke(): void
}

export function createTokens(now: () => Date): Tokens {
  let present: { token: string; until: number } | undefined
  return {
    issue: ({ worthless = false } = {}) => {
      const token = randomBytes(32).toString('base64').replace(/[+/=]/g, '').slice(0, 28).padEnd(28, '0')
      present = worthless ? undefined : { token, until: now().getTime() + lifeMs }
      return token
    },
    check: (authorization) => {
      const isGood = present && authorization === `Bearer ${present.token}` && now().getTime() < present.until
      if (!isGood) throw new WireError('invalidToken')
    },
    revoke: () => {
      present = undefined
    },
  }
}

/** Checks `Basic base64(key:secret)` and the grant type of a token request. */
export function checkTokenRequest(
  authorization: string | undefined,
  grantType: string | undefined,
  shop: { consumerKey: string; consumerSecret: string },
) {
  const expected = Buffer.from(`${shop.consumerKey}:${shop.consumerSecret}`).toString('base64')
  if (authorization !== `Basic ${expected}`) throw new WireError('wrongAuthType')
  if (grantType !== 'client_credentials') throw new WireError('wrongGrantType')
}
