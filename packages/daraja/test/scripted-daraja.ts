import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDaraja, type DarajaOptions } from '../src/client/daraja.ts'
import type { DarajaSettings, Mpesa, PayoutSettings, PromptRequest, TokenStore } from '../src/client/mpesa.ts'
import { memoryTokens } from '../src/client/token.ts'

/** The server's answer to one request: a body (an object as JSON) with a status, or a handler. */
export type Turn = { status?: number; body: unknown } | ((response: ServerResponse, request: Seen) => void)

export interface Seen {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export const settings: DarajaSettings = {
  baseUrl: 'http://127.0.0.1',
  consumerKey: 'the-consumer-key',
  consumerSecret: 'the-consumer-secret',
  shortcode: '174379',
  passkey: 'the-passkey',
  transactionType: 'CustomerPayBillOnline',
  till: null,
  payouts: null,
}

export const prompt: PromptRequest = {
  phone: '254712345678',
  amount: 450_000,
  reference: '1A2B3C4D',
  description: 'Viatu shoes',
  callbackUrl: 'https://shop.example/api/callbacks/stk/abc',
}

export const accepted = { body: { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', MerchantRequestID: '29115-1', ResponseDescription: 'Success' } }
export const invalidToken = { status: 404, body: { requestId: 'r', errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } }

/** A store with a valid token, so that a test with short timeouts need not fetch one. */
export async function knownToken(): Promise<TokenStore> {
  const tokens = memoryTokens()
  await tokens.replace(null, async () => ({ value: 'token-0', expiresAt: Date.now() + 3_600_000 }))
  return tokens
}

/** Never answers. */
export const silence: Turn = () => {}
/** Closes the connection without an answer. */
export const cut: Turn = (response) => response.socket?.destroy()

interface Script {
  turns: Turn[]
  tokenTurn?: (count: number) => Turn
  payouts?: PayoutSettings | null
}

/**
 * A server that answers requests for tokens with `tokenTurn` (numbered tokens unless told) and all others with `turns`, in order,
 * the last one for ever; and a client that talks to it. `await using` closes the server.
 */
export async function scriptedDaraja({ turns, tokenTurn, payouts = null, ...rest }: Script & Partial<DarajaOptions>) {
  const seen: Seen[] = []
  const logged: Record<string, unknown>[] = []
  const tokensAsked = () => seen.filter(isTokenRequest)
  const asked = () => seen.filter((request) => !isTokenRequest(request))

  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const one: Seen = { method: request.method!, path: request.url!, headers: request.headers, body }
    seen.push(one)
    const turn = isTokenRequest(one) ? (tokenTurn ?? numberedToken)(tokensAsked().length) : turns[Math.min(asked().length, turns.length) - 1]!
    if (typeof turn === 'function') return turn(response, one)
    response.writeHead(turn.status ?? 200).end(typeof turn.body === 'string' ? turn.body : JSON.stringify(turn.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  const mpesa: Mpesa = createDaraja({ ...settings, baseUrl, payouts }, { tokens: memoryTokens(), log: (event) => logged.push(event), ...rest })
  return { mpesa, baseUrl, asked, tokensAsked, logged, close, [Symbol.asyncDispose]: close }
}

const numberedToken = (count: number): Turn => ({ body: { access_token: `token-${count}`, expires_in: '3599' } })

function isTokenRequest({ path }: Seen): boolean {
  return path.startsWith('/oauth/')
}
