import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#features/page-of.ts'
import { proofInput, proofRefusals } from '#features/people/require-identity.ts'
import { listSettings, settingRow } from '#features/shop-settings/list-settings.ts'
import { changeSettings } from '#features/shop-settings/shop-settings.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  jsonBody,
  jsonResponse,
  namedSchema,
  pagesOf,
  refusals,
  wholePaging,
  withBody,
} from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

const tags = ['settings']
const setting = namedSchema('Setting', settingRow, {
  name: 'shop_name',
  group: 'shop',
  label: 'Name',
  hint: null,
  kind: 'text',
  choices: null,
  value: 'Viatu',
  is_set: true,
  is_unreadable: false,
  variable: null,
  changed_at: '2026-11-24T09:00:00.000Z',
  changed_by: 'Amina Hassan',
})
const all = jsonResponse(z.object({ data: z.array(setting), next: z.null() }), 'Every setting')

const list = createRoute({
  method: 'get',
  path: '/settings',
  who: staff('manage_settings'),
  operationId: 'listSettings',
  tags,
  summary: 'What is set in the shop, setting by setting',
  description: 'Of a password or key only whether it is set, since when and by whom.',
  request: { query: z.strictObject(wholePaging) },
  responses: pagesOf(setting, ...adminRefusals),
})

const change = createRoute({
  method: 'patch',
  path: '/settings',
  who: staff('manage_settings'),
  operationId: 'changeSettings',
  tags,
  summary: 'Change settings',
  description:
    'Only what is named changes, all of it or nothing, and every process of the shop uses it within a second. Null or an empty text makes a setting again what a new shop has. What the environment sets cannot be changed here. What begins with `mail_` or `sms_` takes your password and code; a password or key is forgotten when the server, port or user changes, so send it along.',
  request: {
    body: jsonBody(proofInput.catchall(z.union([z.string().max(2000), z.number(), z.null()])), {
      shop_name: 'Viatu vya Karen',
      payout_minimum: 100,
    }),
  },
  responses: { 200: all, ...refusals(...withBody, ...adminRefusals, ...proofRefusals) },
})

export function settingRoutes(api: Api) {
  api.openapi(list, async (c) => c.json(pageOfWhole(await listSettings(c.var.ctx), c.req.valid('query')), 200))
  api.openapi(change, async (c) => {
    const { password, code, ...sent } = c.req.valid('json')
    await changeSettings(c.var.ctx, sent, { password, code })
    return c.json({ data: await listSettings(c.var.ctx), next: null }, 200)
  })
}
