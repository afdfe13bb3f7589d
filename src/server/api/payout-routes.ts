import { createRoute, z } from '@hono/zod-openapi'
import { Problem } from '#domain/problem.ts'
import { type Context, requireUser } from '#features/context.ts'
import { changePayout, payoutChanges } from '#features/wallet/change-payout.ts'
import { completePayout, completionInput } from '#features/wallet/complete-payout.ts'
import { balance as balanceOf, getBalance } from '#features/wallet/get-balance.ts'
import { listPayouts } from '#features/wallet/list-payouts.ts'
import { completion } from '#features/wallet/pay-by-hand.ts'
import { payoutRow, payoutStatus } from '#features/wallet/payout-row.ts'
import { payoutDetails, requestPayout } from '#features/wallet/request-payout.ts'
import {
  type Api,
  callRefusals,
  exampleId,
  flagFilter,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  onceHeaders,
  pagesOf,
  paging,
  pathId,
  refusals,
  searchParameters,
  success,
  withBody,
} from '#server/declare.ts'

const ofAffiliate = z.uuid("We don't know this affiliate.").optional()
const whose = z.string('Say whose.').openapi({ format: 'uuid', description: 'Oneself; an admin may read anybody’s balance', example: exampleId })

export const payout = namedSchema('AffiliatePayout', payoutRow)

const payouts = createRoute({
  method: 'get',
  path: '/affiliate_payouts',
  operationId: 'listAffiliatePayouts',
  tags: ['affiliate_payouts'],
  summary: 'My payouts, newest first',
  description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
  request: {
    query: z.strictObject({
      affiliate_id: ofAffiliate,
      status: payoutStatus.optional(),
      needs_review: flagFilter.openapi({ description: 'Whether it lies on a person’s desk; for admins' }),
      ...searchParameters('A part of a name or code, or the beginning of a number, receipt or id'),
      ...paging,
    }),
  },
  responses: pagesOf(payout, 'signed_out'),
})

const change = createRoute({
  method: 'patch',
  path: '/affiliate_payouts/{id}',
  operationId: 'updateAffiliatePayout',
  tags: ['affiliate_payouts'],
  summary: 'Say where my payout goes, cancel it, or reject one',
  description:
    'The affiliate writes phone and name, or cancels with the status `rejected`, while the request is pending; an admin rejects. Another number than the last one may have it `held`, as when it is requested. Everything else is written by the shop itself.',
  request: {
    params: pathId('payout'),
    body: jsonBody(payoutChanges, { mpesa_phone_number: '+254712345678', mpesa_full_name: 'Achieng Otieno', payout_method: 'mpesa' as const }),
  },
  responses: {
    200: jsonResponse(payout, 'The payout as it is now'),
    ...refusals(
      ...withBody,
      'signed_out',
      'payout_not_found',
      'payout_not_cancelled',
      'payout_frozen',
      'payout_settled',
      'payout_details_missing',
      'payout_exported',
      'payout_unsure',
      'payout_unbooked',
      'payouts_stopped',
      'payout_not_completed',
    ),
  },
})

const balance = createRoute({
  method: 'post',
  path: '/rpc/get_affiliate_balance',
  operationId: 'getAffiliateBalance',
  tags: ['procedures'],
  summary: 'What is in the wallet of an affiliate',
  request: { body: jsonBody(z.object({ affiliate_user_id: whose }), { affiliate_user_id: exampleId }) },
  responses: {
    200: jsonResponse(z.array(namedSchema('AffiliateBalance', balanceOf.extend({ open_payout: z.union([payout, z.null()]) }))), 'One row'),
    ...callRefusals(...withBody, 'signed_out', 'affiliate_not_found'),
  },
})

const request = createRoute({
  method: 'post',
  path: '/rpc/request_affiliate_payout',
  operationId: 'requestAffiliatePayout',
  tags: ['procedures'],
  summary: 'Request a payout',
  description:
    'Whole shillings, within the balance; one at a time. Phone and name may come with it, or by PATCH while it is pending. Another number than the last one, named more than ten minutes after signing in, has the payout `held` until an admin has looked at it.',
  request: {
    headers: onceHeaders,
    body: jsonBody(
      z.object({
        p_affiliate_id: whose,
        p_amount: z.unknown().openapi({ type: 'number', description: 'KSh' }),
        p_mpesa_phone_number: payoutDetails.shape.mpesa_phone_number.optional(),
        p_mpesa_full_name: payoutDetails.shape.mpesa_full_name.optional(),
      }),
      { p_affiliate_id: exampleId, p_amount: 500 },
    ),
  },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), payout_id: z.uuid() }), 'It is pending, and its amount reserved'),
    ...callRefusals(
      ...withBody,
      'signed_out',
      'payout_refused',
      'payout_open',
      'payout_invalid',
      'payout_amount_missing',
      'payout_amount_unclear',
      'payout_amount_cents',
      'payout_too_small',
      'payout_too_large',
      'payout_details_missing',
      'made_already',
      'too_many',
    ),
  },
})

const complete = createRoute({
  method: 'post',
  path: '/functions/process-payout-completion',
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
      'signed_out',
      'forbidden',
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

export function payoutRoutes(api: Api) {
  api.openapi(payouts, async (c) => c.json(await listPayouts(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(change, async (c) => c.json(await changePayout(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(balance, async (c) => c.json([await getBalance(c.var.ctx, c.req.valid('json').affiliate_user_id)], 200))
  api.openapi(request, async (c) => {
    const { p_affiliate_id, p_amount, p_mpesa_phone_number, p_mpesa_full_name } = c.req.valid('json')
    requireSelf(c.var.ctx, p_affiliate_id)
    const sent = { amount: p_amount, mpesa_phone_number: p_mpesa_phone_number, mpesa_full_name: p_mpesa_full_name }
    return c.json({ success: true as const, payout_id: (await requestPayout(c.var.ctx, sent, c.req.valid('header')['Idempotency-Key'])).id }, 200)
  })
  api.openapi(complete, async (c) => {
    const { payout_id, receipt, paid_to } = c.req.valid('json')
    return c.json({ success: true as const, ...(await completePayout(c.var.ctx, payout_id, { receipt, paid_to })) }, 200)
  })
}

/** The affiliate that a procedure names must be the signed-in caller (decisions, Affiliates and wallet). */
function requireSelf(ctx: Context, id: string) {
  if (requireUser(ctx).userId !== id.toLowerCase()) throw new Problem('payout_refused')
}
