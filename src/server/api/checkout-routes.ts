import { z } from '@hono/zod-openapi'
import { receivePayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { confirmOrderItems, orderItemsInput } from '#features/orders/checkout/place-draft.ts'
import { promptInput, promptOrder } from '#features/orders/checkout/request-payment.ts'
import { listOrderItems } from '#features/orders/get-order.ts'
import { forgetOrderItems } from '#features/orders/order-draft.ts'
import { listRefunds, refundRow } from '#features/orders/payments/payment-lists.ts'
import { paymentOperations } from '#features/orders/payments/payment-operations.ts'
import { receiveCallback } from '#features/orders/payments/receive-callback.ts'
import { addList, addOperations, addRoute } from '#server/api/add-route.ts'
import { type Api, createRoute, exampleId, jsonResponse, namedSchema, refusals, success } from '#server/api/declare.ts'
import { orderItem } from '#server/api/order-routes.ts'
import { everybody, holders, permission, staff } from '#server/permissions.ts'

const ofOrder = { order_id: z.string('Say of which order.').openapi({ format: 'uuid', example: exampleId }) }

/** The lines of an order; sending them is the second of the three calls of the specification's checkout. */
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

/** The prompt, which is the third of those calls, and money that goes back. */
export function paymentRoutes(api: Api) {
  addRoute(api, 'POST /functions/mpesa-stk-push', {
    who: holders,
    name: 'mpesaStkPush',
    summary: 'Send the M-Pesa prompt of an order',
    description:
      'Charges the stored total; another `amount` is refused. The prompt that placing the order has sent is answered again while it is open for the same phone, instead of ringing twice; another phone’s prompt takes the place of an open one, twice at most, and its number that of the order. The first money pays the order; money on a prompt that was replaced goes back after it. Where M-Pesa’s answer was lost the call is refused with `prompt_unclear`: the prompt may be on the phone, and money that comes pays the order, or goes back if it was deleted and its pairs are sold.',
    body: promptInput,
    example: { amount: 7650, phone: '+254712345678', reference: exampleId },
    answer: success.extend({ checkoutRequestId: z.string() }),
    said: 'The phone rings',
    problems: [
      'order_not_found',
      'no_items',
      'wrong_amount',
      'already_paid',
      'hold_over',
      'order_closed',
      'prompt_open',
      'number_changed',
      'too_many',
      'prompt_limit',
      'prompt_refused',
      'prompt_failed',
      'prompt_unclear',
    ],
    run: async ({ ctx, body }) => ({ success: true as const, ...(await promptOrder(ctx, body)) }),
  })
  addOperations(api, paymentOperations)
  addList(api, '/refunds', {
    who: staff('take_payments'),
    name: 'listRefunds',
    summary: 'Money that has to go back, oldest first',
    row: namedSchema('Refund', refundRow),
    list: listRefunds,
  })
}

/** The answer that the provider expects. */
const acknowledgement = z.record(z.string(), z.union([z.string(), z.number()])).openapi({ example: { ResultCode: 0, ResultDesc: 'Accepted' } })

const paymentCallback = createRoute({
  method: 'post',
  path: '/callbacks/payments/{attempt}/{secret}',
  who: everybody,
  operationId: 'receivePaymentCallback',
  tags: ['callbacks'],
  summary: 'M-Pesa tells what became of a prompt',
  description: 'Called by M-Pesa only. The secret in the path is its authority; the raw body is stored before it is answered (at most 16 KB).',
  request: { params: z.object({ attempt: z.string(), secret: z.string() }) },
  responses: { 200: jsonResponse(acknowledgement, 'Stored'), ...refusals('not_found', 'too_large') },
})

const payoutCallback = createRoute({
  method: 'post',
  path: '/callbacks/payouts/{payout}/{secret}/{kind}',
  who: everybody,
  operationId: 'receivePayoutCallback',
  tags: ['callbacks'],
  summary: 'M-Pesa tells what became of a payout',
  description:
    'Called by M-Pesa only: `result`, `late` when the request waited too long, `status` when the shop has asked. The secret in the path is its authority.',
  request: { params: z.object({ payout: z.string(), secret: z.string(), kind: z.string() }) },
  responses: { 200: jsonResponse(acknowledgement, 'Stored'), ...refusals('not_found', 'too_large') },
})

/** What M-Pesa calls, for prompts and for payouts. */
export function callbackRoutes(api: Api) {
  api.openapi(paymentCallback, async (c) => {
    const { attempt, secret } = c.req.valid('param')
    const ctx = c.var.shop.callbackContext()
    await receiveCallback(ctx, attempt, secret, await c.req.text())
    return c.json(ctx.services.payments.acknowledgement, 200)
  })
  api.openapi(payoutCallback, async (c) => {
    const { payout, secret, kind } = c.req.valid('param')
    const ctx = c.var.shop.callbackContext()
    await receivePayoutCallback(ctx, payout, secret, kind, await c.req.text())
    return c.json(ctx.services.payments.acknowledgement, 200)
  })
}
