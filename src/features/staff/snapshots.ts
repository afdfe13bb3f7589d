import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/page-of.ts'
import { instant, selectOf } from '#core/select-of.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { copies } from '#db/table-meanings.ts'
import { Problem } from '#domain/problem.ts'
import { snapshotDays } from '#domain/user-data.ts'
import { debtsKept } from '#features/affiliates/debts.ts'

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

/** What is copied in part: deliveries without the code, which only buyers read, the affiliate columns of profiles, links to orders, and the debts of deleted accounts. */
const parts: Record<string, SQL> = {
  profiles: sql`select jsonb_build_object('id', p.id, 'is_affiliate', p.is_affiliate, 'affiliate_code', p.affiliate_code, 'total_commission', w.earned - w.clawed_back) as row
    from profiles p join wallets w on w.affiliate_id = p.id where p.is_affiliate or p.affiliate_code is not null`,
  payment_attempts: sql`select jsonb_build_object('id', id, 'order_id', order_id, 'receipt', receipt) as row from payment_attempts where order_id is not null`,
  refunds: sql`select jsonb_build_object('id', id, 'order_id', order_id) as row from refunds where order_id is not null`,
  movement_rows: sql`select jsonb_build_object('id', id, 'order_id', order_id) as row from stock_movements where order_id is not null`,
  affiliate_debts: debtsKept,
  deliveries: sql`select to_jsonb(d) - 'code' as row from deliveries d`,
}

/**
 * Copies the rows that a reset is about to clear, unchanged, in the reset's own transaction: so the snapshot holds exactly the cleared rows. The data never
 * leaves the database for it, whatever its size. Returns the snapshot's id and how many rows of each table it holds.
 */
export async function takeSnapshot(tx: Database, ctx: Pick<Context, 'now' | 'actor'>): Promise<{ id: string; counts: Record<string, number> }> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into data_snapshots (taken_at, taken_by, counts, is_whole) values (${ctx.now}, ${ctx.actor.userId}::uuid, '{}', true) returning id`)
  const { id } = rows[0] as { id: string }
  const whole = Object.entries(copies).filter(([name]) => !Object.hasOwn(parts, name))
  const wholes = whole.map(([name, { of }]) => [name, sql`select to_jsonb(t) as row from ${sql.raw(of)} t`] as const)
  const counts: Record<string, number> = {}
  for (const [name, query] of [...wholes, ...Object.entries(parts)]) {
    const { rowCount } = await tx.execute(sql`
      insert into data_snapshot_rows (snapshot_id, table_name, position, row) select ${id}, ${name}, row_number() over (), row from (${query}) each`)
    if (!copies[name as keyof typeof copies].isHidden) counts[name] = rowCount ?? 0
  }
  await tx.execute(sql`update data_snapshots set counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`)
  return { id, counts }
}
