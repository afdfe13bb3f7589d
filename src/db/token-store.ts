import { type SQL, sql } from 'drizzle-orm'
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
      renewing(db, sql`7214004`, async (tx) => {
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

/** The same for an account of the panel, with a token of its own, which only APP_SECRET opens. */
export function accountTokens(
  db: Database,
  account: string,
  { encrypt, decrypt }: { encrypt(text: string): string; decrypt(text: string): string | null },
) {
  const read = async (from: Database): Promise<Token | null> => {
    const { rows } = await from.execute<{ token: string; expires_at: string }>(sql`
      select token, extract(epoch from token_expires_at) * 1000 as expires_at from mpesa_accounts where id = ${account} and token_expires_at > now()`)
    const value = rows[0] ? decrypt(rows[0].token) : null
    return value === null ? null : { value, expiresAt: Number(rows[0]?.expires_at) }
  }
  return {
    read: () => read(db),
    replace: (stale: string | null, renew: () => Promise<Token>): Promise<Token> =>
      renewing(db, sql`hashtextextended(${account}, 7214004)`, async (tx) => {
        const stored = await read(tx)
        if (stored && stored.value !== stale) return stored
        const fresh = await renew()
        await tx.execute(sql`
          update mpesa_accounts set token = ${encrypt(fresh.value)}, token_expires_at = to_timestamp(${fresh.expiresAt / 1000})
          where id = ${account} and keys is not null`)
        return fresh
      }),
  }
}

/** One renewal at a time. */
function renewing(db: Database, lock: SQL, renew: (tx: Database) => Promise<Token>): Promise<Token> {
  return db.transaction(async (tx) => {
    // Longer than a renewal can take. An advisory lock, independent of row locks.
    await tx.execute(
      sql`set local lock_timeout = '20s'; set local statement_timeout = '20s'; set local transaction_timeout = '40s'; set local idle_in_transaction_session_timeout = '20s'`,
    )
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`)
    return renew(tx)
  })
}

async function current(db: Database): Promise<Token | null> {
  const { rows } = await db.execute<{ value: string; expires_at: string }>(
    sql`select value, extract(epoch from expires_at) * 1000 as expires_at from mpesa_token where expires_at > now()`,
  )
  const row = rows[0]
  return row ? { value: row.value, expiresAt: Number(row.expires_at) } : null
}
