import { z } from '@hono/zod-openapi'
import { getShopStatus, type StatusLine, statusLine } from '#features/monitoring/get-shop-status.ts'
import { pageOfWhole } from '#features/page-of.ts'
import { type Api, adminRefusals, createRoute, namedSchema, pagesOf, wholePaging } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const shown = namedSchema('StatusLine', statusLine, {
  name: 'M-Pesa',
  state: 'good',
  said: 'M-Pesa answers in 2 s. 40 prompts in the last hour: 37 paid, 3 timed out.',
  todo: null,
  of_process: false,
})

const status = createRoute({
  method: 'get',
  path: '/shop_status',
  who: staff('see_status'),
  operationId: 'getShopStatus',
  tags: ['shop_status'],
  summary: 'How the shop is, part by part, the worst first',
  description: 'What the status page of the panel shows. A part that cannot be read within two seconds is `bad`, and the others stand.',
  request: { query: z.strictObject(wholePaging) },
  responses: pagesOf(shown, ...adminRefusals),
})

export function statusRoutes(api: Api) {
  api.openapi(status, async (c) => c.json(pageOfWhole((await getShopStatus(c.var.ctx)).map(inOne), c.req.valid('query')), 200))
}

/** Programs read all of it in one sentence after the other. */
function inOne({ technical, ...line }: StatusLine) {
  return technical ? { ...line, said: `${line.said} ${technical}` } : line
}
