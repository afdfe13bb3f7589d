import { z } from '@hono/zod-openapi'
import { receivePayoutCallback } from '#features/affiliates/wallet/receive-payout-callback.ts'
import { receiveCallback } from '#features/orders/payments/receive-callback.ts'
import { type Api, createRoute, jsonResponse, refusals } from '#server/declare.ts'
import { everybody } from '#server/permissions.ts'

/** The answer that the provider expects. */
const acknowledgement = z.record(z.string(), z.union([z.string(), z.number()])).openapi({ example: { ResultCode: 0, ResultDesc: 'Accepted' } })

const route = createRoute({
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

const payout = createRoute({
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

export function callbackRoutes(api: Api) {
  api.openapi(route, async (c) => {
    const { attempt, secret } = c.req.valid('param')
    const ctx = c.var.shop.callbackContext()
    await receiveCallback(ctx, attempt, secret, await c.req.text())
    return c.json(ctx.services.payments.acknowledgement, 200)
  })
  api.openapi(payout, async (c) => {
    const { payout, secret, kind } = c.req.valid('param')
    const ctx = c.var.shop.callbackContext()
    await receivePayoutCallback(ctx, payout, secret, kind, await c.req.text())
    return c.json(ctx.services.payments.acknowledgement, 200)
  })
}
