import { z } from '@hono/zod-openapi'
import { adminOrder, getAdminOrder } from '#features/orders/get-admin-order.ts'
import { listReviews, reviewRow } from '#features/orders/list-reviews.ts'
import { orderOperations } from '#features/orders/order-operations.ts'
import { refundOperations, reviewOperations } from '#features/orders/payment-operations.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { itsItems } from '#server/api/order-schema.ts'
import { type Api, adminRefusals, createRoute, jsonResponse, namedSchema, pagesOf, paging, pathId, refusals } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const { note, many, pack } = orderOperations

const desk = createRoute({
  method: 'get',
  path: '/orders/{id}/desk',
  who: staff('see_orders'),
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

const reviews = createRoute({
  method: 'get',
  path: '/payment_reviews',
  who: staff('take_payments'),
  operationId: 'listPaymentReviews',
  tags: ['orders'],
  summary: 'Payments that a person has to look at, the longest waiting first',
  request: { query: z.strictObject(paging) },
  responses: pagesOf(namedSchema('PaymentReview', reviewRow), ...adminRefusals),
})

export function adminOrderRoutes(api: Api) {
  api.openapi(desk, async (c) => c.json(await getAdminOrder(c.var.ctx, c.req.valid('param').id), 200))
  addOperations(api, { note })
  api.openapi(reviews, async (c) => c.json(await listReviews(c.var.ctx, c.req.valid('query')), 200))
  addOperations(api, { many, pack, ...refundOperations, ...reviewOperations })
}
