import { createRoute, z } from '@hono/zod-openapi'
import { changeCommission, commissionChanges } from '#features/affiliates/change-commission.ts'
import { changeCommissions, commissionOutcome, commissionsChanges } from '#features/affiliates/change-commissions.ts'
import { commissionRow, commissionStatus } from '#features/affiliates/commission-row.ts'
import { ensureCommission, ensureCommissionInput } from '#features/affiliates/ensure-commission.ts'
import { listCommissions } from '#features/affiliates/list-commissions.ts'
import { listUncommissioned } from '#features/affiliates/list-uncommissioned.ts'
import { nameAffiliate, namingInput } from '#features/affiliates/name-affiliate.ts'
import { processCommissions, processingInput } from '#features/affiliates/process-commissions.ts'
import { deductionRow, listDeductions } from '#features/wallet/list-deductions.ts'
import { order } from '#server/api/order-schema.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  exampleId,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  pagesOf,
  paging,
  pathId,
  refusals,
  searchParameters,
  withBody,
} from '#server/declare.ts'

const commission = namedSchema('AffiliateCommission', commissionRow)

const commissions = createRoute({
  method: 'get',
  path: '/affiliate_commissions',
  operationId: 'listAffiliateCommissions',
  tags: ['affiliate_commissions'],
  summary: 'My commissions, newest first',
  description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
  request: {
    query: z.strictObject({
      affiliate_id: z.uuid("We don't know this affiliate.").optional(),
      order_id: z.uuid("We don't know this order.").optional(),
      status: commissionStatus.optional(),
      ...searchParameters('Part of the order’s short code; for an admin its beginning, or part of the buyer’s name, or the affiliate’s name or code'),
      ...paging,
    }),
  },
  responses: pagesOf(commission, 'signed_out'),
})

const change = createRoute({
  method: 'patch',
  path: '/affiliate_commissions/{id}',
  operationId: 'updateAffiliateCommission',
  tags: ['affiliate_commissions'],
  summary: 'Approve or reject a pending commission',
  description: 'Only for orders that are paid. Who did it and when is written by the shop itself. The affiliate is notified by e-mail.',
  request: { params: pathId('commission'), body: jsonBody(commissionChanges, { status: 'approved' }) },
  responses: {
    200: jsonResponse(commission, 'The commission as it is now'),
    ...refusals(...withBody, ...adminRefusals, 'commission_not_found', 'commission_settled', 'commission_unearned'),
  },
})

const changeMany = createRoute({
  method: 'post',
  path: '/functions/change-affiliate-commissions',
  operationId: 'changeAffiliateCommissions',
  tags: ['functions'],
  summary: 'Approve or reject several commissions',
  description: 'Each for itself: what one is refused for keeps no other back. At most 100 at once.',
  request: { body: jsonBody(commissionsChanges, { ids: [exampleId], status: 'rejected', reason: 'Not a real sale' }) },
  responses: {
    200: jsonResponse(z.object({ success: z.literal(true), outcomes: z.array(commissionOutcome) }), 'What became of each'),
    ...callRefusals(...withBody, ...adminRefusals),
  },
})

const uncommissioned = createRoute({
  method: 'get',
  path: '/affiliate_commissions/missing',
  operationId: 'listOrdersWithoutCommission',
  tags: ['affiliate_commissions'],
  summary: 'Referred, paid orders without a pending, approved or paid commission',
  request: { query: z.strictObject(paging) },
  responses: pagesOf(order, ...adminRefusals),
})

const made = z.object({ success: z.literal(true), commission: z.union([commission, z.null()]) })

const create = createRoute({
  method: 'post',
  path: '/functions/create-affiliate-commission',
  operationId: 'createAffiliateCommission',
  tags: ['functions'],
  summary: 'Make the commission of an order',
  description:
    'Placing the order has made it. The commission is for admins only, who take up a rejected one again; null also where nobody referred the order. Any number of times.',
  request: { body: jsonBody(ensureCommissionInput, { order_id: exampleId, commission_rate: 0.1 }) },
  responses: { 200: jsonResponse(made, 'The commission'), ...callRefusals(...withBody, 'order_not_found', 'commission_unearned') },
})

const process = createRoute({
  method: 'post',
  path: '/functions/process-affiliate-commissions',
  operationId: 'processAffiliateCommissions',
  tags: ['functions'],
  summary: 'Bring the commission of an order in line with the order',
  description: 'Every change of an order has done so already. Any number of times.',
  request: { body: jsonBody(processingInput, { action: 'process_order' as const, order_id: exampleId }) },
  responses: { 200: jsonResponse(made, 'The commission'), ...callRefusals(...withBody, ...adminRefusals, 'order_not_found') },
})

const deductions = createRoute({
  method: 'get',
  path: '/commission_deductions',
  operationId: 'listCommissionDeductions',
  tags: ['commission_deductions'],
  summary: 'What payouts paid of which commissions, and what was taken back',
  description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
  request: {
    query: z.strictObject({
      affiliate_id: z.uuid("We don't know this affiliate.").optional(),
      commission_id: z.uuid("We don't know this commission.").optional(),
      payout_id: z.uuid("We don't know this payout.").optional(),
      ...paging,
    }),
  },
  responses: pagesOf(namedSchema('CommissionDeduction', deductionRow), 'signed_out'),
})

const name = createRoute({
  method: 'post',
  path: '/functions/name-affiliate',
  operationId: 'nameAffiliate',
  tags: ['functions'],
  summary: 'Name the affiliate of an order that came by no link',
  description:
    'Within 30 days of the order, once, and never oneself. The order gets its commission as if it had carried the link; the affiliate’s own purchase is rejected as such.',
  request: {
    body: jsonBody(z.object({ order_id: z.string('Say which order.').openapi({ format: 'uuid' }), ...namingInput.shape }), {
      order_id: exampleId,
      affiliate_code: 'KAMAU23',
    }),
  },
  responses: { 200: jsonResponse(made, 'The commission'), ...callRefusals(...withBody, ...adminRefusals, 'order_not_found', 'naming_refused') },
})

export function commissionRoutes(api: Api) {
  api.openapi(commissions, async (c) => c.json(await listCommissions(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(uncommissioned, async (c) => c.json(await listUncommissioned(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(change, async (c) => c.json(await changeCommission(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(changeMany, async (c) => c.json({ success: true as const, outcomes: await changeCommissions(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(create, async (c) => c.json({ success: true as const, commission: await ensureCommission(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(name, async (c) => {
    const { order_id, affiliate_code } = c.req.valid('json')
    return c.json({ success: true as const, commission: await nameAffiliate(c.var.ctx, order_id, { affiliate_code }) }, 200)
  })
  api.openapi(process, async (c) => c.json({ success: true as const, commission: await processCommissions(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(deductions, async (c) => c.json(await listDeductions(c.var.ctx, c.req.valid('query')), 200))
}
