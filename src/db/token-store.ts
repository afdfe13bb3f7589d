import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

interface Token {
  value: string
  /** Milliseconds since 1970. */
  expiresAt: number
}

/** M-Pesa's access token in PostgreSQL, shared by all processes; renewed under a lock, because a new one invalidates the old one (daraja §1). */
export function databaseTokens(db: Database) {
  return {
    read: () => current(db),
    replace: (stale: string | null, renew: () => Promise<Token>): Promise<Token> =>
      db.transaction(async (tx) => {
        // Longer than a renewal can take. An advisory lock, independent of row locks.
        await tx.execute(
          sql`set local lock_timeout = '20s'; set local statement_timeout = '20s'; set local transaction_timeout = '40s'; set local idle_in_transaction_session_timeout = '20s'`,
        )
        await tx.execute(sql`select pg_advisory_xact_lock(7214004)`)
        const stored = await current(tx)
        if (stored && stored.value !== stale) return stored
        const fresh = await renew()
        await tx.execute(sql`
          insert into mpesa_token (value, expires_at) values (${fresh.value}, to_timestamp(${fresh.expiresAt / 1000}))
          on conflict (singleton) do update set value = excluded.value, expires_at = excluded.expires_at`)
        return fresh
      }),
  }
}

async function current(db: Database): Promise<Token | null> {
  const { rows } = await db.execute<{ value: string; expires_at: string }>(
    sql`select value, extract(epoch from expires_at) * 1000 as expires_at from mpesa_token where expires_at > now()`,
  )
  const row = rows[0]
  return row ? { value: row.value, expiresAt: Number(row.expires_at) } : null
}
