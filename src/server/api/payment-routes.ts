import { createRoute, z } from '@hono/zod-openapi'
import { promptInput, promptOrder } from '#features/checkout/prompt-order.ts'
import { askMpesa } from '#features/orders/ask-mpesa.ts'
import { listRefunds, refundRow } from '#features/orders/list-refunds.ts'
import { orderStatus as status } from '#features/orders/order-row.ts'
import { recordInput, recordPayment } from '#features/orders/record-payment.ts'
import { type Api, adminRefusals, callRefusals, exampleId, jsonBody, jsonResponse, namedSchema, pagesOf, paging, withBody } from '#server/declare.ts'

const ofOrder = z.object({ order_id: z.string('Say which order.').openapi({ format: 'uuid', example: exampleId }) })

const prompt = createRoute({
  method: 'post',
  path: '/functions/mpesa-stk-push',
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

const ask = createRoute({
  method: 'post',
  path: '/functions/ask-mpesa',
  operationId: 'askMpesa',
  tags: ['functions'],
  summary: 'Ask M-Pesa what became of the prompts of an order',
  request: { body: jsonBody(ofOrder, { order_id: exampleId }) },
  responses: {
    200: jsonResponse(
      z.object({
        success: z.literal(true),
        answers: z.array(z.enum(['paid', 'failed', 'known', 'pending', 'review'])).openapi({ description: 'One per prompt, the oldest first' }),
        status,
      }),
      'What M-Pesa said, and the status of the order now',
    ),
    ...callRefusals(...withBody, ...adminRefusals, 'order_not_found', 'nothing_to_ask'),
  },
})

const record = createRoute({
  method: 'post',
  path: '/functions/record-payment',
  operationId: 'recordPayment',
  tags: ['functions'],
  summary: 'Record a payment by its receipt',
  description: 'For an admin who has seen the money: its receipt of M-Pesa, which counts once, or `cash`.',
  request: { body: jsonBody(ofOrder.extend(recordInput.shape), { order_id: exampleId, receipt: 'QKJ4XT81ZP' }) },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), status, mpesa_receipt_number: z.string().nullable() }), 'The order is paid'),
    ...callRefusals(...withBody, ...adminRefusals, 'order_not_found', 'already_paid', 'order_locked', 'receipt_used', 'pairs_gone'),
  },
})

const refunds = createRoute({
  method: 'get',
  path: '/refunds',
  operationId: 'listRefunds',
  tags: ['refunds'],
  summary: 'Money that has to go back, oldest first',
  request: { query: z.strictObject(paging) },
  responses: pagesOf(namedSchema('Refund', refundRow), ...adminRefusals),
})

export function paymentRoutes(api: Api) {
  api.openapi(prompt, async (c) => c.json({ success: true as const, ...(await promptOrder(c.var.ctx, c.req.valid('json'))) }, 200))
  api.openapi(ask, async (c) => {
    const { answers, order } = await askMpesa(c.var.ctx, c.req.valid('json').order_id)
    return c.json({ success: true as const, answers, status: order.status }, 200)
  })
  api.openapi(record, async (c) => {
    const { order_id, ...money } = c.req.valid('json')
    const { status, mpesa_receipt_number } = await recordPayment(c.var.ctx, order_id, money)
    return c.json({ success: true as const, status, mpesa_receipt_number }, 200)
  })
  api.openapi(refunds, async (c) => c.json(await listRefunds(c.var.ctx, c.req.valid('query')), 200))
}
