import type { ShopFacts } from '#domain/shop.ts'
import { readCookie } from '#features/people/session-token.ts'

/** What an e-mail's link asks for, in the words of its address (spec §7 Auth). */
const kinds = { signup: 'verify', email_change: 'change', recovery: 'recover' } as const
export interface Link {
  kind: (typeof kinds)[keyof typeof kinds]
  token: string
}

/**
 * The link in an address, or null. It is moved into a cookie that scripts cannot read, so that the address bar, the history and the Referer do not
 * hold it (decisions, People); a program may call it `access_token`.
 */
export function linkInQuery(query: URLSearchParams): Link | null {
  const type = query.get('type') ?? ''
  const token = query.get('token') ?? query.get('access_token')
  return Object.hasOwn(kinds, type) && token !== null ? { kind: kinds[type as keyof typeof kinds], token: token.slice(0, 200) } : null
}

export function readLink(request: Request, shop: Pick<ShopFacts, 'origin'>): Link | null {
  const [, kind, token] = /^(verify|change|recover)~(.*)$/.exec(readCookie(request.headers.get('cookie'), nameIn(shop)) ?? '') ?? []
  return kind && token ? { kind: kind as Link['kind'], token } : null
}

/** Set-Cookie; for as long as a link lives at most. */
export function keptLink(shop: Pick<ShopFacts, 'origin'>, { kind, token }: Link): string {
  return `${nameIn(shop)}=${kind}~${encodeURIComponent(token)}; Max-Age=3600; ${rights(shop)}`
}

export function forgottenLink(shop: Pick<ShopFacts, 'origin'>): string {
  return `${nameIn(shop)}=; Max-Age=0; ${rights(shop)}`
}

function nameIn({ origin }: Pick<ShopFacts, 'origin'>): string {
  return origin.startsWith('https://') ? '__Host-viatu.link' : 'viatu.link'
}

function rights({ origin }: Pick<ShopFacts, 'origin'>): string {
  return `Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https://') ? '; Secure' : ''}`
}
