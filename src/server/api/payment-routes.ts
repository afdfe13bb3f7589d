import { z } from '@hono/zod-openapi'
import { promptInput, promptOrder } from '#features/orders/checkout/prompt-order.ts'
import { listRefunds, refundRow } from '#features/orders/payments/list-refunds.ts'
import { paymentOperations } from '#features/orders/payments/payment-operations.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { type Api, exampleId, namedSchema, success } from '#server/declare.ts'
import { holders, staff } from '#server/permissions.ts'

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
