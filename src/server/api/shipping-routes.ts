import { z } from '@hono/zod-openapi'
import { readDay } from '#domain/period.ts'
import { deliveryFigure, deliveryTotal, getDeliveryFigures } from '#features/delivery/get-delivery-figures.ts'
import { deliveryRow, getDelivery, listDeliveries } from '#features/delivery/list-deliveries.ts'
import { pageOfWhole } from '#features/page-of.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  jsonResponse,
  listOf,
  namedSchema,
  pagesOf,
  paging,
  pathId,
  refusals,
  wholePaging,
} from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const tags = ['deliveries']
const delivery = namedSchema('Delivery', deliveryRow)

const list = createRoute({
  method: 'get',
  path: '/deliveries',
  who: staff('ship_orders'),
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
  who: staff('ship_orders'),
  operationId: 'getDelivery',
  tags,
  summary: 'Who brings one order',
  description: 'Its id is that of the order.',
  request: { params: pathId('order') },
  responses: { 200: jsonResponse(delivery, 'The delivery'), ...refusals(...adminRefusals, 'delivery_not_found') },
})

const day = z.string().refine((text) => readDay(text) !== null, 'Enter a day, such as 2026-11-21.')

const figures = createRoute({
  method: 'get',
  path: '/delivery_figures',
  who: staff('see_figures'),
  operationId: 'getDeliveryFigures',
  tags,
  summary: 'Whether promises of delivery were kept, by zone and option',
  description:
    'Of paid orders that were promised days, without cancelled ones. What a courier carries is `not_known` until somebody marks it delivered; an order to collect came when it was ready.',
  request: {
    query: z.strictObject({
      from: day.optional().openapi({ description: 'The first day on which orders were placed, in Nairobi', example: '2026-11-01' }),
      to: day.optional().openapi({ description: 'The last such day', example: '2026-11-30' }),
      ...wholePaging,
    }),
  },
  responses: {
    200: jsonResponse(
      listOf(namedSchema('DeliveryFigure', deliveryFigure)).extend({ total: namedSchema('DeliveryTotal', deliveryTotal) }),
      'Every option of the orders, and all of them together',
    ),
    ...refusals('unknown_filter', 'bad_input', 'malformed', ...adminRefusals),
  },
})

export function shippingRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(await listDeliveries(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(get, async (c) => c.json(await getDelivery(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(figures, async (c) => {
    const { from = null, to = null, ...paging } = c.req.valid('query')
    const { rows, total } = await getDeliveryFigures(c.var.ctx, from || to ? { name: 'own', from, to } : { name: 'all' })
    return c.json({ ...pageOfWhole(rows, paging), total }, 200)
  })
}
