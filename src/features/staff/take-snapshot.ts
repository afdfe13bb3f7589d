import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { copies } from '#db/table-meanings.ts'
import { debtsKept } from '#features/affiliates/list-debts.ts'

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
 * leaves the database for it, whatever its size. Answers the snapshot's id and how many rows of each table it holds.
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
