import { z } from '@hono/zod-openapi'
import { affiliateOperations, debtOperations } from '#features/affiliates/affiliate-operations.ts'
import { conversionInput, countConversions } from '#features/affiliates/count-conversions.ts'
import { affiliateRow, listAffiliates } from '#features/affiliates/list-affiliates.ts'
import { clickRow, listClicks } from '#features/affiliates/list-clicks.ts'
import { debtRow, listDebts } from '#features/affiliates/list-debts.ts'
import { clickAnswer, clickInput, recordClick } from '#features/affiliates/record-click.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { deviceOf, setCookies } from '#server/api/session-schema.ts'
import { type Api, exampleId, flagFilter, namedSchema, paging, searchParameters } from '#server/declare.ts'
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
