import type { CartLine } from '#domain/cart.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { type HelpSlug, helpHref } from '#domain/help-sections.ts'
import type { SectionName } from '#web/admin/sections.ts'

/** Every address of the shop is built here and typed nowhere else; the routes that answer them stand in routes.ts. */
export const homeUrl = '/'
export const productsUrl = '/products'
export const checkoutUrl = '/checkout'
export const trackUrl = '/track'
export const affiliateUrl = '/affiliate'
export const walletUrl = '/affiliate/wallet'
export const personalDataUrl = '/dashboard/my-data'
export const accountDeletedUrl = '/account-deleted'
export const dashboardUrl = '/dashboard'
export const resetPasswordUrl = (next?: string | null) => withQuery('/reset-password', { next })
export const signOutUrl = '/sign-out'
export const adminUrl = '/admin'
/** Who is signed in, for the browser's own store. */
export const sessionUrl = '/api/auth/session'

/** Where the browser tells that somebody came by an affiliate's link. */
export const clicksUrl = '/api/affiliate_clicks'
export const chatUrl = '/api/functions/ai-chatbot'
export const sizeGuideUrl = '/size-guide-text'

/** A section of the help page, or one of its questions, such as `faq`, `pay`. */
export function helpUrl(section: HelpSlug, question?: string): string {
  return helpHref(question ? `${section}-${question}` : section)
}

/** Of an ad: where the browser tells that somebody followed it, and the frame that code of a network runs in. */
export const adClicksUrl = (id: string) => `/api/ads/${encodeURIComponent(id)}/clicks`
export const adFrameUrl = (id: string) => `/ads/${encodeURIComponent(id)}/frame`

/** What the sign-in screen shows; each tab has an address of its own. */
export type AuthMode = 'sign-in' | 'sign-up' | 'forgot' | 'new-password' | 'confirm'

/** `next` is where somebody goes on who has signed in; `ended` lets the screen say that the session did, while a form was open. */
export function authUrl(mode: AuthMode = 'sign-in', next?: string | null, ended = false): string {
  if (mode === 'sign-up') return withQuery('/sign-up', { next })
  return withQuery('/auth', { mode: mode === 'sign-in' ? null : mode, next, ended: ended ? 'yes' : null })
}

/** What the sign-up screen says once an account was opened. */
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

/** `key` is a guest's authority over the order. */
export function orderUrl(id: string, key?: string | null): string {
  return withQuery(`/order/${encodeURIComponent(id)}`, { key })
}

/** The orders of whoever is signed in. */
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

/** The affiliate's link to a page of the shop, drawn as a QR code. */
export function qrUrl(address: string): string {
  return withQuery('/affiliate/qr.svg', { address })
}

type Query = Record<string, string | number | null | undefined>

/** A section of the admin panel, narrowed by what its page reads from the address (`cursor` among it). */
export function adminSectionUrl(section: SectionName, query: Query = {}): string {
  return withQuery(`${adminUrl}/${section}`, query)
}

/** Takes one file in each request (web/admin/upload/upload-action.ts). */
export const adminUploadUrl = `${adminUrl}/upload`

/** The form of one ad or promotion. */
export function adminContentUrl(section: 'promotions' | 'ads', id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/${section}/${encodeURIComponent(id)}`, query)
}

/** The form of one section of the help page. */
export function adminHelpUrl(id: string, query: Query = {}): string {
  return withQuery(`${adminUrl}/help/${encodeURIComponent(id)}`, query)
}

/** Where the panel asks how a section of the help page will look. */
export const helpPreviewUrl = `${adminUrl}/help-preview`

/** Referred, paid orders without a commission. */
export function missingCommissionsUrl(query: Query = {}): string {
  return withQuery(`${adminUrl}/commissions/missing`, query)
}

/** What deleted accounts owe. */
export const debtsUrl = `${adminUrl}/affiliates/debts`

/** `new` is the form for one more. */
export function adminProductUrl(id: string): string {
  return `${adminUrl}/products/${encodeURIComponent(id)}`
}

/** Where the picker sends one picture at a time. */
export function productPicturesUrl(id: string): string {
  return `${adminProductUrl(id)}/pictures`
}

export function adminOrderUrl(id: string): string {
  return `${adminUrl}/orders/${encodeURIComponent(id)}`
}

export const packingSlipUrl = (id: string) => `${adminOrderUrl(id)}/packing-slip`

/** What a reset cleared, as a file. */
export function snapshotFileUrl(id: string): string {
  return `/api/data_snapshots/${encodeURIComponent(id)}`
}

/** What was done to one row, such as an order or a product. */
export function auditOfUrl(table: string, row: string): string {
  return adminSectionUrl('audit', { table, search: row })
}

/** A product list under a base (productsUrl or a category's address), narrowed by a filter, from a cursor on. */
export function listUrl(base: string, filter: ProductFilter, cursor?: string | null): string {
  const { search, category, size, minPrice, maxPrice, sort } = filter
  return withQuery(base, { search, category, size, min: minPrice, max: maxPrice, sort: sort === 'newest' ? undefined : sort, cursor })
}

/** What the cart asks while it is open: one `line` per line. */
export function cartOffersUrl(lines: Pick<CartLine, 'id' | 'size'>[]): string {
  const query = new URLSearchParams(lines.map(({ id, size }) => ['line', `${id}~${size}`]))
  return `/cart-offers?${query}`
}

/** For canonical links and link previews. */
export function absoluteUrl(shop: { origin: string }, path: string): string {
  return `${shop.origin}${path}`
}

function withQuery(path: string, values: Query): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

/** The stream that says when to look at an order again. EventSource sends no headers, so the key comes in the address. */
export function orderEventsUrl(id: string, key: string | null): string {
  return withQuery(`/api/orders/${encodeURIComponent(id)}/events`, { key })
}

/** The stream that tells admins when any order changes. */
export const allOrderEventsUrl = '/api/order_events'

/** How many orders were paid after an instant, as the panel asks while a list is open. */
export function newOrdersUrl(since: string): string {
  return withQuery(`${adminUrl}/orders/new`, { since })
}

/** A product as the HTTP API has it. */
export function productRowUrl(id: string): string {
  return `/api/products/${encodeURIComponent(id)}`
}
