import type { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { findEmbed } from '#features/content/open-ad.ts'
import type { Visitors } from '#server/actor.ts'
import type { MemoryRateLimiter } from '#server/memory-rate-limiter.ts'
import type { Shop } from '#server/running-shop.ts'

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
