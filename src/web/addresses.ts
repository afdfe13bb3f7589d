import type { CartLine } from '#domain/cart.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { type HelpSlug, helpHref } from '#domain/help-sections.ts'

/** All addresses of the shop are built here, but for those in the panel (admin/panel-addresses.ts); the routes that answer them are in routes.ts. */
export const homeUrl = '/'
export const productsUrl = '/products'
export const checkoutUrl = '/checkout'
export const trackUrl = '/track'
export const affiliateUrl = '/affiliate'
export const walletUrl = '/affiliate/wallet'
export const personalDataUrl = '/dashboard/my-data'
export const accountDeletedUrl = '/account-deleted'
export const dashboardUrl = '/dashboard'
/** Where a second factor is set up. */
export const secondFactorUrl = '/dashboard#second-factor'
export const resetPasswordUrl = (next?: string | null) => withQuery('/reset-password', { next })
export const signOutUrl = '/sign-out'
export const adminUrl = '/admin'
/** The signed-in user, for the browser's auth store. */
export const sessionUrl = '/api/auth/session'

/** Records a click on an affiliate link. */
export const clicksUrl = '/api/affiliate_clicks'
export const chatUrl = '/api/functions/ai-chatbot'
export const sizeGuideUrl = '/size-guide-text'

/** A section of the help page, or one of its questions, such as `faq`, `pay`. */
export function helpUrl(section: HelpSlug, question?: string): string {
  return helpHref(question ? `${section}-${question}` : section)
}

/** Records a click on an ad. */
export const adClicksUrl = (id: string) => `/api/ads/${encodeURIComponent(id)}/clicks`
/** The iframe with an ad network's code. */
export const adFrameUrl = (id: string) => `/ads/${encodeURIComponent(id)}/frame`

/** The modes of the sign-in screen. */
export type AuthMode = 'sign-in' | 'sign-up' | 'forgot' | 'new-password' | 'confirm'

/** `next` is the path to go to after sign-in; `ended` says that the session ended while a form was open. */
export function authUrl(mode: AuthMode = 'sign-in', next?: string | null, ended = false): string {
  if (mode === 'sign-up') return withQuery('/sign-up', { next })
  return withQuery('/auth', { mode: mode === 'sign-in' ? null : mode, next, ended: ended ? 'yes' : null })
}

/** The sign-up screen after an account was created. */
export function signedUpUrl(next?: string | null): string {
  return withQuery('/sign-up', { mode: 'signed-up', next })
}

export function productUrl(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

/** Without a slug: the page titled Products. */
export function categoryUrl(slug?: string): string {
  return slug ? `/category/${encodeURIComponent(slug)}` : '/category'
}

/** `key` is the guest's access key. */
export function orderUrl(id: string, key?: string | null): string {
  return withQuery(`/order/${encodeURIComponent(id)}`, { key })
}

/** The orders of the signed-in user. */
export function ordersUrl(cursor?: string | null): string {
  return withQuery('/dashboard/orders', { cursor })
}

/** One of the lists of an affiliate: orders, commissions, clicks, payouts. */
export function ownListUrl(list: string, cursor?: string | null): string {
  return withQuery(`/affiliate/${encodeURIComponent(list)}`, { cursor })
}

/** Days as `2026-11-21`, both included. */
export function statementUrl(period: { from?: string | null; to?: string | null } = {}): string {
  return withQuery('/affiliate/wallet/statement', period)
}

export function statementFileUrl(period: { from?: string | null; to?: string | null }): string {
  return withQuery('/affiliate/wallet/statement.csv', period)
}

/** The QR code of an affiliate link to a page of the shop. */
export function qrUrl(address: string): string {
  return withQuery('/affiliate/qr.svg', { address })
}

/** What is null or empty is left out. */
export type Query = Record<string, string | number | null | undefined>

/** A product list at `base` (productsUrl or a category's address), filtered, from a cursor on. */
export function listUrl(base: string, filter: ProductFilter, cursor?: string | null): string {
  const { search, category, size, minPrice, maxPrice, sort } = filter
  return withQuery(base, { search, category, size, min: minPrice, max: maxPrice, sort: sort === 'newest' ? undefined : sort, cursor })
}

/** Current prices and stock for cart lines: one `line` parameter each. */
export function cartOffersUrl(lines: Pick<CartLine, 'id' | 'size'>[]): string {
  const query = new URLSearchParams(lines.map(({ id, size }) => ['line', `${id}~${size}`]))
  return `/cart-offers?${query}`
}

/** For canonical links and link previews. */
export function absoluteUrl(shop: { origin: string }, path: string): string {
  return `${shop.origin}${path}`
}

export function withQuery(path: string, values: Query): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** The event stream of an order. EventSource sends no headers, so the key is in the address. */
export function orderEventsUrl(id: string, key: string | null): string {
  return withQuery(`/api/orders/${encodeURIComponent(id)}/events`, { key })
}

/** Fee and days of delivery to a place, for goods of this amount in KSh; an address is posted to it. */
export function deliveryUrl(ask: { place?: string; goods?: number; search?: string } = {}): string {
  return withQuery('/delivery.json', ask)
}

/** A product in the HTTP API. */
export function productRowUrl(id: string): string {
  return `/api/products/${encodeURIComponent(id)}`
}
