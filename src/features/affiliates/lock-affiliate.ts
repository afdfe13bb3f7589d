import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { type Cents, fromShillings } from '#domain/money.ts'

export interface LockedAffiliate {
  id: string
  phone: string | null
  isAffiliate: boolean
  available: Cents
}

/**
 * Locks an affiliate until the transaction ends, and answers the wallet's balance as it is after the wait: every change of a balance takes this lock. Orders
 * are locked before affiliates, affiliates before their commissions and payouts. New orders need not wait.
 */
export async function lockAffiliate(tx: Database, id: string): Promise<LockedAffiliate | null> {
  // A separate statement: the next one then sums up what is there after the wait, not before it.
  await tx.execute(sql`select from profiles where id = ${id} for no key update`)
  const { rows } = await tx.execute<{ id: string; phone: string | null; is_affiliate: boolean; available: string }>(sql`
    select p.id, p.phone, p.is_affiliate, w.available from profiles p join wallets w on w.affiliate_id = p.id where p.id = ${id}`)
  const row = rows[0]
  return row ? { id: row.id, phone: row.phone, isAffiliate: row.is_affiliate, available: fromShillings(row.available) } : null
}
