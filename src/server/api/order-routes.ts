import { randomUUID } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import { enumOf } from '#core/select-of.ts'
import { readDay } from '#domain/figures.ts'
import { workQueues } from '#domain/open-work.ts'
import { claimOrder } from '#features/orders/buyer-orders.ts'
import { orderChanges, updateOrder } from '#features/orders/change-status.ts'
import { orderOrDraftInput } from '#features/orders/checkout/order-input.ts'
import { draftOrder, draftRow } from '#features/orders/checkout/place-draft.ts'
import { placeWholeOrder } from '#features/orders/checkout/place-order.ts'
import { discardOrder } from '#features/orders/discard-order.ts'
import { adminOrder, getAdminOrder } from '#features/orders/get-admin-order.ts'
import { orderDetail as detail, getOrderRow, toOrderDetail } from '#features/orders/get-order.ts'
import { listedOrder, listOrderRows } from '#features/orders/list-orders.ts'
import { orderOperations } from '#features/orders/order-operations.ts'
import { orderItemRow, orderRow, orderStatus } from '#features/orders/order-row.ts'
import { listReviews, reviewRow } from '#features/orders/payments/payment-lists.ts'
import { refundOperations, reviewOperations } from '#features/orders/payments/payment-operations.ts'
import { addList, addOperations, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, namedSchema, pathId, searchParameters } from '#server/api/declare.ts'
import { everybody, holders, permission, staff } from '#server/permissions.ts'

const exampleOrder = {
  id: exampleId,
  short_code: exampleId.slice(0, 8),
  user_id: null,
  total_amount: 7650,
  customer_name: 'Wanjiku Kamau',
  customer_phone: '254712345678',
  customer_email: null,
  delivery_address: 'Moi Avenue 12, Nairobi',
  delivery_kind: 'door' as const,
  delivery_option: 'Rider',
  delivery_zone: null,
  delivery_place: 'Nairobi',
  delivery_fee: 0,
  promised_from: '2026-11-23',
  promised_to: '2026-11-24',
  delivery_to_agree: false,
  delivery_point: null,
  address_place: null,
  late_at: null,
  receiver_name: null,
  receiver_phone: null,
  affiliate_id: null,
  affiliate: null,
  commission_amount: 0,
  status: 'awaiting_payment' as const,
  checkout_request_id: 'ws_CO_211120260028031234567890',
  mpesa_receipt_number: null,
  created_at: '2026-11-21T00:28:03.000Z',
  paid_at: null,
  packed_at: null,
  hold_expires_at: '2026-11-21T00:58:03.000Z',
}

export const order = namedSchema('Order', orderRow, exampleOrder)
export const orderItem = namedSchema('OrderItem', orderItemRow)
/** The lines of an order, for the schemas that contain them. */
const itsItems = { order_items: z.array(orderItem) }
const orderDetail = namedSchema('OrderDetail', detail.extend(itsItems))

const day = z.string().refine((text) => readDay(text) !== null, 'Enter a day, such as 2026-11-21.')

const placedOrder = orderDetail
  .extend({
    key: z
      .string()
      .openapi({ description: "The buyer's authority over this order: send it as `Order-Key`. The order's page is `/order/{id}?key={key}`." }),
  })
  .openapi('PlacedOrder')

export function orderRoutes(api: Api) {
  addList(api, '/orders', {
    who: permission('see_orders', 401, 401, 401, 'own', 'own', 'own', 'yes'),
    name: 'listOrders',
    summary: 'Orders, newest first',
    description:
      'An admin sees all of them, others their own: asking for somebody else’s answers an empty list. An affiliate who asks for their own `affiliate_id`, and nothing else beside paging, reads the orders of their Affiliate tab: without phone, address, receipt or account of the buyer. Deleted ones are in no list.',
    query: {
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
    },
    row: namedSchema('ListedOrder', listedOrder, exampleOrder),
    problems: ['forbidden'],
    list: listOrderRows,
  })
  addRoute(api, 'GET /orders/{id}', {
    who: holders,
    name: 'getOrder',
    summary: 'One order with its lines, its newest prompt and its story',
    params: pathId('order'),
    answer: orderDetail,
    said: 'The order',
    problems: ['order_not_found'],
    run: ({ ctx, id }) => getOrderRow(ctx, id),
  })
  addRoute(api, 'POST /orders', {
    who: everybody,
    name: 'createOrder',
    summary: 'Place an order and send the M-Pesa prompt',
    description:
      'Prices the items, takes the pairs for 30 minutes and sends the prompt. Prices, totals, commission and status in the body are never believed; a `total_amount`, lines plus delivery, that differs is refused with the fresh prices, fee and delivery options. Without `delivery_option_id` the order goes by the cheapest option that brings it to its place. The same Idempotency-Key with the same body answers the same order. An order whose prompt M-Pesa refuses is deleted again.\n\nWithout `items` nothing is priced, held or sent yet: the answer is `pending` and has no lines. `POST /api/order_items` within 30 minutes makes it an order, `POST /api/functions/mpesa-stk-push` then sends its prompt. For these 30 minutes its id alone opens these calls, confirming the prompt and deleting it, to the same account or, for a guest, from the same network; the `key` opens them from anywhere.',
    isOnce: true,
    body: orderOrDraftInput,
    example: {
      customer_name: 'Wanjiku Kamau',
      customer_phone: '+254712345678',
      customer_email: 'wanjiku@example.com',
      delivery_address: 'Moi Avenue 12, Nairobi',
      items: [{ product_id: exampleId, size: '42', quantity: 2 }],
      total_amount: 7650,
    },
    answer: placedOrder,
    said: 'The order, and the key to it',
    status: 201,
    problems: [
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
    ],
    run: async ({ ctx, body: sent, key: idempotencyKey }) => {
      if (sent.items === undefined) {
        const draft = await draftOrder(ctx, { ...sent, idempotencyKey })
        return { ...draftRow(draft), key: ctx.services.secrets.orderKey(draft.id) }
      }
      const { order, key } = await placeWholeOrder(ctx, { ...sent, idempotencyKey: idempotencyKey ?? randomUUID() })
      return { ...toOrderDetail(ctx, order), key }
    },
  })
  addRoute(api, 'PATCH /orders/{id}', {
    who: permission('see_orders', 404, 404, 403, 403, 404, 404, 'yes'),
    whoWith: { 'what is stored': holders },
    name: 'updateOrder',
    summary: 'Move an order, or confirm its prompt',
    description:
      'An admin sends the `status` to reach: `confirmed`, `shipped`, `delivered`, or `cancelled`, best with a `reason`. `shipped` may say who carries the parcel: a `courier`, or a rider of today. The buyer may send what mpesa-stk-push answered, which the shop has written down already: the same is answered with the order, anything else is refused.',
    params: pathId('order'),
    body: orderChanges,
    example: { status: 'shipped' },
    answer: orderDetail,
    said: 'The order as it is now',
    problems: ['signed_out', 'forbidden', 'server_decides', 'order_not_found', 'order_locked', 'delivery_to_agree'],
    run: ({ ctx, id, body }) => updateOrder(ctx, id, body),
  })
  addRoute(api, 'POST /orders/{id}/claim', {
    who: permission('see_orders', 401, 401, 401, 'yes', 404, 404, 409),
    name: 'claimOrder',
    summary: 'Put an order that I placed as a guest among mine',
    description: 'Signed in, and with the key of the order; a browser that has opened its short link needs none once it is paid.',
    params: pathId('order'),
    answer: orderDetail,
    said: 'The order',
    problems: ['forbidden', 'order_not_found', 'order_taken'],
    run: async ({ ctx, id }) => {
      await claimOrder(ctx, id)
      return await getOrderRow(ctx, id)
    },
  })
  addRoute(api, 'DELETE /orders/{id}', {
    who: holders,
    name: 'deleteOrder',
    summary: 'Delete an unpaid order',
    description:
      'Its pairs go back on the shelf and it is in no list any more. Money that comes all the same is not lost. One that has no lines yet is gone. While its prompt is on the phone, its id alone deletes it no more: its key does, and its account.',
    params: pathId('order'),
    problems: ['order_not_found', 'already_paid', 'order_closed', 'order_prompted'],
    run: ({ ctx, id }) => discardOrder(ctx, id),
  })
}

const { note, many, pack } = orderOperations

/** What only those who work in the shop see of orders and do with them. */
export function adminOrderRoutes(api: Api) {
  addRoute(api, 'GET /orders/{id}/desk', {
    who: staff('see_orders'),
    name: 'getOrderForAdmin',
    summary: 'One order with everything that admins know of it',
    description: 'Every prompt with what M-Pesa said, refunds, the internal note in all its versions, and who did what. Also of a deleted order.',
    params: pathId('order'),
    answer: namedSchema('OrderDesk', adminOrder.extend(itsItems)),
    said: 'The order',
    problems: ['order_not_found'],
    run: ({ ctx, id }) => getAdminOrder(ctx, id),
  })
  addOperations(api, { note })
  addList(api, '/payment_reviews', {
    who: staff('take_payments'),
    name: 'listPaymentReviews',
    tag: 'orders',
    summary: 'Payments that a person has to look at, the longest waiting first',
    row: namedSchema('PaymentReview', reviewRow),
    list: listReviews,
  })
  addOperations(api, { many, pack, ...refundOperations, ...reviewOperations })
}
