import { z } from '@hono/zod-openapi'
import { requirePermission, withOrderKey } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { type Api, createRoute, pathId, refusals } from '#server/declare.ts'
import { streamEvents } from '#server/event-stream.ts'
import { adminRefusals, holders, staff } from '#server/permissions.ts'

/** Maximum open streams of one order, or of one admin, in one process. A page without a stream polls. */
const maxOpen = 10
/** Merges events of a busy shop into at most one message a second for admins. */
const ordersRestMs = 1_000

const events = createRoute({
  method: 'get',
  path: '/orders/{id}/events',
  who: holders,
  operationId: 'streamOrderEvents',
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

const allEvents = createRoute({
  method: 'get',
  path: '/order_events',
  who: staff('ship_orders'),
  operationId: 'streamAllOrderEvents',
  tags: ['orders'],
  summary: 'Hear when any order changes',
  description: 'A stream of server-sent events for admins; each `message` means "look again", comes at most once a second, and carries nothing.',
  responses: {
    200: { description: 'The stream', content: { 'text/event-stream': { schema: z.string() } } },
    ...refusals(...adminRefusals, 'too_many'),
  },
})

/**
 * Server-sent events for an order's page: each message means "reload" and has no content, so that it cannot leak anything. EventSource cannot send
 * headers, so the order's key is in the URL, as it is for the page itself.
 */
export function orderEventRoutes(api: Api) {
  const open = new Map<string, number>()
  const count = (id: string, change: 1 | -1) => {
    const left = (open.get(id) ?? 0) + change
    if (left > 0) open.set(id, left)
    else open.delete(id)
  }
  api.openapi(events, async (c) => {
    const { ctx, shop } = c.var
    const { id } = await getOrder(withOrderKey(ctx, c.req.valid('query').key ?? ctx.actor.orderKey), c.req.valid('param').id)
    c.header('X-Accel-Buffering', 'no')
    // A stream for HEAD would never be closed.
    if (c.req.method === 'HEAD') return c.body(null, 200)
    if ((open.get(id) ?? 0) >= maxOpen)
      throw new Problem('too_many', { detail: 'This order is open in too many places. Please close some', retryAfter: 60 })
    count(id, 1)
    return streamEvents(c, { events: shop.events, subject: `order ${id}`, onEnd: () => count(id, -1) })
  })
  api.openapi(allEvents, async (c) => {
    const { userId } = requirePermission(c.var.ctx, 'ship_orders')
    c.header('X-Accel-Buffering', 'no')
    if (c.req.method === 'HEAD') return c.body(null, 200)
    const admin = `admin ${userId}`
    if ((open.get(admin) ?? 0) >= maxOpen)
      throw new Problem('too_many', { detail: 'The panel is open in too many places. Please close some', retryAfter: 60 })
    count(admin, 1)
    return streamEvents(c, { events: c.var.shop.events, subject: 'orders', restMs: ordersRestMs, onEnd: () => count(admin, -1) })
  })
}
