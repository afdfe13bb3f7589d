import { type SQL, sql } from 'drizzle-orm'
import { readOrderSearch } from '#domain/order-search.ts'
import { shortCode } from '#domain/placed-order.ts'
import { Problem } from '#domain/problem.ts'
import { parseShortLink, type ShortLink, shortKey, shortLinkPath } from '#domain/short-link.ts'
import type { Context } from '#features/context.ts'
import { takeTurn } from '#features/limits/take-turn.ts'

type Secrets = Pick<Context, 'services'>

/** The path of an order's short link: short messages carry it, and whoever has it sees the order. */
export function shortLinkTo({ services }: Secrets, orderId: string): string {
  return shortLinkPath({ code: shortCode(orderId), key: shortKey(services.secrets.orderKey(orderId)) })
}

/** Whether a short link opens an order. The key is compared in constant time. */
export function opens({ services }: Secrets, { code, key }: ShortLink, orderId: string): boolean {
  return services.secrets.matches(shortKey(services.secrets.orderKey(orderId)), key) && code === shortCode(orderId)
}

/** No order's id: what is worked out for a code that none has. */
const none = '00000000-0000-4000-8000-000000000000'

/**
 * The id of the order that a short link opens, also of one that was cleared since. Problems: `order_not_found`, the same for a code that no order has and for a key
 * that does not fit; `too_many` after many of those from one network.
 */
export async function openShortLink(ctx: Context, text: string): Promise<string> {
  const link = parseShortLink(text)
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from orders where short_code = ${link?.code ?? ''} union select cleared_order_id from payment_attempts where ${wasCleared(link)}`)
  const ids = rows.length > 0 ? rows.map(({ id }) => id) : [none]
  const found = ids.filter((id) => link !== null && opens(ctx, link, id))
  if (found[0] !== undefined) return found[0]
  // The same link pressed again is one try.
  await takeTurn(ctx, 'short_link_address', ctx.actor.address, text.slice(0, 100))
  throw new Problem('order_not_found')
}

/** SQL: the payments of cleared orders with this code. */
function wasCleared(link: ShortLink | null): SQL {
  const ids = link && readOrderSearch(link.code).id
  return ids ? sql`cleared_order_id between ${ids.first}::uuid and ${ids.last}::uuid` : sql`false`
}
