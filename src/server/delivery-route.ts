import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { noReferral } from '#domain/referral.ts'
import { referralOf, referralSetCookie } from '#features/affiliates/referral-cookie.ts'
import { quoteAddress, quoteDelivery, searchPlaces } from '#features/delivery/quote-delivery.ts'
import type { Visitors } from '#server/actor.ts'
import type { MemoryRateLimiter } from '#server/memory-rate-limiter.ts'
import type { Shop } from '#server/running-shop.ts'

/**
 * What delivery costs and when it comes, for the scripts of pages: `?place=kisumu&goods=4500`, the same for every visitor and without a query, and `?search=naks`
 * for places. An address is posted, so that it is in no log and no cache.
 */
export function deliveryRoute(app: Hono, shop: Pick<Shop, 'contextFor'>, visitors: Visitors, rateLimiter: MemoryRateLimiter) {
  app.get('/delivery.json', async (c) => {
    rateLimiter.consume('page_address', visitors.addressOf(c))
    const { search, ...asked } = c.req.query()
    const ctx = shop.contextFor()
    const answer = search === undefined ? await quoteDelivery(ctx, asked) : { places: await searchPlaces(ctx, search) }
    // Kept by browsers alone: a shared cache would go on saying an old fee after an admin has changed it.
    return c.json(answer, 200, { 'Cache-Control': 'private, max-age=60' })
  })
  app.post('/delivery.json', async (c) => {
    rateLimiter.consume('page_address', visitors.addressOf(c))
    const ctx = shop.contextFor()
    const answer = await quoteAddress(ctx, await c.req.json().catch(() => null))
    // Checkout asks this before it sends an order: its retry is known by the browser then, from whatever network it comes.
    if (referralOf(ctx.services, c.req.raw.headers, Date.now()).visitorId === null)
      c.header('Set-Cookie', referralSetCookie(ctx.services, { ...noReferral, visitorId: randomUUID() }, Date.now()))
    return c.json(answer, 200, { 'Cache-Control': 'no-store' })
  })
}
