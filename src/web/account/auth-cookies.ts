import { readCookie } from '#core/cookie.ts'
import type { ShopFacts } from '#domain/shop.ts'

/** The link kinds, by their `type` in the address (spec §7 Auth). */
const kinds = { signup: 'verify', email_change: 'change', recovery: 'recover' } as const
export interface Link {
  kind: (typeof kinds)[keyof typeof kinds]
  token: string
}

/**
 * The link in an address, or null. The loader moves it into an HttpOnly cookie, so that it is not in the address bar, the history or the Referer (decisions,
 * People). API clients may call the token `access_token`.
 */
export function linkInQuery(query: URLSearchParams): Link | null {
  const type = query.get('type') ?? ''
  const token = query.get('token') ?? query.get('access_token')
  return Object.hasOwn(kinds, type) && token !== null ? { kind: kinds[type as keyof typeof kinds], token: token.slice(0, 200) } : null
}

export function readLink(request: Request, shop: Pick<ShopFacts, 'origin'>): Link | null {
  const [, kind, token] = /^(verify|change|recover)~(.*)$/.exec(readCookie(request.headers.get('cookie'), cookieName(shop)) ?? '') ?? []
  return kind && token ? { kind: kind as Link['kind'], token } : null
}

/** The Set-Cookie value that stores a link, for its longest lifetime. */
export function linkCookie(shop: Pick<ShopFacts, 'origin'>, { kind, token }: Link): string {
  return `${cookieName(shop)}=${kind}~${encodeURIComponent(token)}; Max-Age=3600; ${cookieAttributes(shop)}`
}

export function clearLinkCookie(shop: Pick<ShopFacts, 'origin'>): string {
  return `${cookieName(shop)}=; Max-Age=0; ${cookieAttributes(shop)}`
}

function cookieName({ origin }: Pick<ShopFacts, 'origin'>): string {
  return origin.startsWith('https://') ? '__Host-viatu.link' : 'viatu.link'
}

function cookieAttributes({ origin }: Pick<ShopFacts, 'origin'>): string {
  return `Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https://') ? '; Secure' : ''}`
}

/** Headers of a response that sets cookies and must not be cached. */
export function cookieHeaders(cookies: string[]): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of cookies) headers.append('Set-Cookie', cookie)
  return headers
}
