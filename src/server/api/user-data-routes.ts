import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { pageOfWhole } from '#features/page-of.ts'
import { cleared, clearingInput, clearUserData } from '#features/store-admin/clear-user-data.ts'
import { findObstacles } from '#features/store-admin/find-obstacles.ts'
import { listSnapshots, readSnapshot, snapshot } from '#features/store-admin/read-snapshot.ts'
import { restored, restoreSnapshot } from '#features/store-admin/restore-snapshot.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  pagesOf,
  pathId,
  refusals,
  success,
  wholePaging,
  withBody,
} from '#server/declare.ts'

const clear = createRoute({
  method: 'post',
  path: '/rpc/clear_all_user_data',
  operationId: 'clearAllUserData',
  tags: ['procedures'],
  summary: 'Clear all user data',
  description:
    'Orders with their lines, also those taken back or never placed, clicks, commissions, payouts and deductions, what deleted accounts owe, and what makes somebody an affiliate. Where orders are paid and have not been shipped, it is refused with their number and sum (`clearing_unshipped`) until the call carries `password`, and `code` where your account has a second factor. One transaction, a snapshot first; payments, refunds and the audit log stay. A million orders take minutes: a connection that is lost meanwhile changes nothing, and `GET /api/data_snapshots` has it when it is done.',
  request: { body: jsonBody(clearingInput, { confirmation: 'DELETE' }) },
  responses: {
    200: jsonResponse(success.extend(cleared.shape), 'It is cleared'),
    ...callRefusals(
      ...withBody,
      ...adminRefusals,
      'clearing_cancelled',
      'clearing_unshipped',
      'session_missing',
      'wrong_password',
      'wrong_code',
      'too_many',
      'clearing_failed',
    ),
  },
})

const shown = namedSchema('DataSnapshot', snapshot, {
  id: exampleId,
  taken_at: '2026-11-21T00:28:03.000Z',
  taken_by: exampleId,
  by: 'Amina Hassan',
  counts: { orders: 1284 },
  days_left: 12,
  put_back_at: null,
})

const list = createRoute({
  method: 'get',
  path: '/data_snapshots',
  operationId: 'listDataSnapshots',
  tags: ['data_snapshots'],
  summary: 'What was cleared and can still be fetched',
  description: 'The newest first.',
  request: { query: z.strictObject(wholePaging) },
  responses: pagesOf(shown, ...adminRefusals),
})

const obstacles = createRoute({
  method: 'get',
  path: '/data_snapshots/{id}/obstacles',
  operationId: 'listDataSnapshotObstacles',
  tags: ['data_snapshots'],
  summary: 'What stands in the way of putting a snapshot back',
  description: 'Sentences; none where nothing does.',
  request: { params: pathId('snapshot'), query: z.strictObject(wholePaging) },
  responses: pagesOf(z.string(), ...adminRefusals, 'snapshot_not_found'),
})

const putBack = createRoute({
  method: 'post',
  path: '/rpc/restore_data_snapshot',
  operationId: 'restoreDataSnapshot',
  tags: ['procedures'],
  summary: 'Put back what was cleared',
  description:
    'Every row as it was, in one transaction, while that overwrites no row and uses no receipt twice; otherwise `snapshot_blocked` says what stands in the way. Orders that waited for their money come back as Buyer Not Paid and hold no pairs. Done twice it is done. A million orders take minutes; `put_back_at` of the snapshot says when it was done.',
  request: { body: jsonBody(z.object({ snapshot_id: z.string('Say which snapshot.').openapi({ format: 'uuid' }) }), { snapshot_id: exampleId }) },
  responses: {
    200: jsonResponse(success.extend(restored.shape), 'It is back'),
    ...callRefusals(...withBody, ...adminRefusals, 'snapshot_not_found', 'snapshot_blocked'),
  },
})

const fetchOne = createRoute({
  method: 'get',
  path: '/data_snapshots/{id}',
  operationId: 'downloadDataSnapshot',
  tags: ['data_snapshots'],
  summary: 'Fetch what was cleared, as a file',
  description: '`tables` holds the rows of each table as they were. Names and phones are among them; who fetches it is written down.',
  request: { params: pathId('snapshot') },
  responses: {
    200: jsonResponse(
      snapshot.pick({ taken_at: true, counts: true }).extend({ tables: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))) }),
      'The file',
    ),
    ...refusals(...adminRefusals, 'snapshot_not_found'),
  },
})

export function userDataRoutes(api: Api) {
  api.openapi(clear, async (c) => c.json({ success: true as const, ...(await clearUserData(c.var.ctx, c.req.valid('json'))) }, 200))
  api.openapi(list, async (c) => c.json(pageOfWhole(await listSnapshots(c.var.ctx), c.req.valid('query')), 200))
  api.openapi(obstacles, async (c) => c.json(pageOfWhole(await findObstacles(c.var.ctx, c.req.valid('param').id), c.req.valid('query')), 200))
  api.openapi(putBack, async (c) => {
    const { snapshot_id } = c.req.valid('json')
    return c.json({ success: true as const, ...(await restoreSnapshot(c.var.ctx, snapshot_id)) }, 200)
  })
  // Streamed, because a snapshot may be larger than memory; so the handler's type is not the declared JSON.
  api.openapi(fetchOne, async (c) => {
    const pieces = await readSnapshot(c.var.ctx, c.req.valid('param').id)
    return new Response(Readable.toWeb(Readable.from(bytesOf(pieces))) as ReadableStream, {
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': 'attachment; filename="viatu-cleared-data.json"' },
    }) as never
  })
}

async function* bytesOf(pieces: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
