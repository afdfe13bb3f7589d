import { z } from '@hono/zod-openapi'
import { affiliateOperations, affiliateRow, debtOperations, listAffiliates } from '#features/affiliates/affiliates.ts'
import { clickAnswer, clickInput, clickRow, conversionInput, countConversions, listClicks, recordClick } from '#features/affiliates/clicks.ts'
import { commissionOperations, orderCommissionOperations } from '#features/affiliates/commission-operations.ts'
import { commissionRow, commissionStatus, listCommissions, listUncommissioned } from '#features/affiliates/commissions.ts'
import { debtRow, listDebts } from '#features/affiliates/debts.ts'
import { ensureCommission, ensureCommissionInput } from '#features/affiliates/ensure-commission.ts'
import { deductionRow, listDeductions } from '#features/affiliates/wallet/balance.ts'
import { addList, addOperations, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, flagFilter, namedSchema, paging, searchParameters, success } from '#server/api/declare.ts'
import { order } from '#server/api/order-routes.ts'
import { deviceOf, setCookies } from '#server/api/session-schema.ts'
import { everybody, holders, ownRows, staff } from '#server/permissions.ts'

const fifty = paging.limit.openapi({ default: 50, description: 'How many rows, 50 by default' })
const ofAffiliate = z.uuid("We don't know this affiliate.").optional()

export function affiliateRoutes(api: Api) {
  addOperations(api, affiliateOperations)
  addList(api, '/affiliates', {
    who: staff('pay_affiliates'),
    name: 'listAffiliates',
    tag: 'profiles',
    summary: 'Affiliates with their figures, newest first',
    query: { ...searchParameters('Part of a name or a code, or a phone number'), is_paused: flagFilter },
    row: namedSchema('Affiliate', affiliateRow),
    list: listAffiliates,
  })
  addList(api, '/affiliate_debts', {
    who: staff('pay_affiliates'),
    name: 'listAffiliateDebts',
    summary: 'What deleted accounts still owe, newest first',
    description:
      'Commissions that were paid out and taken back. Only keyed hashes of the account’s e-mail and numbers are left: an e-mail that it had proved attaches the debt to the affiliate who proves it; about those who are alike otherwise an owner decides.',
    row: namedSchema('AffiliateDebt', debtRow),
    list: listDebts,
  })
  addOperations(api, debtOperations)
  addList(api, '/affiliate_clicks', {
    who: ownRows,
    name: 'listAffiliateClicks',
    summary: 'Who came by my link, newest first',
    description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
    query: { affiliate_id: ofAffiliate, converted: flagFilter },
    paging: { ...paging, limit: fifty },
    row: namedSchema('AffiliateClick', clickRow),
    list: listClicks,
  })
  addRoute(api, 'POST /affiliate_clicks', {
    who: everybody,
    name: 'recordAffiliateClick',
    summary: 'Record that somebody came by an affiliate’s link',
    description:
      'Counts once per visitor, product and day, and sets the cookie that orders are attributed by, for 30 days, or as many as the shop has set, or until one of them is paid. What is not counted sets it all the same. An unknown or paused code is nobody’s. The user agent is read from the request.',
    body: clickInput,
    example: { affiliate_code: 'KAMAU23', product_id: exampleId, referrer_url: 'https://example.com/' },
    answer: namedSchema('ClickAnswer', clickAnswer, { recorded: true, affiliate: { id: exampleId, affiliate_code: 'KAMAU23' } }),
    said: 'Whose link it is, and whether it counted',
    run: async ({ ctx, body }, c) => {
      const { cookies, ...said } = await recordClick(ctx, body, deviceOf(c))
      setCookies(c, cookies)
      return said
    },
  })
  addRoute(api, 'PATCH /affiliate_clicks', {
    who: holders,
    name: 'convertAffiliateClicks',
    summary: 'Mark the clicks of an order as converted',
    description:
      'The payment of an order does so, for the clicks of its own buyer, unless another order of the same visit was paid first; this answers how many they are.',
    body: conversionInput,
    example: { converted: true as const, order_id: exampleId },
    answer: z.object({ converted: z.int() }),
    said: 'How many clicks led to the order',
    problems: ['order_not_found'],
    run: ({ ctx, body }) => countConversions(ctx, body),
  })
}

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
