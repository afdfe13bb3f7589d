import { adminOrder, getAdminOrder } from '#features/orders/get-admin-order.ts'
import { orderOperations } from '#features/orders/order-operations.ts'
import { listReviews, reviewRow } from '#features/orders/payments/list-reviews.ts'
import { refundOperations, reviewOperations } from '#features/orders/payments/payment-operations.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { itsItems } from '#server/api/order-schema.ts'
import { type Api, namedSchema, pathId } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const { note, many, pack } = orderOperations

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
