import { z } from '@hono/zod-openapi'
import { type Context, requireUser } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { balance as balanceOf, getBalance } from '#features/affiliates/wallet/balance.ts'
import { changePayout, payoutChanges } from '#features/affiliates/wallet/cancel-payout.ts'
import { batchRow } from '#features/affiliates/wallet/export-batch.ts'
import { getPayoutStop, payoutStop } from '#features/affiliates/wallet/payout-breaker.ts'
import { payoutOperations } from '#features/affiliates/wallet/payout-operations.ts'
import { listPayouts, payoutRow, payoutStatus } from '#features/affiliates/wallet/payout-rows.ts'
import { payoutDetails, requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { addList, addOperations, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, namedSchema, pathId, searchParameters, success } from '#server/api/declare.ts'
import { ownRows, permission, staff } from '#server/permissions.ts'

const ofAffiliate = z.uuid("We don't know this affiliate.").optional()
const whose = z.string('Say whose.').openapi({ format: 'uuid', description: 'Oneself; an admin may read anybody’s balance', example: exampleId })

export const payout = namedSchema('AffiliatePayout', payoutRow)

export function payoutRoutes(api: Api) {
  addList(api, '/affiliate_payouts', {
    who: ownRows,
    name: 'listAffiliatePayouts',
    summary: 'My payouts, newest first',
    description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
    query: {
      affiliate_id: ofAffiliate,
      status: payoutStatus.optional(),
      needs_review: flagFilter.openapi({ description: 'Whether it lies on a person’s desk; for admins' }),
      ...searchParameters('A part of a name or code, or the beginning of a number, receipt or id'),
    },
    row: payout,
    list: listPayouts,
  })
  addRoute(api, 'PATCH /affiliate_payouts/{id}', {
    who: permission('pay_affiliates', 401, 401, 401, 404, 404, 'yes', 404),
    whoWith: { 'a rejection': permission('pay_affiliates', 401, 401, 401, 404, 404, 'yes', 'yes') },
    name: 'updateAffiliatePayout',
    summary: 'Say where my payout goes, cancel it, or reject one',
    description:
      'The affiliate writes phone and name, or cancels with the status `rejected`, while the request is pending; an admin rejects. Another number than the last one may have it `held`, as when it is requested. Everything else is written by the shop itself.',
    params: pathId('payout'),
    body: payoutChanges,
    example: { mpesa_phone_number: '+254712345678', mpesa_full_name: 'Achieng Otieno', payout_method: 'mpesa' as const },
    answer: payout,
    said: 'The payout as it is now',
    problems: [
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
    ],
    run: ({ ctx, id, body }) => changePayout(ctx, id, body),
  })
  addRoute(api, 'POST /rpc/get_affiliate_balance', {
    who: permission('pay_affiliates', 401, 401, 401, 404, 404, 'yes', 'yes'),
    name: 'getAffiliateBalance',
    summary: 'What is in the wallet of an affiliate',
    body: z.object({ affiliate_user_id: whose }),
    example: { affiliate_user_id: exampleId },
    answer: z.array(namedSchema('AffiliateBalance', balanceOf.extend({ open_payout: z.union([payout, z.null()]) }))),
    said: 'One row',
    problems: ['affiliate_not_found'],
    run: async ({ ctx, body }) => [await getBalance(ctx, body.affiliate_user_id)],
  })
  addRoute(api, 'POST /rpc/request_affiliate_payout', {
    who: permission('pay_affiliates', 401, 401, 401, 403, 403, 'yes', 403),
    name: 'requestAffiliatePayout',
    summary: 'Request a payout',
    description:
      'Whole shillings, within the balance; one at a time. Phone and name may come with it, or by PATCH while it is pending. Another number than the last one, named more than ten minutes after signing in, has the payout `held` until an admin has looked at it.',
    isOnce: true,
    body: z.object({
      p_affiliate_id: whose,
      p_amount: z.unknown().openapi({ type: 'number', description: 'KSh' }),
      p_mpesa_phone_number: payoutDetails.shape.mpesa_phone_number.optional(),
      p_mpesa_full_name: payoutDetails.shape.mpesa_full_name.optional(),
    }),
    example: { p_affiliate_id: exampleId, p_amount: 500 },
    answer: success.extend({ payout_id: z.uuid() }),
    said: 'It is pending, and its amount reserved',
    problems: [
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
    ],
    run: async ({ ctx, body: { p_affiliate_id, p_amount, p_mpesa_phone_number, p_mpesa_full_name }, key }) => {
      requireSelf(ctx, p_affiliate_id)
      const sent = { amount: p_amount, mpesa_phone_number: p_mpesa_phone_number, mpesa_full_name: p_mpesa_full_name }
      return { success: true as const, payout_id: (await requestPayout(ctx, sent, key)).id }
    },
  })
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

/** The affiliate that a procedure names must be the signed-in caller (decisions, Affiliates and wallet). */
function requireSelf(ctx: Context, id: string) {
  if (requireUser(ctx).userId !== id.toLowerCase()) throw new Problem('payout_refused')
}
