import { createRoute, z } from '@hono/zod-openapi'
import { changeOrders, orderOutcome, ordersChanges } from '#features/orders/change-orders.ts'
import { completeRefund, refundInput } from '#features/orders/complete-refund.ts'
import { adminOrder, getAdminOrder } from '#features/orders/get-admin-order.ts'
import { listReviews, reviewRow } from '#features/orders/list-reviews.ts'
import { markPaymentReviewed, paymentReviewInput } from '#features/orders/mark-payment-reviewed.ts'
import { attemptState } from '#features/orders/order-row.ts'
import { packingInput, packOrders } from '#features/orders/pack-orders.ts'
import { noteInput, orderNote, writeNote } from '#features/orders/write-note.ts'
import { itsItems } from '#server/api/order-schema.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  pagesOf,
  paging,
  pathId,
  refusals,
  withBody,
} from '#server/declare.ts'

const functions = { method: 'post' as const, tags: ['functions'] }
const idOf = (what: string) => z.string(`Say which ${what}.`).openapi({ format: 'uuid', example: exampleId })

const desk = createRoute({
  method: 'get',
  path: '/orders/{id}/desk',
  operationId: 'getOrderForAdmin',
  tags: ['orders'],
  summary: 'One order with everything that admins know of it',
  description: 'Every prompt with what M-Pesa said, refunds, the internal note in all its versions, and who did what. Also of a deleted order.',
  request: { params: pathId('order') },
  responses: {
    200: jsonResponse(namedSchema('OrderDesk', adminOrder.extend(itsItems)), 'The order'),
    ...refusals(...adminRefusals, 'order_not_found'),
  },
})

const note = createRoute({
  method: 'post',
  path: '/order_notes',
  operationId: 'writeOrderNote',
  tags: ['orders'],
  summary: 'Write the note that admins keep about an order',
  description: 'A new version; `replaces` names the one that was read before. No buyer ever sees it.',
  request: {
    body: jsonBody(z.object({ order_id: idOf('order'), ...noteInput.shape }), {
      order_id: exampleId,
      note: 'Calls back after five.',
      replaces: null,
    }),
  },
  responses: {
    201: jsonResponse(orderNote, 'The version that stands now'),
    ...refusals(...withBody, ...adminRefusals, 'order_not_found', 'note_changed'),
  },
})

const reviews = createRoute({
  method: 'get',
  path: '/payment_reviews',
  operationId: 'listPaymentReviews',
  tags: ['orders'],
  summary: 'Payments that a person has to look at, the longest waiting first',
  request: { query: z.strictObject(paging) },
  responses: pagesOf(namedSchema('PaymentReview', reviewRow), ...adminRefusals),
})

const many = createRoute({
  path: '/functions/change-orders',
  operationId: 'changeOrders',
  ...functions,
  summary: 'Confirm or ship several orders',
  description: 'Each for itself: what one is refused for keeps no other back.',
  request: { body: jsonBody(ordersChanges, { ids: [exampleId], status: 'shipped' }) },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), outcomes: z.array(orderOutcome) }), 'What became of each'),
    ...callRefusals(...withBody, ...adminRefusals),
  },
})

const pack = createRoute({
  path: '/functions/pack-orders',
  operationId: 'packOrders',
  ...functions,
  summary: 'Mark several orders as packed, or as not packed after all',
  description: 'Each for itself. Being packed is a time, not a status: buyers get no notice. Taken back until the order is shipped.',
  request: { body: jsonBody(packingInput, { ids: [exampleId], packed: true }) },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), outcomes: z.array(orderOutcome) }), 'What became of each'),
    ...callRefusals(...withBody, ...adminRefusals),
  },
})

const refunded = createRoute({
  path: '/functions/refund-done',
  operationId: 'refundDone',
  ...functions,
  summary: 'Write down that the money of a refund went back',
  request: { body: jsonBody(z.object({ refund_id: idOf('refund'), ...refundInput.shape }), { refund_id: exampleId, receipt: 'QKJ4XT81ZP' }) },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), id: z.uuid(), state: z.literal('done'), receipt: z.string() }), 'It left the list'),
    ...callRefusals(...withBody, ...adminRefusals, 'refund_not_found', 'refund_settled', 'receipt_used'),
  },
})

const looked = createRoute({
  path: '/functions/payment-looked-at',
  operationId: 'paymentLookedAt',
  ...functions,
  summary: 'Take a payment off the desk',
  description:
    'With what was found; the audit log keeps it. One without an outcome is closed as not paid; money that comes for it later still counts.',
  request: {
    body: jsonBody(z.object({ attempt_id: idOf('payment'), ...paymentReviewInput.shape }), {
      attempt_id: exampleId,
      note: 'M-Pesa shows no such payment.',
    }),
  },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), id: z.uuid(), state: attemptState }), 'It left the desk'),
    ...callRefusals(...withBody, ...adminRefusals, 'payment_not_found'),
  },
})

export function adminOrderRoutes(api: Api) {
  api.openapi(desk, async (c) => c.json(await getAdminOrder(c.var.ctx, c.req.valid('param').id), 200))
  api.openapi(note, async (c) => {
    const { order_id, ...sent } = c.req.valid('json')
    return c.json(await writeNote(c.var.ctx, order_id, sent), 201)
  })
  api.openapi(reviews, async (c) => c.json(await listReviews(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(many, async (c) => c.json({ success: true as const, outcomes: await changeOrders(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(pack, async (c) => c.json({ success: true as const, outcomes: await packOrders(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(refunded, async (c) => {
    const { refund_id, ...sent } = c.req.valid('json')
    return c.json({ success: true as const, ...(await completeRefund(c.var.ctx, refund_id, sent)) }, 200)
  })
  api.openapi(looked, async (c) => {
    const { attempt_id, ...sent } = c.req.valid('json')
    return c.json({ success: true as const, ...(await markPaymentReviewed(c.var.ctx, attempt_id, sent)) }, 200)
  })
}
