import { Readable } from 'node:stream'
import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#core/page-of.ts'
import { getMpesaAccount, type MpesaAccountState, mpesaAccount, mpesaAccountInput } from '#features/orders/mpesa-account/get-mpesa-account.ts'
import { tryMpesaAccount } from '#features/orders/mpesa-account/try-mpesa-account.ts'
import { proofInput, proofRefusals } from '#features/people/require-identity.ts'
import { listSettings, settingRow } from '#features/settings/list-settings.ts'
import { changeSettings } from '#features/settings/shop-settings.ts'
import { getShopStatus, type StatusLine, statusLine } from '#features/staff/monitoring/get-shop-status.ts'
import { dataOperations, findObstacles } from '#features/staff/restore-snapshot.ts'
import { listSnapshots, readSnapshot, snapshot } from '#features/staff/snapshots.ts'
import { addList, addOperations, addRoute } from '#server/api/add-route.ts'
import { type Api, exampleId, listOf, namedSchema, pathId, wholePaging } from '#server/api/declare.ts'
import { staff } from '#server/permissions.ts'

const line = namedSchema('StatusLine', statusLine, {
  name: 'M-Pesa',
  state: 'good',
  said: 'M-Pesa answers in 2 s. 40 prompts in the last hour: 37 paid, 3 timed out.',
  todo: null,
  of_process: false,
})

/** How the shop is, for those who keep it running. */
export function statusRoutes(api: Api) {
  addList(api, '/shop_status', {
    who: staff('see_status'),
    name: 'getShopStatus',
    summary: 'How the shop is, part by part, the worst first',
    description: 'What the status page of the panel shows. A part that cannot be read within two seconds is `bad`, and the others stand.',
    row: line,
    all: async (ctx) => (await getShopStatus(ctx)).map(inOne),
  })
}

/** Programs read all of it in one sentence after the other. */
function inOne({ technical, ...shown }: StatusLine) {
  return technical ? { ...shown, said: `${shown.said} ${technical}` } : shown
}

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

const example: NonNullable<MpesaAccountState['in_force']> = {
  ...{ id: exampleId, transaction_type: 'CustomerBuyGoodsOnline', shortcode: '600123', till: '5123456', host: 'live' },
  ...{ payout_shortcode: null, initiator_name: null, since: '2026-11-24T09:00:00.000Z', by: 'Amina Hassan' },
}
const accounts = namedSchema('MpesaAccount', mpesaAccount, { from: 'panel', is_unreadable: false, in_force: example, tried: null, base_url: null })

export function mpesaAccountRoutes(api: Api) {
  addRoute(api, 'GET /mpesa_account', {
    who: staff('manage_keys'),
    name: 'getMpesaAccount',
    summary: 'The account that takes the shop’s money, and the one that is being tried',
    description: 'No key is ever answered.',
    answer: accounts,
    said: 'The accounts',
    run: ({ ctx }) => getMpesaAccount(ctx),
  })
  addRoute(api, 'POST /mpesa_account', {
    who: staff('manage_keys'),
    name: 'tryMpesaAccount',
    summary: 'Try another account',
    description:
      'Sends a prompt for KSh 1 to `phone`; once it is paid, the account is in force in place of the one before, and the shilling is on the refund list. Keys that are left out are those of the last account that was entered. Three prompts a day.',
    body: mpesaAccountInput,
    example: {
      ...{ transaction_type: 'CustomerPayBillOnline', shortcode: '600123', host: 'live', consumer_key: 'bWJpbw', consumer_secret: 'd2luZ3U' },
      ...{ passkey: 'bfb279f9aa9bdbcf', phone: '0712 345 678', password: 'mbio-wingu-42' },
    },
    answer: accounts,
    said: 'The prompt is on its way',
    problems: proofRefusals,
    run: ({ ctx, body }) => tryMpesaAccount(ctx, body),
  })
}

const cleared = namedSchema('DataSnapshot', snapshot, {
  id: exampleId,
  taken_at: '2026-11-21T00:28:03.000Z',
  taken_by: exampleId,
  by: 'Amina Hassan',
  counts: { orders: 1284 },
  days_left: 12,
  put_back_at: null,
})

export function userDataRoutes(api: Api) {
  const { clear, restore } = dataOperations
  addOperations(api, { clear })
  addList(api, '/data_snapshots', {
    who: staff('export_data'),
    name: 'listDataSnapshots',
    summary: 'What was cleared and can still be fetched',
    description: 'The newest first.',
    row: cleared,
    all: listSnapshots,
  })
  addRoute(api, 'GET /data_snapshots/{id}/obstacles', {
    who: staff('run_shop'),
    name: 'listDataSnapshotObstacles',
    summary: 'What stands in the way of putting a snapshot back',
    description: 'Sentences; none where nothing does.',
    params: pathId('snapshot'),
    query: wholePaging,
    answer: listOf(z.string()),
    said: 'A page',
    problems: ['malformed', 'snapshot_not_found'],
    run: async ({ ctx, id, query }) => pageOfWhole(await findObstacles(ctx, id), query),
  })
  addOperations(api, { restore })
  addRoute(api, 'GET /data_snapshots/{id}', {
    who: staff('export_data'),
    name: 'downloadDataSnapshot',
    summary: 'Fetch what was cleared, as a file',
    description: '`tables` holds the rows of each table as they were. Names and phones are among them; who fetches it is written down.',
    params: pathId('snapshot'),
    answer: snapshot.pick({ taken_at: true, counts: true }).extend({ tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) }),
    said: 'The file',
    problems: ['snapshot_not_found'],
    // Streamed, because a snapshot may be larger than memory.
    run: async ({ ctx, id }) => {
      const pieces = await readSnapshot(ctx, id)
      return new Response(Readable.toWeb(Readable.from(bytesOf(pieces))) as ReadableStream, {
        headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': 'attachment; filename="viatu-cleared-data.json"' },
      })
    },
  })
}

async function* bytesOf(pieces: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
