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
 * An affiliate, locked until the transaction ends, with the wallet's balance as it stands after the wait: whatever changes a balance passes through
 * here. Orders are locked before affiliates, affiliates before their commissions and payouts. New orders need not wait.
 */
export async function lockAffiliate(tx: Database, id: string): Promise<LockedAffiliate | null> {
  // A statement of its own: what the next one sums up is what stands after the wait, not before it.
  await tx.execute(sql`select from profiles where id = ${id} for no key update`)
  const { rows } = await tx.execute<{ id: string; phone: string | null; is_affiliate: boolean; available: string }>(sql`
    select p.id, p.phone, p.is_affiliate, w.available from profiles p join wallets w on w.affiliate_id = p.id where p.id = ${id}`)
  const row = rows[0]
  return row ? { id: row.id, phone: row.phone, isAffiliate: row.is_affiliate, available: fromShillings(row.available) } : null
}
