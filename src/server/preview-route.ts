import type { Hono } from 'hono'
import { isProblem } from '#domain/problem.ts'
import { drawPreview } from '#features/catalogue/draw-preview.ts'
import type { Visitors } from '#server/actor.ts'
import type { MemoryRateLimiter } from '#server/memory-rate-limiter.ts'
import type { Shop } from '#server/running-shop.ts'

/** Link previews of products, cached for ever under the current version's address. */
export function previewRoute(app: Hono, shop: Pick<Shop, 'contextFor'>, visitors: Visitors, rateLimiter: MemoryRateLimiter) {
  app.get('/previews/:file', async (c) => {
    rateLimiter.consume('page_address', visitors.addressOf(c))
    try {
      const preview = await drawPreview(shop.contextFor(), c.req.path)
      if ('at' in preview) return c.redirect(preview.at, 302)
      // Other sites may embed it, unlike everything else.
      const headers = {
        'Content-Type': 'image/jpeg',
        'Cache-Control': 'public, max-age=31536000, immutable',
        'Cross-Origin-Resource-Policy': 'cross-origin',
      }
      return c.body(preview.bytes, 200, headers)
    } catch (error) {
      if (isProblem(error) && error.code === 'product_not_found') return c.notFound()
      throw error
    }
  })
}
