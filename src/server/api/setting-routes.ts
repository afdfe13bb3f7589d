import { z } from '@hono/zod-openapi'
import { proofInput, proofRefusals } from '#features/people/require-identity.ts'
import { listSettings, settingRow } from '#features/settings/list-settings.ts'
import { changeSettings } from '#features/settings/shop-settings.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { type Api, namedSchema } from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

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

export function settingRoutes(api: Api) {
  addList(api, '/settings', {
    who: staff('manage_settings'),
    name: 'listSettings',
    summary: 'What is set in the shop, setting by setting',
    description: 'Of a password or key only whether it is set, since when and by whom.',
    row: setting,
    all: listSettings,
  })
  addRoute(api, 'PATCH /settings', {
    who: staff('manage_settings'),
    name: 'changeSettings',
    summary: 'Change settings',
    description:
      'Only what is named changes, all of it or nothing, and every process of the shop uses it within a second. Null or an empty text makes a setting again what a new shop has. What the environment sets cannot be changed here. What begins with `mail_` or `sms_` takes your password and code; a password or key is forgotten when the server, port or user changes, so send it along.',
    body: proofInput.catchall(z.union([z.string().max(2000), z.number(), z.null()])),
    example: { shop_name: 'Viatu vya Karen', payout_minimum: 100 },
    answer: z.object({ data: z.array(setting), next: z.null() }),
    said: 'Every setting',
    problems: proofRefusals,
    run: async ({ ctx, body: { password, code, ...sent } }) => {
      await changeSettings(ctx, sent, { password, code })
      return { data: await listSettings(ctx), next: null }
    },
  })
}
