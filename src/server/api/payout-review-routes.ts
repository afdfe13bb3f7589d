import { createRoute, z } from '@hono/zod-openapi'
import { batchInput, batchRow, exportBatch, takeBackBatch } from '#features/wallet/export-batch.ts'
import { getPayoutStop, payoutStop, resumePayouts } from '#features/wallet/payout-breaker.ts'
import { queryPayout } from '#features/wallet/query-payout.ts'
import { resolveReview, resolveReviewInput } from '#features/wallet/resolve-review.ts'
import { sending, sendingInput, sendPayouts } from '#features/wallet/send-payouts.ts'
import { payout } from '#server/api/payout-routes.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  onceHeaders,
  refusals,
  success,
  withBody,
} from '#server/declare.ts'

const functions = { method: 'post' as const, tags: ['functions'] }
const payoutId = z.string('Say which payout.').openapi({ format: 'uuid' })

const stop = createRoute({
  method: 'get',
  path: '/payout_stop',
  operationId: 'getPayoutStop',
  tags: ['affiliate_payouts'],
  summary: 'Why no payout goes out by M-Pesa',
  responses: {
    200: jsonResponse(z.object({ stop: z.union([payoutStop, z.null()]) }), 'Null while they go out'),
    ...refusals(...adminRefusals),
  },
})

const resume = createRoute({
  ...functions,
  path: '/functions/resume-payouts',
  operationId: 'resumePayouts',
  summary: 'Let payouts by M-Pesa go out again',
  description: 'After M-Pesa refused the shop’s credential, or the account was empty, and somebody has mended it.',
  responses: { 200: jsonResponse(success, 'They go out'), ...callRefusals('cross_site', ...adminRefusals) },
})

const lookUp = createRoute({
  ...functions,
  path: '/functions/look-up-payout',
  operationId: 'lookUpPayout',
  summary: 'Ask M-Pesa what became of a payout',
  description: 'A look-up moves no money. What M-Pesa finds comes later, and settles the payout by itself.',
  request: { body: jsonBody(z.object({ payout_id: payoutId }), { payout_id: exampleId }) },
  responses: {
    200: jsonResponse(success, 'M-Pesa was asked'),
    ...callRefusals(...withBody, ...adminRefusals, 'payout_not_found', 'payout_settled', 'payouts_stopped', 'payout_not_completed'),
  },
})

const looked = createRoute({
  ...functions,
  path: '/functions/payout-looked-at',
  operationId: 'payoutLookedAt',
  summary: 'Take a payout off the desk',
  description: 'With what was found; the audit log keeps it. One that is still on its way is looked up again.',
  request: {
    body: jsonBody(z.object({ payout_id: payoutId, ...resolveReviewInput.shape }), {
      payout_id: exampleId,
      note: 'M-Pesa’s statement shows one payment.',
    }),
  },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), payout }), 'The payout as it is now'),
    ...callRefusals(...withBody, ...adminRefusals, 'payout_not_found'),
  },
})

const send = createRoute({
  ...functions,
  path: '/functions/send-payouts',
  operationId: 'sendPayouts',
  summary: 'Send several pending payouts by M-Pesa',
  description: 'One after the other, at most 20; what refuses one does not keep the others. Each is completed by its own result.',
  request: { body: jsonBody(sendingInput, { payout_ids: [exampleId] }) },
  responses: {
    200: jsonResponse(success.extend({ payouts: z.array(sending) }), 'What was sent, and why not'),
    ...callRefusals(...withBody, ...adminRefusals),
  },
})

const give = createRoute({
  ...functions,
  path: '/functions/export-payouts',
  operationId: 'exportPayouts',
  summary: 'Give out a list of pending payouts, to be paid by hand',
  description: 'What stands on a list is neither sent by M-Pesa nor rejected, until it is paid or taken back.',
  request: { headers: onceHeaders, body: jsonBody(batchInput, {}) },
  responses: {
    200: jsonResponse(
      z.object({
        success: z.literal(true),
        rows: z.array(namedSchema('PayoutToPay', batchRow)),
        csv: z.string().openapi({ description: 'The same for spreadsheets' }),
      }),
      'The list',
    ),
    ...callRefusals(...withBody, ...adminRefusals),
  },
})

const takeBack = createRoute({
  ...functions,
  path: '/functions/take-back-payouts',
  operationId: 'takeBackPayouts',
  summary: 'Take payouts back from a list that nobody has paid',
  request: { body: jsonBody(batchInput, { payout_ids: [exampleId] }) },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), taken_back: z.int() }), 'How many of them are on no list now'),
    ...callRefusals(...withBody, ...adminRefusals),
  },
})

export function payoutReviewRoutes(api: Api) {
  api.openapi(stop, async (c) => c.json({ stop: await getPayoutStop(c.var.ctx) }, 200))
  api.openapi(resume, async (c) => {
    await resumePayouts(c.var.ctx)
    return c.json({ success: true as const }, 200)
  })
  api.openapi(lookUp, async (c) => {
    await queryPayout(c.var.ctx, c.req.valid('json').payout_id)
    return c.json({ success: true as const }, 200)
  })
  api.openapi(looked, async (c) => {
    const { payout_id, note } = c.req.valid('json')
    return c.json({ success: true as const, payout: await resolveReview(c.var.ctx, payout_id, { note }) }, 200)
  })
  api.openapi(send, async (c) => c.json({ success: true as const, payouts: await sendPayouts(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(give, async (c) =>
    c.json({ success: true as const, ...(await exportBatch(c.var.ctx, c.req.valid('json'), c.req.valid('header')['Idempotency-Key'])) }, 200),
  )
  api.openapi(takeBack, async (c) => c.json({ success: true as const, taken_back: await takeBackBatch(c.var.ctx, c.req.valid('json')) }, 200))
}
