import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { snapshotDays } from '#domain/user-data.ts'

export const clearedCounts = z
  .record(z.string(), z.int())
  .meta({ description: 'Table -> rows; of `affiliate_debts` those that were still owed', example: { orders: 1284, order_items: 1702 } })

/** `taken_by` is null when the shop itself did it. */
export const snapshot = z.object({
  id: z.uuid(),
  taken_at: instant,
  taken_by: z.uuid().nullable(),
  by: z.string().nullable().meta({ description: 'The name of who did it' }),
  counts: clearedCounts,
  days_left: z.int().meta({ description: 'Days until it is forgotten' }),
  put_back_at: instant.nullable(),
})
export type Snapshot = z.infer<typeof snapshot>

/** The snapshots that can still be fetched, the newest first, at most 100. */
export async function listSnapshots(ctx: Context): Promise<Snapshot[]> {
  requirePermission(ctx, 'export_data')
  const { rows } = await ctx.db.execute<Snapshot>(sql`${snapshots(ctx)} order by s.taken_at desc, s.id desc limit 100`)
  return rows
}

/** One of them. */
export async function getSnapshot(ctx: Context, id: string): Promise<Snapshot> {
  requirePermission(ctx, 'export_data')
  const { rows } = isUuid(id) ? await ctx.db.execute<Snapshot>(sql`${snapshots(ctx)} where s.id = ${id}`) : { rows: [] }
  if (!rows[0]) throw new Problem('snapshot_not_found')
  return rows[0]
}

const snapshots = ({ now }: Pick<Context, 'now'>) => sql`
  select ${selectOf(snapshot, 's', {
    by: sql`nullif(p.full_name, '')`,
    days_left: sql`greatest(0, ceil(extract(epoch from s.taken_at + make_interval(days => ${snapshotDays}) - ${now}) / 86400))`,
  })}
  from data_snapshots s left join profiles p on p.id = s.taken_by`

/**
 * A snapshot as the text of one JSON document, in pieces: `{ taken_at, counts, tables: { orders: [...], ... } }`. It holds names and phones, so fetching it is
 * written into the audit log.
 */
export async function readSnapshot(ctx: Context, id: string): Promise<AsyncGenerator<string>> {
  requirePermission(ctx, 'export_data')
  const found = await getSnapshot(ctx, id)
  await writeAudit(ctx.db, ctx, { action: 'snapshot fetched', table: 'data_snapshots', id })
  return piecesOf(ctx, found)
}

/** Rows per piece: a few hundred kilobytes. */
const step = 500

async function* piecesOf(ctx: Pick<Context, 'db'>, { id, taken_at, counts }: Snapshot): AsyncGenerator<string> {
  yield `{"taken_at":${JSON.stringify(taken_at)},"counts":${JSON.stringify(counts)},"tables":{`
  for (const [number, [table, count]] of Object.entries(counts).entries()) {
    yield `${number === 0 ? '' : ','}\n${JSON.stringify(table)}:[`
    // Rows of a customer who was forgotten are gone.
    let isFirst = true
    for (let from = 0; from < count; from += step) {
      const { rows } = await ctx.db.execute<{ lines: string }>(sql`
        select coalesce(string_agg(row::text, E',\\n' order by position), '') as lines from data_snapshot_rows
        where snapshot_id = ${id} and table_name = ${table} and position > ${from} and position <= ${from + step}`)
      if (!rows[0]?.lines) continue
      yield `${isFirst ? '\n' : ',\n'}${rows[0].lines}`
      isFirst = false
    }
    yield ']'
  }
  yield '\n}}\n'
}
