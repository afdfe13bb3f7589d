import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** Raises the time limits: a million orders and the eight million rows around them take twelve minutes on two busy cores. */
export async function takeTime(tx: Database) {
  await tx.execute(sql`set local statement_timeout = '60min'`)
  // PostgreSQL does not restart a running timer (PostgreSQL 17, assign_transaction_timeout), so it is stopped first.
  await tx.execute(sql`set local transaction_timeout = 0`)
  await tx.execute(sql`set local transaction_timeout = '90min'`)
}
