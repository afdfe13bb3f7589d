import { z } from '@hono/zod-openapi'
import { batchRow } from '#features/wallet/export-batch.ts'
import { getPayoutStop, payoutStop } from '#features/wallet/payout-breaker.ts'
import { payoutOperations } from '#features/wallet/payout-operations.ts'
import { payoutRow } from '#features/wallet/payout-row.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { payout } from '#server/api/payout-routes.ts'
import { type Api, adminRefusals, createRoute, jsonResponse, namedSchema, refusals } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const stop = createRoute({
  method: 'get',
  path: '/payout_stop',
  who: staff('pay_affiliates'),
  operationId: 'getPayoutStop',
  tags: ['affiliate_payouts'],
  summary: 'Why no payout goes out by M-Pesa',
  responses: {
    200: jsonResponse(z.object({ stop: z.union([payoutStop, z.null()]) }), 'Null while they go out'),
    ...refusals(...adminRefusals),
  },
})

export function payoutReviewRoutes(api: Api) {
  api.openapi(stop, async (c) => c.json({ stop: await getPayoutStop(c.var.ctx) }, 200))
  addOperations(api, payoutOperations, [
    [payoutRow, payout],
    [batchRow, namedSchema('PayoutToPay', batchRow)],
  ])
}
