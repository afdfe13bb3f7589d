import { Readable } from 'node:stream'
import { z } from '@hono/zod-openapi'
import { pageOfWhole } from '#core/page-of.ts'
import { dataOperations } from '#features/staff/data-operations.ts'
import { findObstacles } from '#features/staff/find-obstacles.ts'
import { listSnapshots, readSnapshot, snapshot } from '#features/staff/read-snapshot.ts'
import { addList, addRoute } from '#server/api/add-route.ts'
import { addOperations } from '#server/api/operation-routes.ts'
import { type Api, exampleId, listOf, namedSchema, pathId, wholePaging } from '#server/declare.ts'
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

export function userDataRoutes(api: Api) {
  const { clear, restore } = dataOperations
  addOperations(api, { clear })
  addList(api, '/data_snapshots', {
    who: staff('export_data'),
    name: 'listDataSnapshots',
    summary: 'What was cleared and can still be fetched',
    description: 'The newest first.',
    row: shown,
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
