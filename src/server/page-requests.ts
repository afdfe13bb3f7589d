import { randomUUID } from 'node:crypto'
import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { referralOf, referralSetCookie } from '#core/cookie.ts'
import { noReferral } from '#domain/referral.ts'
import { findEmbed } from '#features/content/ads.ts'
import { quoteAddress, quoteDelivery, searchPlaces } from '#features/delivery/quote-delivery.ts'
import type { Shop } from '#server/running-shop.ts'
import type { MemoryRateLimiter, Visitors } from '#server/visitors.ts'

/**
 * An ad network may run scripts in its frame and load over https. `sandbox` gives the frame an opaque origin: no cookies, no storage, no access to our
 * pages, no windows, no forms (decisions, Catalogue; docs/decisions/0023).
 */
const policy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  "script-src https: 'unsafe-inline' 'unsafe-eval'",
  "style-src https: 'unsafe-inline'",
  'img-src https: data: blob:',
  'media-src https: data: blob:',
  'font-src https: data:',
  'connect-src https:',
  'frame-src https: data: blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** The frames of ads with an ad network's code. Visitors are not authenticated. */
export function adFrames(app: Hono, shop: Pick<Shop, 'contextFor'>, visitors: Pick<Visitors, 'addressOf'>, rateLimiter: MemoryRateLimiter) {
  app.get('/ads/:id/frame', async (c) => {
    rateLimiter.consume('page_address', visitors.addressOf(c))
    // Served as a frame of our own pages only: not as a page, not inside another site.
    const [into = 'iframe', from = 'same-origin'] = [c.req.header('sec-fetch-dest'), c.req.header('sec-fetch-site')]
    const embed = into === 'iframe' && from === 'same-origin' ? await findEmbed(shop.contextFor(), c.req.param('id')) : null
    if (!embed) return c.notFound()
    return c.html(frame(embed), 200, {
      'Content-Security-Policy': policy,
      'X-Frame-Options': 'SAMEORIGIN',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
    })
  })
}

function frame({ title, code }: { title: string; code: string }) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body { margin: 0; overflow: hidden }</style>
</head>
<body>
${raw(code)}
</body>
</html>
`
}

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
