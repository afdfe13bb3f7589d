import { createRoute, z } from '@hono/zod-openapi'
import { changeCommission, commissionChanges } from '#features/affiliates/change-commission.ts'
import { changeCommissions, commissionsChanges } from '#features/affiliates/change-commissions.ts'
import { confirmConversion, conversionInput } from '#features/affiliates/confirm-conversion.ts'
import { createCommission, creationInput } from '#features/affiliates/create-commission.ts'
import { listAffiliates } from '#features/affiliates/list-affiliates.ts'
import { listClicks } from '#features/affiliates/list-clicks.ts'
import { listCommissions } from '#features/affiliates/list-commissions.ts'
import { listUncommissioned } from '#features/affiliates/list-uncommissioned.ts'
import { pauseAffiliate, pauseInput } from '#features/affiliates/pause-affiliate.ts'
import { processCommissions, processingInput } from '#features/affiliates/process-commissions.ts'
import { clickInput, recordClick } from '#features/affiliates/record-click.ts'
import { type Api, answer, callRefusals, exampleId, flagFilter, jsonBody, listOf, paging, pathId, refusals, withBody } from '#server/declare.ts'
import { affiliateRow, clickAnswer, clickRow, commissionRow, commissionStatus } from '#server/doors/affiliate-schema.ts'
import { setCookies } from '#server/doors/auth-schema.ts'
import { orderRow } from '#server/doors/order-schema.ts'

const ofAffiliate = z.uuid('This is no affiliate.').optional()

const search = z.string().max(80).optional()

const affiliates = createRoute({
  method: 'get',
  path: '/affiliates',
  tags: ['profiles'],
  summary: 'Affiliates with their figures, newest first',
  request: {
    query: z.strictObject({
      search: search.openapi({ description: 'Part of a name or a code, or a phone number' }),
      is_paused: flagFilter,
      ...paging,
    }),
  },
  responses: { 200: answer(listOf(affiliateRow), 'A page'), ...refusals('unknown_filter', 'bad_input', 'malformed', 'signed_out', 'forbidden') },
})

const clicks = createRoute({
  method: 'get',
  path: '/affiliate_clicks',
  tags: ['affiliate_clicks'],
  summary: 'Who came by my link, newest first',
  description: '50 unless told. An admin sees all; everybody else their own, whatever the filter asks for.',
  request: { query: z.strictObject({ affiliate_id: ofAffiliate, converted: flagFilter, ...paging }) },
  responses: { 200: answer(listOf(clickRow), 'A page'), ...refusals('unknown_filter', 'bad_input', 'malformed', 'signed_out') },
})

const click = createRoute({
  method: 'post',
  path: '/affiliate_clicks',
  tags: ['affiliate_clicks'],
  summary: 'Record that somebody came by an affiliate’s link',
  description:
    'Counts once per visitor, product and day, and sets the cookie that an order is attributed by, for 30 days. What is not counted sets it all the same. An unknown or paused code is nobody’s. The user agent is read from the request.',
  request: { body: jsonBody(clickInput, { affiliate_code: 'KAMAU23', product_id: exampleId, referrer_url: 'https://example.com/' }) },
  responses: { 200: answer(clickAnswer, 'Whose link it is, and whether it counted'), ...refusals(...withBody) },
})

const convert = createRoute({
  method: 'patch',
  path: '/affiliate_clicks',
  tags: ['affiliate_clicks'],
  summary: 'Mark the clicks of an order as converted',
  description: 'Placing the order has done so already, for the clicks of its own buyer; this answers how many they are.',
  request: { body: jsonBody(conversionInput, { converted: true as const, order_id: exampleId }) },
  responses: { 200: answer(z.object({ converted: z.int() }), 'How many clicks led to the order'), ...refusals(...withBody, 'order_not_found') },
})

const commissions = createRoute({
  method: 'get',
  path: '/affiliate_commissions',
  tags: ['affiliate_commissions'],
  summary: 'My commissions, newest first',
  description: 'An admin sees all; everybody else their own, whatever the filter asks for.',
  request: {
    query: z.strictObject({
      affiliate_id: ofAffiliate,
      order_id: z.uuid('This is no order.').optional(),
      status: commissionStatus.optional(),
      search: search.openapi({
        description: 'Part of the order’s short code; for an admin its beginning, or part of the buyer’s name, or the affiliate’s name or code',
      }),
      ...paging,
    }),
  },
  responses: { 200: answer(listOf(commissionRow), 'A page'), ...refusals('unknown_filter', 'bad_input', 'malformed', 'signed_out') },
})

const change = createRoute({
  method: 'patch',
  path: '/affiliate_commissions/{id}',
  tags: ['affiliate_commissions'],
  summary: 'Approve or reject a pending commission',
  description: 'Only for orders that are paid. Who did it and when is written by the shop itself. The affiliate is told by e-mail.',
  request: { params: pathId('commission'), body: jsonBody(commissionChanges, { status: 'approved' }) },
  responses: {
    200: answer(commissionRow, 'The commission as it is now'),
    ...refusals(...withBody, 'signed_out', 'forbidden', 'commission_not_found', 'commission_settled', 'commission_unearned'),
  },
})

const outcome = z.object({
  id: z.uuid(),
  status: commissionStatus.nullable().openapi({ description: 'What it is now; null when it stayed as it was' }),
  code: z.string().nullable(),
  error: z.string().nullable().openapi({ description: 'Why it stayed as it was' }),
})

const changeMany = createRoute({
  method: 'post',
  path: '/functions/change-affiliate-commissions',
  tags: ['functions'],
  summary: 'Approve or reject several commissions',
  description: 'Each for itself: what one is refused for keeps no other back. At most 100 at once.',
  request: { body: jsonBody(commissionsChanges, { ids: [exampleId], status: 'rejected', reason: 'Not a real sale' }) },
  responses: {
    200: answer(z.object({ success: z.literal(true), outcomes: z.array(outcome) }), 'What became of each'),
    ...callRefusals(...withBody, 'signed_out', 'forbidden'),
  },
})

const uncommissioned = createRoute({
  method: 'get',
  path: '/affiliate_commissions/missing',
  tags: ['affiliate_commissions'],
  summary: 'Referred, paid orders without a pending, approved or paid commission',
  request: { query: z.strictObject(paging) },
  responses: { 200: answer(listOf(orderRow), 'A page'), ...refusals('unknown_filter', 'bad_input', 'malformed', 'signed_out', 'forbidden') },
})

const made = z.object({ success: z.literal(true), commission: z.union([commissionRow, z.null()]) })

const create = createRoute({
  method: 'post',
  path: '/functions/create-affiliate-commission',
  tags: ['functions'],
  summary: 'Make the commission of an order',
  description:
    'Placing the order has made it. The commission is told to admins only, who take up a rejected one again; null also where nobody referred the order. Any number of times.',
  request: { body: jsonBody(creationInput, { order_id: exampleId, commission_rate: 0.1 }) },
  responses: { 200: answer(made, 'The commission'), ...callRefusals(...withBody, 'order_not_found', 'commission_unearned') },
})

const process = createRoute({
  method: 'post',
  path: '/functions/process-affiliate-commissions',
  tags: ['functions'],
  summary: 'Bring the commission of an order in line with the order',
  description: 'Every change of an order has done so already. Any number of times.',
  request: { body: jsonBody(processingInput, { action: 'process_order' as const, order_id: exampleId }) },
  responses: { 200: answer(made, 'The commission'), ...callRefusals(...withBody, 'signed_out', 'forbidden', 'order_not_found') },
})

const pause = createRoute({
  method: 'post',
  path: '/functions/pause-affiliate',
  tags: ['functions'],
  summary: 'Pause an affiliate, or let them go on',
  description: 'A paused affiliate’s links bring nobody; what was earned stays, and can be paid out.',
  request: {
    body: jsonBody(
      z.object({
        affiliate_id: z.string('Say which affiliate.').openapi({ format: 'uuid' }),
        paused: z.boolean('Write true or false.'),
        ...pauseInput.shape,
      }),
      { affiliate_id: exampleId, paused: true, reason: 'Clicks that no people made' },
    ),
  },
  responses: {
    200: answer(z.object({ success: z.literal(true) }), 'They are paused, or not'),
    ...callRefusals(...withBody, 'signed_out', 'forbidden', 'affiliate_not_found'),
  },
})

export function affiliateDoors(api: Api) {
  api.openapi(pause, async (c) => {
    const { affiliate_id, paused, reason } = c.req.valid('json')
    await pauseAffiliate(c.var.ctx, affiliate_id, paused, { reason })
    return c.json({ success: true as const }, 200)
  })
  api.openapi(affiliates, async (c) => c.json(await listAffiliates(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(clicks, async (c) => c.json(await listClicks(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(click, async (c) => {
    const { cookies, ...said } = await recordClick(c.var.ctx, c.req.valid('json'), { userAgent: c.req.header('user-agent') ?? null })
    setCookies(c, cookies)
    return c.json(said, 200)
  })
  api.openapi(convert, async (c) => c.json(await confirmConversion(c.var.ctx, c.req.valid('json')), 200))
  api.openapi(commissions, async (c) => c.json(await listCommissions(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(uncommissioned, async (c) => c.json(await listUncommissioned(c.var.ctx, c.req.valid('query')), 200))
  api.openapi(change, async (c) => c.json(await changeCommission(c.var.ctx, c.req.valid('param').id, c.req.valid('json')), 200))
  api.openapi(changeMany, async (c) => c.json({ success: true as const, outcomes: await changeCommissions(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(create, async (c) => c.json({ success: true as const, commission: await createCommission(c.var.ctx, c.req.valid('json')) }, 200))
  api.openapi(process, async (c) => c.json({ success: true as const, commission: await processCommissions(c.var.ctx, c.req.valid('json')) }, 200))
}
