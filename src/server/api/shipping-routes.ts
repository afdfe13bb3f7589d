import { createRoute, z } from '@hono/zod-openapi'
import { deliveryRow, getDelivery, listDeliveries } from '#features/delivery/list-deliveries.ts'
import { type Api, adminRefusals, jsonResponse, namedSchema, pagesOf, paging, pathId, refusals } from '#server/declare.ts'

const tags = ['deliveries']
const delivery = namedSchema('Delivery', deliveryRow)

const list = createRoute({
  method: 'get',
  path: '/deliveries',
  operationId: 'listDeliveries',
  tags,
  summary: 'Who brings the orders that were shipped, newest first',
  description: 'Courier and number, or the rider of a day with what became of the stop. The code that the buyer tells the rider is in no answer.',
  request: { query: z.strictObject({ order_id: z.uuid().optional(), rider_day_id: z.uuid().optional(), ...paging }) },
  responses: pagesOf(delivery, ...adminRefusals),
})

const get = createRoute({
  method: 'get',
  path: '/deliveries/{id}',
  operationId: 'getDelivery',
  tags,
  summary: 'Who brings one order',
  description: 'Its id is that of the order.',
  request: { params: pathId('order') },
  responses: { 200: jsonResponse(delivery, 'The delivery'), ...refusals(...adminRefusals, 'delivery_not_found') },
})

export function shippingRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(await listDeliveries(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(get, async (c) => c.json(await getDelivery(c.var.ctx, c.req.valid('param').id), 200))
}
