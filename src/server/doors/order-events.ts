import type { OpenAPIHono } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import { withOrderKey } from '#features/context.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { actorOf } from '#server/actor.ts'
import type { Shop } from '#server/shop.ts'

/** How often a silent stream says that it is alive, and how long one lasts before the browser opens it anew. */
const heartbeatMs = 15_000
const lifetimeMs = 10 * 60_000

/**
 * Server-sent events for an order's page: each message means "look again". The message carries nothing, so that nothing can leak through it.
 * EventSource can send no headers; the order's key comes in the address, as it does for the page itself.
 */
export function orderEventDoors(api: OpenAPIHono, shop: Shop) {
  api.get('/orders/:id/events', async (c) => {
    const ctx = shop.contextFor(actorOf(c.req.raw))
    const { id } = await getOrder(withOrderKey(ctx, c.req.query('key') ?? ctx.actor.orderKey), c.req.param('id'))
    c.header('Cache-Control', 'no-store')
    c.header('X-Accel-Buffering', 'no')
    return streamSSE(c, async (stream) => {
      let wake = () => {}
      let changed = false
      const stop = shop.news.hear(`order ${id}`, () => {
        changed = true
        wake()
      })
      const closing = shop.news.hear('closing', () => {
        stream.abort()
        wake()
      })
      stream.onAbort(() => wake())
      await stream.writeSSE({ data: 'open', retry: 2_000 })
      for (const end = Date.now() + lifetimeMs; !stream.aborted && Date.now() < end; ) {
        if (!changed) {
          let timer: NodeJS.Timeout | undefined
          await new Promise<void>((settle) => {
            wake = settle
            timer = setTimeout(settle, heartbeatMs)
          })
          clearTimeout(timer)
        }
        await stream.writeSSE(changed ? { data: 'changed' } : { event: 'alive', data: '' })
        changed = false
      }
      stop()
      closing()
    })
  })
}
