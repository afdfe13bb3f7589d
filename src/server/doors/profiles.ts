import { createRoute, z } from '@hono/zod-openapi'
import { findAffiliate } from '#features/affiliates/find-affiliate.ts'
import { type Api, answer, exampleId, listOf, refusals } from '#server/declare.ts'

const affiliate = z
  .object({ id: z.uuid(), affiliate_code: z.string() })
  .openapi('AffiliateLookup', { example: { id: exampleId, affiliate_code: 'KAMAU23' } })

const find = createRoute({
  method: 'get',
  path: '/profiles',
  tags: ['profiles'],
  summary: 'Whose affiliate code this is',
  description: 'Id and code only; the rest of a profile is nobody else’s business. An unknown or paused code answers an empty list.',
  request: {
    query: z.strictObject({ affiliate_code: z.string('Say which code.').min(1, 'Say which code.').max(100).openapi({ example: 'KAMAU23' }) }),
  },
  responses: { 200: answer(listOf(affiliate), 'One row, or none'), ...refusals('unknown_filter', 'bad_input') },
})

export function profileDoors(api: Api) {
  api.openapi(find, async (c) => {
    const found = await findAffiliate(c.var.ctx, c.req.valid('query').affiliate_code)
    return c.json({ data: found ? [found] : [], next: null }, 200)
  })
}
