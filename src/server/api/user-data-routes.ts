import { Readable } from 'node:stream'
import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#features/page-of.ts'
import { dataOperations } from '#features/store-admin/data-operations.ts'
import { findObstacles } from '#features/store-admin/find-obstacles.ts'
import { listSnapshots, readSnapshot, snapshot } from '#features/store-admin/read-snapshot.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import {
  type Api,
  adminRefusals,
  createRoute,
  exampleId,
  jsonResponse,
  namedSchema,
  pagesOf,
  pathId,
  refusals,
  wholePaging,
} from '#server/declare.ts'
import { staff } from '#server/permissions.ts'

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
  who: staff('export_data'),
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
  who: staff('run_shop'),
  operationId: 'listDataSnapshotObstacles',
  tags: ['data_snapshots'],
  summary: 'What stands in the way of putting a snapshot back',
  description: 'Sentences; none where nothing does.',
  request: { params: pathId('snapshot'), query: z.strictObject(wholePaging) },
  responses: pagesOf(z.string(), ...adminRefusals, 'snapshot_not_found'),
})

const fetchOne = createRoute({
  method: 'get',
  path: '/data_snapshots/{id}',
  who: staff('export_data'),
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
  const { clear, restore } = dataOperations
  addOperations(api, { clear })
  api.openapi(list, async (c) => c.json(pageOfWhole(await listSnapshots(c.var.ctx), c.req.valid('query')), 200))
  api.openapi(obstacles, async (c) => c.json(pageOfWhole(await findObstacles(c.var.ctx, c.req.valid('param').id), c.req.valid('query')), 200))
  addOperations(api, { restore })
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
