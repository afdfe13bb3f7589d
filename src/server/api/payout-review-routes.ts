import { z } from '@hono/zod-openapi'
import { batchRow } from '#features/wallet/export-batch.ts'
import { getPayoutStop, payoutStop } from '#features/wallet/payout-breaker.ts'
import { payoutOperations } from '#features/wallet/payout-operations.ts'
import { payoutRow } from '#features/wallet/payout-row.ts'
import { addRoute } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { payout } from '#server/api/payout-routes.ts'
import { type Api, namedSchema } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

export function payoutReviewRoutes(api: Api) {
  addRoute(api, 'GET /payout_stop', {
    who: staff('pay_affiliates'),
    name: 'getPayoutStop',
    tag: 'affiliate_payouts',
    summary: 'Why no payout goes out by M-Pesa',
    answer: z.object({ stop: z.union([payoutStop, z.null()]) }),
    said: 'Null while they go out',
    run: async ({ ctx }) => ({ stop: await getPayoutStop(ctx) }),
  })
  addOperations(api, payoutOperations, [
    [payoutRow, payout],
    [batchRow, namedSchema('PayoutToPay', batchRow)],
  ])
}
