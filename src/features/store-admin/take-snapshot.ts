import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { clearedTables } from '#domain/user-data.ts'
import type { Context } from '#features/context.ts'

/** What goes with the cleared tables: the story of the orders, what affiliates were, and which payments belonged to which order. */
const beside: Record<string, SQL> = {
  order_events: sql`select to_jsonb(t) as row, id::text as key from order_events t`,
  profiles: sql`select jsonb_build_object('id', p.id, 'is_affiliate', p.is_affiliate, 'affiliate_code', p.affiliate_code, 'total_commission', w.earned) as row, p.id::text as key
    from profiles p join wallets w on w.affiliate_id = p.id where p.is_affiliate or p.affiliate_code is not null`,
  payment_attempts: sql`select jsonb_build_object('id', id, 'order_id', order_id, 'receipt', receipt) as row, id::text as key from payment_attempts where order_id is not null`,
  refunds: sql`select jsonb_build_object('id', id, 'order_id', order_id) as row, id::text as key from refunds where order_id is not null`,
}

/**
 * Copies what a reset is about to clear, row by row as it stands, in the reset's own transaction: what is cleared is what is kept. Never leaves the
 * database for it, however much it is. Answers the snapshot's id and how many rows of each table it holds.
 */
export async function takeSnapshot(tx: Database, ctx: Pick<Context, 'now' | 'actor'>): Promise<{ id: string; counts: Record<string, number> }> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into data_snapshots (taken_at, taken_by, counts) values (${ctx.now}, ${ctx.actor.userId}::uuid, '{}') returning id`)
  const { id } = rows[0] as { id: string }
  const whole = clearedTables.map((table) => [table, sql`select to_jsonb(t) as row, id::text as key from ${sql.raw(table)} t`] as const)
  const counts: Record<string, number> = {}
  for (const [table, query] of [...whole.toReversed(), ...Object.entries(beside)]) {
    const { rowCount } = await tx.execute(sql`
      insert into data_snapshot_rows (snapshot_id, table_name, place, row)
      select ${id}, ${table}, row_number() over (order by key), row from (${query}) each`)
    counts[table] = rowCount ?? 0
  }
  await tx.execute(sql`update data_snapshots set counts = ${JSON.stringify(counts)}::jsonb where id = ${id}`)
  return { id, counts }
}
