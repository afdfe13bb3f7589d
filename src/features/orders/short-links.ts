import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { readCookie } from '#core/cookie.ts'
import { consume } from '#core/rate-limit.ts'
import { parseShortLink, type ShortLink, shortCode, shortKey, shortLinkPath } from '#domain/order-code.ts'
import { readOrderSearch } from '#domain/order-search.ts'
import { Problem } from '#domain/problem.ts'

type Secrets = Pick<Context, 'services'>

/** The facts that the short link of an order depends on: a correction of its number voids every link that was sent to the wrong number. */
interface LinkedOrder {
  id: string
  phone_changes: number
}

/** The path of an order's short link: short messages carry it, and a visitor with the link sees the order. */
export function shortLinkTo({ services }: Secrets, order: LinkedOrder): string {
  return shortLinkPath({ code: shortCode(order.id), key: linkKeyOf(services, order) })
}

/** Whether a short link opens an order. The key is compared in constant time. */
function opens({ services }: Secrets, { code, key }: ShortLink, order: LinkedOrder): boolean {
  return services.secrets.proves(key, (secrets) => linkKeyOf({ secrets }, order)) && code === shortCode(order.id)
}

/** The beginning of the order's own key until its number is corrected; then of a new key for each correction, which no earlier key reveals. */
function linkKeyOf({ secrets }: Pick<Context['services'], 'secrets'>, { id, phone_changes }: LinkedOrder): string {
  return shortKey(secrets.orderKey(phone_changes === 0 ? id : `${id} ${phone_changes}`))
}

/** No order's id: the input of the same computation for a code that no order has. */
const none = { id: '00000000-0000-4000-8000-000000000000', phone_changes: 0 }

/**
 * The id of the order that a short link opens, also of one that was cleared since. Problems: `order_not_found`, the same for a code that no order has and for a
 * key that does not fit; `too_many` after many of those from one network.
 */
export async function openShortLink(ctx: Context, text: string): Promise<string> {
  const link = parseShortLink(text)
  // Every link to a cleared order leads to the message that it was cleared: each correction has left a payment of its own.
  const { rows } = await ctx.db.execute<LinkedOrder & Record<string, unknown>>(sql`
    select id, phone_changes from orders where short_code = ${link?.code ?? ''}
    union select cleared_order_id, generate_series(0, count(*)::integer - 1) from payment_attempts where ${wasCleared(link)} group by cleared_order_id`)
  const found = (rows.length > 0 ? rows : [none]).filter((order) => link !== null && opens(ctx, link, order))
  if (found[0] !== undefined) return found[0].id
  // The same link pressed again is one try.
  await consume(ctx, 'short_link_address', ctx.actor.address, text.slice(0, 100))
  throw new Problem('order_not_found')
}

/** SQL: the payments of cleared orders with this code. */
function wasCleared(link: ShortLink | null): SQL {
  const ids = link && readOrderSearch(link.code).id
  return ids ? sql`cleared_order_id between ${ids.first}::uuid and ${ids.last}::uuid` : sql`false`
}

/** As many orders as a person looks at in one sitting. */
const most = 5

/**
 * The short links that a browser has opened, the newest first, in a cookie that scripts cannot read and that is gone with the browser: so no address, no
 * history and no Referer holds a key that came by a short message.
 */
export function readOpened({ services }: Pick<Context, 'services'>, headers: Headers): ShortLink[] {
  const kept = readCookie(headers.get('cookie'), nameIn(services.shop.origin)) ?? ''
  return kept
    .split('~')
    .slice(0, most)
    .flatMap((text) => parseShortLink(text) ?? [])
}

/** Set-Cookie for a browser that has just opened a link. */
export function openedLinksSetCookie(ctx: Pick<Context, 'services'>, headers: Headers, link: ShortLink): string {
  const others = readOpened(ctx, headers).filter(({ code, key }) => code !== link.code || key !== link.key)
  const links = [link, ...others].slice(0, most).map(({ code, key }) => `${code}.${key}`)
  const { origin } = ctx.services.shop
  return `${nameIn(origin)}=${links.join('~')}; Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https://') ? '; Secure' : ''}`
}

/** Whether the browser has opened a short link of an order, and that link is still valid. */
export function hasOpened(ctx: Pick<Context, 'actor' | 'services'>, order: LinkedOrder): boolean {
  return ctx.actor.opened.some((link) => opens(ctx, link, order))
}

function nameIn(origin: string): string {
  return origin.startsWith('https://') ? '__Host-viatu.opened' : 'viatu.opened'
}
