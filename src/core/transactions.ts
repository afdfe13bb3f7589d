import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { isDiskFull, isTransient, isUnavailable } from '#db/errors.ts'

/** Whether the database is away or has no room left, or two statements blocked each other: the same request may work in a moment. */
export function isTransientFailure(error: unknown): boolean {
  return isUnavailable(error) || isTransient(error) || isDiskFull(error)
}

/** Whether the database has no room left: for a person, */
export function isStorageFull(error: unknown): boolean {
  return isDiskFull(error)
}

/** Milliseconds after which a failure no longer counts as transient; a restart of the database takes less. */
const retryForMs = 8_000

/** Retries work that must not be lost while it fails transiently, such as a notification that comes once. The work must be idempotent. */
export async function retryTransient<Result>(work: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + retryForMs; ; await pause(200)) {
    try {
      return await work()
    } catch (error) {
      if (!isTransientFailure(error) || performance.now() > end) throw error
    }
  }
}

/** Raises the time limits: a million orders and the eight million rows around them take twelve minutes on two busy cores. */
export async function liftTimeLimits(tx: Database) {
  await tx.execute(sql`set local statement_timeout = '60min'`)
  // PostgreSQL does not restart a running timer (PostgreSQL 17, assign_transaction_timeout), so it is stopped first.
  await tx.execute(sql`set local transaction_timeout = 0`)
  await tx.execute(sql`set local transaction_timeout = '90min'`)
}
