import { z } from '@hono/zod-openapi'
import { affiliateOperations, debtOperations } from '#features/affiliates/affiliate-operations.ts'
import { conversionInput, countConversions } from '#features/affiliates/count-conversions.ts'
import { affiliateRow, listAffiliates } from '#features/affiliates/list-affiliates.ts'
import { clickRow, listClicks } from '#features/affiliates/list-clicks.ts'
import { debtRow, listDebts } from '#features/affiliates/list-debts.ts'
import { clickAnswer, clickInput, recordClick } from '#features/affiliates/record-click.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { setCookies } from '#server/api/session-schema.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  exampleId,
  flagFilter,
  jsonBody,
  jsonResponse,
  mergeSearchAlias,
  namedSchema,
  pagesOf,
  paging,
  refusals,
  searchParameters,
  withBody,
} from '#server/declare.ts'
import { everybody, holders, ownRows, staff } from '#server/permissions.ts'

const fifty = paging.limit.openapi({ default: 50, description: 'How many rows, 50 by default' })
const ofAffiliate = z.uuid("We don't know this affiliate.").optional()

const affiliates = createRoute({
  method: 'get',
  path: '/affiliates',
  who: staff('pay_affiliates'),
  operationId: 'listAffiliates',
  tags: ['profiles'],
  summary: 'Affiliates with their figures, newest first',
  request: {
    query: z.strictObject({
      ...searchParameters('Part of a name or a code, or a phone number'),
      is_paused: flagFilter,
      ...paging,
    }),
  },
  responses: pagesOf(namedSchema('Affiliate', affiliateRow), ...adminRefusals),
})

const debts = createRoute({
  method: 'get',
  path: '/affiliate_debts',
  who: staff('pay_affiliates'),
  operationId: 'listAffiliateDebts',
  tags: ['affiliate_debts'],
  summary: 'What deleted accounts still owe, newest first',
  description:
    'Commissions that were paid out and taken back. Only keyed hashes of the account’s e-mail and numbers are left: an e-mail that it had proved attaches the debt to the affiliate who proves it; about those who are alike otherwise an owner decides.',
  request: { query: z.strictObject(paging) },
  responses: pagesOf(namedSchema('AffiliateDebt', debtRow), ...adminRefusals),
})

const clicks = createRoute({
  method: 'get',
  path: '/affiliate_clicks',
  who: ownRows,
  operationId: 'listAffiliateClicks',
  tags: ['affiliate_clicks'],
  summary: 'Who came by my link, newest first',
  description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
  request: { query: z.strictObject({ affiliate_id: ofAffiliate, converted: flagFilter, ...paging, limit: fifty }) },
  responses: pagesOf(namedSchema('AffiliateClick', clickRow), 'signed_out'),
})

const click = createRoute({
  method: 'post',
  path: '/affiliate_clicks',
  who: everybody,
  operationId: 'recordAffiliateClick',
  tags: ['affiliate_clicks'],
  summary: 'Record that somebody came by an affiliate’s link',
  description:
    'Counts once per visitor, product and day, and sets the cookie that orders are attributed by, for 30 days, or as many as the shop has set, or until one of them is paid. What is not counted sets it all the same. An unknown or paused code is nobody’s. The user agent is read from the request.',
  request: { body: jsonBody(clickInput, { affiliate_code: 'KAMAU23', product_id: exampleId, referrer_url: 'https://example.com/' }) },
  responses: {
    200: jsonResponse(
      namedSchema('ClickAnswer', clickAnswer, { recorded: true, affiliate: { id: exampleId, affiliate_code: 'KAMAU23' } }),
      'Whose link it is, and whether it counted',
    ),
    ...refusals(...withBody),
  },
})

const convert = createRoute({
  method: 'patch',
  path: '/affiliate_clicks',
  who: holders,
  operationId: 'convertAffiliateClicks',
  tags: ['affiliate_clicks'],
  summary: 'Mark the clicks of an order as converted',
  description:
    'The payment of an order does so, for the clicks of its own buyer, unless another order of the same visit was paid first; this answers how many they are.',
  request: { body: jsonBody(conversionInput, { converted: true as const, order_id: exampleId }) },
  responses: { 200: jsonResponse(z.object({ converted: z.int() }), 'How many clicks led to the order'), ...refusals(...withBody, 'order_not_found') },
})

export function affiliateRoutes(api: Api) {
  addOperations(api, affiliateOperations)
  api.openapi(affiliates, async (c) => c.json(await listAffiliates(c.var.ctx, mergeSearchAlias(c.req.valid('query'))), 200))
  api.openapi(debts, async (c) => c.json(await listDebts(c.var.ctx, c.req.valid('query')), 200))
  addOperations(api, debtOperations)
  api.openapi(clicks, async (c) => c.json(await listClicks(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(click, async (c) => {
    const { cookies, ...said } = await recordClick(c.var.ctx, c.req.valid('json'), { userAgent: c.req.header('user-agent') ?? null })
    setCookies(c, cookies)
    return c.json(said, 200)
  })
  api.openapi(convert, async (c) => c.json(await countConversions(c.var.ctx, c.req.valid('json')), 200))
}
