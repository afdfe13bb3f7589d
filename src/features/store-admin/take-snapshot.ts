import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { clearedTables } from '#domain/user-data.ts'
import { debtsKept } from '#features/affiliates/list-debts.ts'
import type { Context } from '#features/context.ts'

/** Parts of tables: deliveries without the code, which only buyers read, the affiliate columns of profiles, the link between payments and orders, and the debts of deleted accounts. */
const inPart: Record<string, SQL> = {
  profiles: sql`select jsonb_build_object('id', p.id, 'is_affiliate', p.is_affiliate, 'affiliate_code', p.affiliate_code, 'total_commission', w.earned - w.clawed_back) as row
    from profiles p join wallets w on w.affiliate_id = p.id where p.is_affiliate or p.affiliate_code is not null`,
  payment_attempts: sql`select jsonb_build_object('id', id, 'order_id', order_id, 'receipt', receipt) as row from payment_attempts where order_id is not null`,
  refunds: sql`select jsonb_build_object('id', id, 'order_id', order_id) as row from refunds where order_id is not null`,
  affiliate_debts: debtsKept,
  // They go with the last order of theirs.
  customers: sql`select to_jsonb(c) as row from customers c`,
  deliveries: sql`select to_jsonb(d) - 'code' as row from deliveries d`,
}

/** What only putting back needs (restore-snapshot.ts): nobody downloads it, so it is not counted. */
export const forRestoring: Record<string, SQL> = {
  movement_rows: sql`select jsonb_build_object('id', id, 'order_id', order_id) as row from stock_movements where order_id is not null`,
  delivery_rows: sql`select to_jsonb(d) as row from deliveries d`,
  debt_rows: sql`select to_jsonb(d) as row from affiliate_debts d`,
  debt_hash_rows: sql`select to_jsonb(h) as row from affiliate_debt_hashes h`,
}

/**
 * Copies the rows that a reset is about to clear, unchanged, in the reset's own transaction: so the snapshot holds exactly the cleared rows. The data never
 * leaves the database for it, whatever its size. Answers the snapshot's id and how many rows of each table it holds.
 */
export async function takeSnapshot(tx: Database, ctx: Pick<Context, 'now' | 'actor'>): Promise<{ id: string; counts: Record<string, number> }> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into data_snapshots (taken_at, taken_by, counts, is_whole) values (${ctx.now}, ${ctx.actor.userId}::uuid, '{}', true) returning id`)
  const { id } = rows[0] as { id: string }
  const going = [...clearedTables.toReversed(), ...(await goingAlong(tx))].map(
    (table) => [table, sql`select to_jsonb(t) as row from ${sql.raw(table)} t`] as const,
  )
  const counts: Record<string, number> = {}
  for (const [table, query] of [...going, ...Object.entries(inPart), ...Object.entries(forRestoring)]) {
    const { rowCount } = await tx.execute(sql`
      insert into data_snapshot_rows (snapshot_id, table_name, position, row) select ${id}, ${table}, row_number() over (), row from (${query}) each`)
    if (!Object.hasOwn(forRestoring, table)) counts[table] = rowCount ?? 0
  }
  await tx.execute(sql`update data_snapshots set counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`)
  return { id, counts }
}

/** The tables of today: at run time the database names those added later as well. */
type GoingAlong = 'idempotency_keys' | 'made_up_orders' | 'notices' | 'order_events' | 'order_notes'

/** Tables whose rows go, whole, with those that are cleared, such as the events of an order: the database itself knows them. */
async function goingAlong(tx: Database): Promise<GoingAlong[]> {
  const { rows } = await tx.execute<{ name: GoingAlong }>(sql`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confdeltype = 'c' and confrelid = any(${`{${clearedTables.join(',')}}`}::regclass[])
      and conrelid <> all(${`{${[...clearedTables, ...Object.keys(inPart)].join(',')}}`}::regclass[]) order by 1`)
  return rows.map(({ name }) => name)
}
