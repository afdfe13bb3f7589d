import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { isUuid } from '#core/cursor.ts'
import { takeTime } from '#core/time-limits.ts'
import type { Database } from '#db/client.ts'
import { formatPhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { type ObstacleName, obstacleSentence } from '#domain/user-data.ts'

/** What stands in the way of putting a snapshot back, in plain words; none where nothing does. */
export async function findObstacles(ctx: Context, id: string): Promise<string[]> {
  requirePermission(ctx, 'run_shop')
  if (!isUuid(id)) throw new Problem('snapshot_not_found')
  return ctx.db.transaction(async (tx) => {
    // A million orders are compared with those of today.
    await takeTime(tx)
    return obstaclesOf(tx, id)
  })
}

/** The same in a transaction. */
export async function obstaclesOf(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ is_whole: boolean; put_back: boolean }>(
    sql`select is_whole, put_back_at is not null as put_back from data_snapshots where id = ${id}`,
  )
  const [snapshot] = rows
  if (!snapshot) throw new Problem('snapshot_not_found')
  if (snapshot.put_back) return []
  const found: [ObstacleName, string[] | number][] = snapshot.is_whole
    ? [
        ['orders', await knownOrders(tx, id)],
        ['receipts', await usedReceipts(tx, id)],
        ['payouts', await newPayouts(tx, id)],
        ...Object.entries(await missing(tx, id)).map(([name, count]) => [name, count] as [ObstacleName, number]),
      ]
    : [['old', 1]]
  return found.flatMap(([name, what]) => obstacleSentence(name, what) ?? [])
}

const rowsIn = (id: string, table: string) => sql`(select row as kept from data_snapshot_rows where snapshot_id = ${id} and table_name = ${table}) s`

async function knownOrders(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    select o.short_code as code from ${rowsIn(id, 'orders')} join orders o on o.short_code = kept ->> 'short_code' order by 1`)
  return rows.map(({ code }) => code)
}

/** Each code of M-Pesa is one movement of money (features/orders/payments/refuse-known-receipt.ts). Those of cleared orders stay with their payments, which nothing cleared. */
async function usedReceipts(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ receipt: string; code: string | null; what: string }>(sql`
    with taken as materialized (select kept ->> 'mpesa_receipt_number' as receipt from ${rowsIn(id, 'orders')} where kept ->> 'mpesa_receipt_number' is not null),
      paid as materialized (select kept ->> 'receipt' as receipt from ${rowsIn(id, 'affiliate_payouts')} where kept ->> 'receipt' is not null)
    select receipt, o.short_code as code, 'order' as what from taken join orders o on o.mpesa_receipt_number = receipt
    union all select receipt, o.short_code, 'payment' from paid join payment_attempts a using (receipt) left join orders o on o.id = a.order_id
    union all select receipt, null, 'refund' from paid join refunds using (receipt)
    union all select receipt, null, 'payout' from paid join affiliate_payouts using (receipt) order by 1`)
  return rows.map(({ receipt, code, what }) => `${receipt} was used by ${code ? `order ${code}` : `a ${what}`}`)
}

/** An affiliate has one open payout. */
async function newPayouts(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; phone: string | null }>(sql`
    select p.full_name as name, o.mpesa_phone_number as phone from ${rowsIn(id, 'affiliate_payouts')}
    join affiliate_payouts o on o.affiliate_id = (kept ->> 'affiliate_id')::uuid and o.status in ('pending', 'processing')
    join profiles p on p.id = o.affiliate_id where kept ->> 'status' = 'pending' order by 1, 2`)
  return rows.map(({ name, phone }) => (phone ? `${name} (${formatPhone(phone)})` : name))
}

async function missing(tx: Database, id: string): Promise<Record<'lines' | 'affiliates' | 'accounts', number>> {
  const { rows } = await tx.execute<Record<'lines' | 'affiliates' | 'accounts', number>>(sql`
    select (select count(*)::integer from ${rowsIn(id, 'order_items')}
        where not exists (select from product_size z where z.id = (kept ->> 'product_size_id')::uuid and z.product_id = (kept ->> 'product_id')::uuid)) as lines,
      -- Of a deleted account only its debt is kept, as it was on that day.
      (select count(distinct who)::integer from (
          select kept ->> 'affiliate_id' as who from ${rowsIn(id, 'affiliate_commissions')} union select kept ->> 'affiliate_id' from ${rowsIn(id, 'affiliate_payouts')}
          union select kept ->> 'attached_to' from ${rowsIn(id, 'debt_rows')}) each
        where who is not null and not exists (select from profiles p where p.id = who::uuid
          and (p.deleted_at is null or p.deleted_at <= (select taken_at from data_snapshots where id = ${id})))) as affiliates,
      (select count(*)::integer from ${rowsIn(id, 'orders')} where exists (select from unnest(array[kept ->> 'user_id', kept ->> 'affiliate_id']) as who
        where who is not null and not exists (select from profiles p where p.id = who::uuid))) as accounts`)
  return rows[0] as (typeof rows)[number]
}
