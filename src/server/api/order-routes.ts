import { randomUUID } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { readDay } from '#domain/period.ts'
import { workQueues } from '#domain/work-queue.ts'
import { draftOrder, draftRow } from '#features/checkout/draft-order.ts'
import { orderOrDraftInput } from '#features/checkout/order-input.ts'
import { placeWholeOrder } from '#features/checkout/place-order.ts'
import { claimOrder } from '#features/orders/claim-order.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { getOrderRow, toOrderDetail } from '#features/orders/get-order-row.ts'
import { listedOrder, listOrderRows } from '#features/orders/list-order-rows.ts'
import { orderStatus } from '#features/orders/order-row.ts'
import { orderChanges, updateOrder } from '#features/orders/update-order.ts'
import { enumOf } from '#features/row-fields.ts'
import { exampleOrder, orderDetail } from '#server/api/order-schema.ts'
import {
  type Api,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  noContent,
  onceHeaders,
  pagesOf,
  paging,
  pathId,
  refusals,
  searchParameters,
  withBody,
} from '#server/declare.ts'
import { everybody, holders, permission } from '#server/permissions.ts'

const tags = ['orders']
const day = z.string().refine((text) => readDay(text) !== null, 'Enter a day, such as 2026-11-21.')

const list = createRoute({
  method: 'get',
  path: '/orders',
  who: permission('see_orders', 401, 401, 401, 'own', 'own', 'own', 'yes'),
  operationId: 'listOrders',
  tags,
  summary: 'Orders, newest first',
  description:
    'An admin sees all of them, others their own: asking for somebody else’s answers an empty list. An affiliate who asks for their own `affiliate_id`, and nothing else beside paging, reads the orders of their Affiliate tab: without phone, address, receipt or account of the buyer. Deleted ones are in no list.',
  request: {
    query: z.strictObject({
      user_id: z.uuid().optional(),
      affiliate_id: z.uuid().optional(),
      status: orderStatus.optional(),
      queue: enumOf(workQueues)
        .optional()
        .openapi({ description: 'For admins only: what has to be done next, to pack, to send, on the way, or late' }),
      ...searchParameters(
        "An id or its beginning, a phone in any form or a part of it, an M-Pesa receipt, or a part of a name, of a product's name or of an e-mail address",
      ),
      from: day.optional().openapi({ description: 'The first day on which it was placed, in Nairobi', example: '2026-11-01' }),
      to: day.optional().openapi({ description: 'The last such day', example: '2026-11-30' }),
      ...paging,
    }),
  },
  responses: pagesOf(namedSchema('ListedOrder', listedOrder, exampleOrder), 'signed_out', 'forbidden'),
})

const get = createRoute({
  method: 'get',
  path: '/orders/{id}',
  who: holders,
  operationId: 'getOrder',
  tags,
  summary: 'One order with its lines, its newest prompt and its story',
  request: { params: pathId('order') },
  responses: { 200: jsonResponse(orderDetail, 'The order'), ...refusals('order_not_found') },
})

const placedOrder = orderDetail
  .extend({
    key: z
      .string()
      .openapi({ description: "The buyer's authority over this order: send it as `Order-Key`. The order's page is `/order/{id}?key={key}`." }),
  })
  .openapi('PlacedOrder')

const place = createRoute({
  method: 'post',
  path: '/orders',
  who: everybody,
  operationId: 'createOrder',
  tags,
  summary: 'Place an order and send the M-Pesa prompt',
  description:
    'Prices the items, takes the pairs for 30 minutes and sends the prompt. Prices, totals, commission and status in the body are never believed; a `total_amount`, lines plus delivery, that differs is refused with the fresh prices, fee and delivery options. Without `delivery_option_id` the order goes by the cheapest option that brings it to its place. The same Idempotency-Key with the same body answers the same order. An order whose prompt M-Pesa refuses is deleted again.\n\nWithout `items` nothing is priced, held or sent yet: the answer is `pending` and has no lines. `POST /api/order_items` within 30 minutes makes it an order, `POST /api/functions/mpesa-stk-push` then sends its prompt. For these 30 minutes its id alone opens these calls, confirming the prompt and deleting it, to the same account or, for a guest, from the same network; the `key` opens them from anywhere.',
  request: {
    headers: onceHeaders,
    body: jsonBody(orderOrDraftInput, {
      customer_name: 'Wanjiku Kamau',
      customer_phone: '+254712345678',
      customer_email: 'wanjiku@example.com',
      delivery_address: 'Moi Avenue 12, Nairobi',
      items: [{ product_id: exampleId, size: '42', quantity: 2 }],
      total_amount: 7650,
    }),
  },
  responses: {
    201: jsonResponse(placedOrder, 'The order, and the key to it'),
    ...refusals(
      ...withBody,
      'cart_empty',
      'size_gone',
      'prices_changed',
      'delivery_changed',
      'town_needed',
      'outside_kenya',
      'place_differs',
      'no_delivery',
      'total_too_large',
      'total_too_small',
      'key_reused',
      'too_many',
      'prompt_limit',
      'prompt_refused',
      'prompt_failed',
      'storage_full',
    ),
  },
})

const update = createRoute({
  method: 'patch',
  path: '/orders/{id}',
  who: permission('see_orders', 404, 404, 403, 403, 404, 404, 'yes'),
  whoWith: { 'what is stored': holders },
  operationId: 'updateOrder',
  tags,
  summary: 'Move an order, or confirm its prompt',
  description:
    'An admin sends the `status` to reach: `confirmed`, `shipped`, `delivered`, or `cancelled`, best with a `reason`. `shipped` may say who carries the parcel: a `courier`, or a rider of today. The buyer may send what mpesa-stk-push answered, which the shop has written down already: the same is answered with the order, anything else is refused.',
  request: { params: pathId('order'), body: jsonBody(orderChanges, { status: 'shipped' }) },
  responses: {
    200: jsonResponse(orderDetail, 'The order as it is now'),
    ...refusals(...withBody, 'signed_out', 'forbidden', 'server_decides', 'order_not_found', 'order_locked'),
  },
})

const remove = createRoute({
  method: 'delete',
  path: '/orders/{id}',
  who: holders,
  operationId: 'deleteOrder',
  tags,
  summary: 'Delete an unpaid order',
  description:
    'Its pairs go back on the shelf and it is in no list any more. Money that comes all the same is not lost. One that has no lines yet is gone. While its prompt is on the phone, its id alone deletes it no more: its key does, and its account.',
  request: { params: pathId('order') },
  responses: { 204: noContent, ...refusals('cross_site', 'order_not_found', 'already_paid', 'order_closed', 'order_prompted') },
})

const claim = createRoute({
  method: 'post',
  path: '/orders/{id}/claim',
  who: permission('see_orders', 401, 401, 401, 'yes', 404, 404, 409),
  operationId: 'claimOrder',
  tags,
  summary: 'Put an order that I placed as a guest among mine',
  description: 'Signed in, and with the key of the order; a browser that has opened its short link needs none once it is paid.',
  request: { params: pathId('order') },
  responses: { 200: jsonResponse(orderDetail, 'The order'), ...refusals('cross_site', 'signed_out', 'forbidden', 'order_not_found', 'order_taken') },
})

export function orderRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(await listOrderRows(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(get, async (c) => c.json(await getOrderRow(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(place, async (c) => {
    const { ctx } = c.var
    const sent = c.req.valid('json')
    const idempotencyKey = c.req.valid('header')['Idempotency-Key']
    if (sent.items === undefined) {
      const draft = await draftOrder(ctx, { ...sent, idempotencyKey })
      return c.json({ ...draftRow(draft), key: ctx.services.secrets.orderKey(draft.id) }, 201)
    }
    const { order, key } = await placeWholeOrder(ctx, { ...sent, idempotencyKey: idempotencyKey ?? randomUUID() })
    return c.json({ ...toOrderDetail(ctx, order), key }, 201)
  })
  api.openapi(update, async (c) => c.json(await updateOrder(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(claim, async (c) => {
    const { id } = c.req.valid('param')
    await claimOrder(c.var.ctx, id)
    return c.json(await getOrderRow(c.var.ctx, id), 200)
  })
  api.openapi(remove, async (c) => {
    await discardOrder(c.var.ctx, c.req.valid('param').id)
    return c.body(null, 204)
  })
}
