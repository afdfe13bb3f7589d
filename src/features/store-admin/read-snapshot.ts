import { sql } from 'drizzle-orm'
import { Problem } from '#domain/problem.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { isUuid } from '#features/cursor.ts'
import { iso } from '#features/orders/order-row.ts'
import { writeAudit } from '#features/write-audit.ts'

export interface Snapshot {
  id: string
  /** ISO 8601. */
  taken_at: string
  /** Null when the shop itself did it. */
  taken_by: string | null
  /** Table -> how many rows. */
  counts: Record<string, number>
}

/** What was cleared and can still be fetched, the newest first, at most 100. Problems: signed_out, forbidden. */
export async function listSnapshots(ctx: Context): Promise<Snapshot[]> {
  requireAdmin(ctx)
  const { rows } = await ctx.db.execute<Snapshot & Record<string, unknown>>(sql`
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
    ? await ctx.db.execute<Snapshot & Record<string, unknown>>(sql`select id, taken_at, taken_by, counts from data_snapshots where id = ${id}`)
    : { rows: [] }
  const [snapshot] = rows
  if (!snapshot) throw new Problem('snapshot_not_found')
  await writeAudit(ctx.db, ctx, { action: 'snapshot fetched', table: 'data_snapshots', id })
  return piecesOf(ctx, snapshot)
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
