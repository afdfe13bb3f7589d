import { createRoute, z } from '@hono/zod-openapi'
import { streamSSE } from 'hono/streaming'
import { Problem } from '#domain/problem.ts'
import { withOrderKey } from '#features/context.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { type Api, pathId, refusals } from '#server/declare.ts'
import type { Shop } from '#server/shop.ts'

/** How often a silent stream says that it is alive, and how long one lasts before the browser opens it anew. */
const heartbeatMs = 15_000
const lifetimeMs = 10 * 60_000
/** Streams of one order in one process: a buyer has a few tabs. Without a stream a page looks by itself. */
const mostOpen = 10

const events = createRoute({
  method: 'get',
  path: '/orders/{id}/events',
  tags: ['orders'],
  summary: 'Hear when an order changes',
  description: 'A stream of server-sent events; each `message` means "look again" and carries nothing.',
  request: {
    params: pathId('order'),
    query: z.object({ key: z.string().max(100).optional().openapi({ description: 'The key of the order, for clients that can send no headers' }) }),
  },
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
    ...refusals('bad_input', 'order_not_found', 'too_many'),
  },
})

/**
 * Server-sent events for an order's page: each message means "look again". The message carries nothing, so that nothing can leak through it.
 * EventSource can send no headers; the order's key comes in the address, as it does for the page itself.
 */
export function orderEventDoors(api: Api, shop: Shop) {
  const open = new Map<string, number>()
  const count = (id: string, change: 1 | -1) => {
    const left = (open.get(id) ?? 0) + change
    if (left > 0) open.set(id, left)
    else open.delete(id)
  }
  api.openapi(events, async (c) => {
    const { ctx } = c.var
    const { id } = await getOrder(withOrderKey(ctx, c.req.valid('query').key ?? ctx.actor.orderKey), c.req.valid('param').id)
    c.header('X-Accel-Buffering', 'no')
    // Nobody reads the stream of a HEAD, so nothing would end it.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    if ((open.get(id) ?? 0) >= mostOpen)
      throw new Problem('too_many', { detail: 'This order is open in too many places. Please close some', retryAfter: 60 })
    count(id, 1)
    return streamSSE(c, async (stream) => {
      let wake = () => {}
      let changed = false
      const silences = [
        () => count(id, -1),
        shop.news.hear(`order ${id}`, () => {
          changed = true
          wake()
        }),
        shop.news.hear('closing', () => {
          stream.abort()
          wake()
        }),
      ]
      try {
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
      } finally {
        for (const silence of silences) silence()
      }
    })
  })
}
