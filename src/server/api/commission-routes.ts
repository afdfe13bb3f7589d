import { z } from '@hono/zod-openapi'
import { commissionOperations, orderCommissionOperations } from '#features/affiliates/commission-operations.ts'
import { commissionRow, commissionStatus } from '#features/affiliates/commission-row.ts'
import { ensureCommission, ensureCommissionInput } from '#features/affiliates/ensure-commission.ts'
import { listCommissions } from '#features/affiliates/list-commissions.ts'
import { listUncommissioned } from '#features/affiliates/list-uncommissioned.ts'
import { deductionRow, listDeductions } from '#features/affiliates/wallet/list-deductions.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { order } from '#server/api/order-schema.ts'
import { type Api, exampleId, namedSchema, searchParameters, success } from '#server/declare.ts'
import { holders, ownRows, staff } from '#server/permissions.ts'

const commission = namedSchema('AffiliateCommission', commissionRow)

export function commissionRoutes(api: Api) {
  addList(api, '/affiliate_commissions', {
    who: ownRows,
    name: 'listAffiliateCommissions',
    summary: 'My commissions, newest first',
    description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
    query: {
      affiliate_id: z.uuid("We don't know this affiliate.").optional(),
      order_id: z.uuid("We don't know this order.").optional(),
      status: commissionStatus.optional(),
      ...searchParameters('Part of the order’s short code; for an admin its beginning, or part of the buyer’s name, or the affiliate’s name or code'),
    },
    row: commission,
    list: listCommissions,
  })
  addList(api, '/affiliate_commissions/missing', {
    who: staff('pay_affiliates'),
    name: 'listOrdersWithoutCommission',
    summary: 'Referred, paid orders without a pending, approved or paid commission',
    row: order,
    list: listUncommissioned,
  })
  addOperations(api, commissionOperations, [[commissionRow, commission]])
  addRoute(api, 'POST /functions/create-affiliate-commission', {
    who: holders,
    name: 'createAffiliateCommission',
    summary: 'Make the commission of an order',
    description:
      'Placing the order has made it. The commission is for admins only, who take up a rejected one again; null also where nobody referred the order. Any number of times.',
    body: ensureCommissionInput,
    example: { order_id: exampleId, commission_rate: 0.1 },
    answer: success.extend({ commission: z.union([commission, z.null()]) }),
    said: 'The commission',
    problems: ['order_not_found', 'commission_unearned'],
    run: async ({ ctx, body }) => ({ success: true as const, commission: await ensureCommission(ctx, body) }),
  })
  addOperations(api, orderCommissionOperations, [[commissionRow, commission]])
  addList(api, '/commission_deductions', {
    who: ownRows,
    name: 'listCommissionDeductions',
    summary: 'What payouts paid of which commissions, and what was taken back',
    description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
    query: {
      affiliate_id: z.uuid("We don't know this affiliate.").optional(),
      commission_id: z.uuid("We don't know this commission.").optional(),
      payout_id: z.uuid("We don't know this payout.").optional(),
    },
    row: namedSchema('CommissionDeduction', deductionRow),
    list: listDeductions,
  })
}
