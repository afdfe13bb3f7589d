import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { cleared, clearingInput, clearUserData } from '#features/store-admin/clear-user-data.ts'
import { listSnapshots, readSnapshot, snapshot } from '#features/store-admin/read-snapshot.ts'
import {
  type Api,
  adminRefusals,
  callRefusals,
  exampleId,
  jsonBody,
  jsonResponse,
  namedSchema,
  pathId,
  refusals,
  success,
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
  counts: { orders: 1284 },
})

const list = createRoute({
  method: 'get',
  path: '/data_snapshots',
  operationId: 'listDataSnapshots',
  tags: ['data_snapshots'],
  summary: 'What was cleared and can still be fetched',
  responses: { 200: jsonResponse(z.object({ data: z.array(shown), next: z.null() }), 'The newest first'), ...refusals(...adminRefusals) },
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
  api.openapi(list, async (c) => c.json({ data: await listSnapshots(c.var.ctx), next: null }, 200))
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
