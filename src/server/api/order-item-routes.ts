import { z } from '@hono/zod-openapi'
import { confirmOrderItems, orderItemsInput } from '#features/orders/confirm-order-items.ts'
import { forgetOrderItems } from '#features/orders/forget-order-items.ts'
import { listOrderItems } from '#features/orders/list-order-items.ts'
import { pageOfWhole } from '#features/page-of.ts'
import { orderItem } from '#server/api/order-schema.ts'
import { type Api, createRoute, exampleId, jsonBody, jsonResponse, noContent, pagesOf, refusals, wholePaging, withBody } from '#server/declare.ts'
import { holders, permission } from '#server/permissions.ts'

const tags = ['order_items']
const ofOrder = z.strictObject({ order_id: z.string('Say of which order.').openapi({ format: 'uuid', example: exampleId }) })

const list = createRoute({
  method: 'get',
  path: '/order_items',
  who: permission('see_orders', 401, 'empty', 'yes', 'yes', 'empty', 'empty', 'yes'),
  operationId: 'listOrderItems',
  tags,
  summary: 'The lines of an order',
  description: 'For its owner, an admin, or the bearer of its key; asking for any other order answers an empty list.',
  request: { query: ofOrder.extend(wholePaging) },
  responses: pagesOf(orderItem, 'signed_out'),
})

const confirm = createRoute({
  method: 'post',
  path: '/order_items',
  who: holders,
  operationId: 'createOrderItems',
  tags,
  summary: 'Send the lines of an order',
  description:
    'The second of three calls. The lines of an order that was sent without them are priced here and its pairs held for 30 minutes; a `price` that is not today’s, or a `total_amount` of the first call that they do not come to, is refused with the fresh prices. Prices and totals that were worked out without rounding to a whole shilling are taken for what they round to. An order that has its lines answers them where these are equal, and refuses others: the same call twice makes nothing twice.',
  request: { body: jsonBody(orderItemsInput, [{ order_id: exampleId, product_id: exampleId, size: '42', quantity: 2, price: 3825 }]) },
  responses: {
    200: jsonResponse(z.array(orderItem), 'The lines'),
    ...refusals(
      ...withBody,
      'order_not_found',
      'lines_differ',
      'size_needed',
      'size_gone',
      'prices_changed',
      'delivery_changed',
      'town_needed',
      'outside_kenya',
      'place_differs',
      'no_delivery',
      'total_too_large',
      'total_too_small',
      'prompt_limit',
      'too_many',
    ),
  },
})

const forget = createRoute({
  method: 'delete',
  path: '/order_items',
  who: holders,
  operationId: 'deleteOrderItems',
  tags,
  summary: 'Forget the lines of a deleted order',
  description: 'Lines go with their order: there is nothing left to do once it is deleted, and before that it is refused.',
  request: { query: ofOrder },
  responses: { 204: noContent, ...refusals('unknown_filter', 'bad_input', 'cross_site', 'order_not_found', 'order_stands') },
})

export function orderItemRoutes(api: Api) {
  api.openapi(list, async (c) => {
    const { order_id, ...paging } = c.req.valid('query')
    return c.json(pageOfWhole(await listOrderItems(c.var.ctx, order_id), paging), 200)
  })
  api.openapi(confirm, async (c) => c.json(await confirmOrderItems(c.var.ctx, c.req.valid('json')), 200))
  api.openapi(forget, async (c) => {
    await forgetOrderItems(c.var.ctx, c.req.valid('query').order_id)
    return c.body(null, 204)
  })
}
