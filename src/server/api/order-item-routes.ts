import { z } from '@hono/zod-openapi'
import { confirmOrderItems, orderItemsInput } from '#features/orders/confirm-order-items.ts'
import { forgetOrderItems } from '#features/orders/forget-order-items.ts'
import { listOrderItems } from '#features/orders/list-order-items.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { orderItem } from '#server/api/order-schema.ts'
import { type Api, exampleId } from '#server/declare.ts'
import { holders, permission } from '#server/permissions.ts'

const ofOrder = { order_id: z.string('Say of which order.').openapi({ format: 'uuid', example: exampleId }) }

export function orderItemRoutes(api: Api) {
  addList(api, '/order_items', {
    who: permission('see_orders', 401, 'empty', 'yes', 'yes', 'empty', 'empty', 'yes'),
    name: 'listOrderItems',
    summary: 'The lines of an order',
    description: 'For its owner, an admin, or the bearer of its key; asking for any other order answers an empty list.',
    query: ofOrder,
    row: orderItem,
    all: (ctx, { order_id }) => listOrderItems(ctx, order_id),
  })
  addRoute(api, 'POST /order_items', {
    who: holders,
    name: 'createOrderItems',
    summary: 'Send the lines of an order',
    description:
      'The second of three calls. The lines of an order that was sent without them are priced here and its pairs held for 30 minutes; a `price` that is not today’s, or a `total_amount` of the first call that they do not come to, is refused with the fresh prices. Prices and totals that were worked out without rounding to a whole shilling are taken for what they round to. An order that has its lines answers them where these are equal, and refuses others: the same call twice makes nothing twice.',
    body: orderItemsInput,
    example: [{ order_id: exampleId, product_id: exampleId, size: '42', quantity: 2, price: 3825 }],
    answer: z.array(orderItem),
    said: 'The lines',
    problems: [
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
    ],
    run: ({ ctx, body }) => confirmOrderItems(ctx, body),
  })
  addRoute(api, 'DELETE /order_items', {
    who: holders,
    name: 'deleteOrderItems',
    summary: 'Forget the lines of a deleted order',
    description: 'Lines go with their order: there is nothing left to do once it is deleted, and before that it is refused.',
    query: ofOrder,
    problems: ['order_not_found', 'order_stands'],
    run: ({ ctx, query }) => forgetOrderItems(ctx, query.order_id),
  })
}
