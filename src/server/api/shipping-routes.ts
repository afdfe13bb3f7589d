import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#core/page-of.ts'
import { readDay } from '#domain/figures.ts'
import { deliveryRow, getDelivery, listDeliveries } from '#features/orders/riders/list-deliveries.ts'
import { deliveryFigure, deliveryTotal, getDeliveryFigures } from '#features/staff/get-delivery-figures.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { type Api, listOf, namedSchema, pathId, wholePaging } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const delivery = namedSchema('Delivery', deliveryRow)

const day = z.string().refine((text) => readDay(text) !== null, 'Enter a day, such as 2026-11-21.')

export function shippingRoutes(api: Api) {
  addList(api, '/deliveries', {
    who: staff('ship_orders'),
    name: 'listDeliveries',
    summary: 'Who brings the orders that were shipped, newest first',
    description: 'Courier and number, or the rider of a day with what became of the stop. The code that the buyer tells the rider is in no answer.',
    query: { order_id: z.uuid().optional(), rider_day_id: z.uuid().optional() },
    row: delivery,
    list: listDeliveries,
  })
  addRoute(api, 'GET /deliveries/{id}', {
    who: staff('ship_orders'),
    name: 'getDelivery',
    summary: 'Who brings one order',
    description: 'Its id is that of the order.',
    params: pathId('order'),
    answer: delivery,
    said: 'The delivery',
    problems: ['delivery_not_found'],
    run: ({ ctx, id }) => getDelivery(ctx, id),
  })
  addRoute(api, 'GET /delivery_figures', {
    who: staff('see_figures'),
    name: 'getDeliveryFigures',
    tag: 'deliveries',
    summary: 'Whether promises of delivery were kept, by zone and option',
    description:
      'Of paid orders that were promised days, without cancelled ones. What a courier carries is `not_known` until somebody marks it delivered; an order to collect came when it was ready.',
    query: {
      from: day.optional().openapi({ description: 'The first day on which orders were placed, in Nairobi', example: '2026-11-01' }),
      to: day.optional().openapi({ description: 'The last such day', example: '2026-11-30' }),
      ...wholePaging,
    },
    answer: listOf(namedSchema('DeliveryFigure', deliveryFigure)).extend({ total: namedSchema('DeliveryTotal', deliveryTotal) }),
    said: 'Every option of the orders, and all of them together',
    problems: ['malformed'],
    run: async ({ ctx, query: { from = null, to = null, ...paging } }) => {
      const { rows, total } = await getDeliveryFigures(ctx, from || to ? { name: 'own', from, to } : { name: 'all' })
      return { ...pageOfWhole(rows, paging), total }
    },
  })
}
