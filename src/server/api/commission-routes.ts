import { z } from '@hono/zod-openapi'
import { commissionOperations, orderCommissionOperations } from '#features/affiliates/commission-operations.ts'
import { commissionRow, commissionStatus } from '#features/affiliates/commission-row.ts'
import { ensureCommission, ensureCommissionInput } from '#features/affiliates/ensure-commission.ts'
import { listCommissions } from '#features/affiliates/list-commissions.ts'
import { listUncommissioned } from '#features/affiliates/list-uncommissioned.ts'
import { deductionRow, listDeductions } from '#features/wallet/list-deductions.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { order } from '#server/api/order-schema.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  createRoute,
  exampleId,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  pagesOf,
  paging,
  searchParameters,
  withBody,
} from '#server/declare.ts'
import { holders, ownRows, staff } from '#server/permissions.ts'

const commission = namedSchema('AffiliateCommission', commissionRow)

const commissions = createRoute({
  method: 'get',
  path: '/affiliate_commissions',
  who: ownRows,
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

const uncommissioned = createRoute({
  method: 'get',
  path: '/affiliate_commissions/missing',
  who: staff('pay_affiliates'),
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
  who: holders,
  operationId: 'createAffiliateCommission',
  tags: ['functions'],
  summary: 'Make the commission of an order',
  description:
    'Placing the order has made it. The commission is for admins only, who take up a rejected one again; null also where nobody referred the order. Any number of times.',
  request: { body: jsonBody(ensureCommissionInput, { order_id: exampleId, commission_rate: 0.1 }) },
  responses: { 200: jsonResponse(made, 'The commission'), ...callRefusals(...withBody, 'order_not_found', 'commission_unearned') },
})

const deductions = createRoute({
  method: 'get',
  path: '/commission_deductions',
  who: ownRows,
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

export function commissionRoutes(api: Api) {
  api.openapi(commissions, async (c) => c.json(await listCommissions(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(uncommissioned, async (c) => c.json(await listUncommissioned(c.var.ctx, c.req.valid('query')), 200))
  addOperations(api, commissionOperations, [[commissionRow, commission]])
  api.openapi(create, async (c) => c.json({ success: true as const, commission: await ensureCommission(c.var.ctx, c.req.valid('json')) }, 200))
  addOperations(api, orderCommissionOperations, [[commissionRow, commission]])
  api.openapi(deductions, async (c) => c.json(await listDeductions(c.var.ctx, c.req.valid('query')), 200))
}
