import { z } from '@hono/zod-openapi'
import { promptInput, promptOrder } from '#features/checkout/prompt-order.ts'
import { listRefunds, refundRow } from '#features/orders/list-refunds.ts'
import { paymentOperations } from '#features/orders/payment-operations.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  pagesOf,
  paging,
  withBody,
} from '#server/declare.ts'
import { holders, staff } from '#server/permissions.ts'

const prompt = createRoute({
  method: 'post',
  path: '/functions/mpesa-stk-push',
  who: holders,
  operationId: 'mpesaStkPush',
  tags: ['functions'],
  summary: 'Send the M-Pesa prompt of an order',
  description:
    'Charges the stored total; another `amount` is refused. The prompt that placing the order has sent is answered again while it is open for the same phone, instead of ringing twice; another phone’s prompt takes the place of an open one, twice at most, and its number that of the order. The first money pays the order; money on a prompt that was replaced goes back after it. Where M-Pesa’s answer was lost the call is refused with `prompt_unclear`: the prompt may be on the phone, and money that comes pays the order, or goes back if it was deleted and its pairs are sold.',
  request: { body: jsonBody(promptInput, { amount: 7650, phone: '+254712345678', reference: exampleId }) },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), checkoutRequestId: z.string() }), 'The phone rings'),
    ...callRefusals(
      ...withBody,
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
    ),
  },
})

const refunds = createRoute({
  method: 'get',
  path: '/refunds',
  who: staff('take_payments'),
  operationId: 'listRefunds',
  tags: ['refunds'],
  summary: 'Money that has to go back, oldest first',
  request: { query: z.strictObject(paging) },
  responses: pagesOf(namedSchema('Refund', refundRow), ...adminRefusals),
})

export function paymentRoutes(api: Api) {
  api.openapi(prompt, async (c) => c.json({ success: true as const, ...(await promptOrder(c.var.ctx, c.req.valid('json'))) }, 200))
  addOperations(api, paymentOperations)
  api.openapi(refunds, async (c) => c.json(await listRefunds(c.var.ctx, c.req.valid('query')), 200))
}
