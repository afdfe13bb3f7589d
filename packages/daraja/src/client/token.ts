import type { Exchange, Outgoing } from './http-exchange.ts'
import type { DarajaSettings, Token, TokenStore } from './mpesa.ts'
import { codeOf, fieldsOf, textOf } from './mpesa-answers.ts'

/** The shop could get no token. `busy` means that it may work in a minute. */
export class TokenRefused extends Error {
  override readonly name = 'TokenRefused'
  readonly code: string
  readonly busy: boolean

  constructor(code: string, busy: boolean) {
    super(busy ? 'M-Pesa gave no access token' : "M-Pesa refused the shop's own key")
    this.code = code
    this.busy = busy
  }
}

/**
 * Returns a token that was not `refused` and lives for another minute: the one that this process used last, or the store's; requests a new one where there is
 * none. Calls that need one at the same time wait for the same renewal. Throws TokenRefused, or the error of the store.
 */
export function createTokenSource(store: TokenStore, renew: () => Promise<Token>, clock: () => number) {
  let renewal: Promise<Token> | null = null
  let last: Token | null = null
  const isUsable = (token: Token, refused: string | null) => token.value !== refused && token.expiresAt - renewEarlyMs > clock()

  return async function usableToken(refused: string | null): Promise<string> {
    if (last && isUsable(last, refused)) return last.value
    const stored = await store.read()
    if (stored && isUsable(stored, refused)) {
      last = stored
      return stored.value
    }
    renewal ??= store.replace(stored?.value ?? null, renew).finally(() => {
      renewal = null
    })
    last = await renewal
    return last.value
  }
}

const renewEarlyMs = 60_000

/** The request for a token (daraja §1), the only GET. */
export function tokenRequest({ baseUrl, consumerKey, consumerSecret }: DarajaSettings): Outgoing {
  const basic = Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64')
  const url = `${baseUrl.replace(/\/+$/, '')}/oauth/v1/generate?grant_type=client_credentials`
  return { method: 'GET', url, headers: { Authorization: `Basic ${basic}` } }
}

/** The token that was requested at `askedAt` (milliseconds). Throws TokenRefused where M-Pesa gave none. */
export function readToken(exchange: Exchange, askedAt: number): Token {
  if (exchange.outcome !== 'reply') throw new TokenRefused(exchange.outcome === 'unsent' ? 'unreachable' : 'no_token', true)
  const { access_token, expires_in, errorCode } = fieldsOf(exchange.body) ?? {}
  const value = textOf(access_token)
  // A text that cannot be a header value is no token.
  if (/^[\x21-\x7e]+$/.test(value)) return { value, expiresAt: askedAt + (Number(expires_in) || usualLifeSeconds) * 1000 }
  const code = textOf(errorCode) && codeOf(errorCode)
  // With a wrong key the body may be empty; then the status is all there is (daraja §1).
  const ourFault = code ? code.startsWith('4') : [400, 401].includes(exchange.status)
  throw new TokenRefused(code || 'no_token', !ourFault)
}

const usualLifeSeconds = 3599

/** A store for one process, which behaves like the shared one: a request that comes while a token is replaced gets the new one. */
export function memoryTokens(): TokenStore {
  let token: Token | null = null
  let turn: Promise<unknown> = Promise.resolve()
  return {
    read: async () => token,
    replace(stale, renew) {
      const mine = turn.then(async () => {
        if (!token || token.value === stale) token = await renew()
        return token
      })
      turn = mine.catch(() => undefined)
      return mine
    },
  }
}
