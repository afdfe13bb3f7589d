import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { instant, iso } from '#features/row-fields.ts'
import { writeAudit } from '#features/write-audit.ts'

export const clearedCounts = z
  .record(z.string(), z.int())
  .meta({ description: 'Table -> rows; of `affiliate_debts` those that were still owed', example: { orders: 1284, order_items: 1702 } })

/** `taken_by` is null when the shop itself did it. */
export const snapshot = z.object({ id: z.uuid(), taken_at: instant, taken_by: z.uuid().nullable(), counts: clearedCounts })
export type Snapshot = z.infer<typeof snapshot>

/** The snapshots that can still be fetched, the newest first, at most 100. Problems: signed_out, forbidden. */
export async function listSnapshots(ctx: Context): Promise<Snapshot[]> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute<Snapshot>(sql`
    select id, taken_at, taken_by, counts from data_snapshots order by taken_at desc, id desc limit 100`)
  return rows.map((row) => ({ ...row, taken_at: iso(row.taken_at) }))
}

/**
 * A snapshot as the text of one JSON document, in pieces: `{ taken_at, counts, tables: { orders: [...], ... } }`. It holds names and phones, so fetching it is
 * written into the audit log. Problems: signed_out, forbidden, snapshot_not_found.
 */
export async function readSnapshot(ctx: Context, id: string): Promise<AsyncGenerator<string>> {
  requireAdmin(ctx)
  const { rows } = isUuid(id)
    ? await ctx.db.execute<Snapshot>(sql`select id, taken_at, taken_by, counts from data_snapshots where id = ${id}`)
    : { rows: [] }
  const [found] = rows
  if (!found) throw new Problem('snapshot_not_found')
  await writeAudit(ctx.db, ctx, { action: 'snapshot fetched', table: 'data_snapshots', id })
  return piecesOf(ctx, found)
}

/** Rows per piece: a few hundred kilobytes. */
const step = 500

async function* piecesOf(ctx: Pick<Context, 'db'>, { id, taken_at, counts }: Snapshot): AsyncGenerator<string> {
  yield `{"taken_at":${JSON.stringify(iso(taken_at))},"counts":${JSON.stringify(counts)},"tables":{`
  for (const [number, [table, count]] of Object.entries(counts).entries()) {
    yield `${number === 0 ? '' : ','}\n${JSON.stringify(table)}:[`
    for (let from = 0; from < count; from += step) {
      const { rows } = await ctx.db.execute<{ lines: string }>(sql`
        select coalesce(string_agg(row::text, E',\\n' order by position), '') as lines from data_snapshot_rows
        where snapshot_id = ${id} and table_name = ${table} and position > ${from} and position <= ${from + step}`)
      yield `${from === 0 ? '\n' : ',\n'}${rows[0]?.lines ?? ''}`
    }
    yield ']'
  }
  yield '\n}}\n'
}
