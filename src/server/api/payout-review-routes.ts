import { z } from '@hono/zod-openapi'
import { completePayout, completionInput } from '#features/wallet/complete-payout.ts'
import { batchRow } from '#features/wallet/export-batch.ts'
import { completion } from '#features/wallet/pay-by-hand.ts'
import { getPayoutStop, payoutStop } from '#features/wallet/payout-breaker.ts'
import { payoutOperations } from '#features/wallet/payout-operations.ts'
import { payoutRow } from '#features/wallet/payout-row.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { payout } from '#server/api/payout-routes.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  refusals,
  success,
  withBody,
} from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const complete = createRoute({
  method: 'post',
  path: '/functions/process-payout-completion',
  who: staff('pay_affiliates'),
  operationId: 'processPayoutCompletion',
  tags: ['functions'],
  summary: 'Mark a payout as paid',
  description:
    'By hand with the `receipt` code; without one it is paid by M-Pesa where that is set up, and completed by M-Pesa’s result: then `status` is `processing`, nothing is processed yet, and `amount_expected` and `deductions_expected` say what will be. The same call again pays nothing twice, and answers how far it has come. A request that its affiliate cancelled is completed by the receipt of money that was sent before; where the balance no longer covers it, the receipt is kept on the payout (`unbooked_receipts`), and `payout_uncovered` says so. `processed_by` is whoever is signed in, whatever is sent.',
  request: {
    body: jsonBody(
      z.object({
        payout_id: z.string('Say which payout.').openapi({ format: 'uuid' }),
        processed_by: z.string().optional(),
        ...completionInput.shape,
      }),
      { payout_id: exampleId, receipt: 'QKJ4XT81ZP' },
    ),
  },
  responses: {
    200: jsonResponse(success.extend(completion.shape), 'What was paid'),
    ...callRefusals(
      ...withBody,
      ...adminRefusals,
      'payout_not_found',
      'payout_settled',
      'payout_held',
      'payout_details_missing',
      'payout_details_changed',
      'payout_exported',
      'payout_unbooked',
      'payout_uncovered',
      'receipt_used',
      'payouts_stopped',
      'payout_not_completed',
    ),
  },
})

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
  api.openapi(complete, async (c) => {
    const { payout_id, receipt, paid_to } = c.req.valid('json')
    return c.json({ success: true as const, ...(await completePayout(c.var.ctx, payout_id, { receipt, paid_to })) }, 200)
  })
  addOperations(api, payoutOperations, [
    [payoutRow, payout],
    [batchRow, namedSchema('PayoutToPay', batchRow)],
  ])
}
