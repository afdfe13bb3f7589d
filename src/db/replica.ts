import { setTimeout as pause } from 'node:timers/promises'
import { readLsn } from '@viatu/vault/postgres'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import type { Database } from '#db/client.ts'
import { onLostConnection } from '#db/database-connection.ts'
import { isUnavailable, refusalOf } from '#db/errors.ts'

/** A standby that lists are read from. What it does not have yet, or cannot answer, the primary answers. */
export interface Replica {
  /** Where the primary's log ends, such as `0/3000028`: what has been committed is before it. */
  position(): Promise<string>
  /** Something was committed that lists show: from now on they are read where it is. */
  changed(): void
  /** For reading a list: the replica, when it has what was committed a second ago, before the last `changed`, and before `since`; else the primary. Never throws. */
  databaseFor(since?: string | null): Promise<Database>
  state(): Promise<ReplicaState>
  close(): Promise<void>
}

export interface ReplicaState {
  /** Of the primary's log, what the replica does not have yet; null where it does not answer within a second. */
  lagBytes: number | null
  /** Whether a list that is asked for now is read from it. */
  isRead: boolean
}

/** Milliseconds. */
const [lagPatience, afterLag, afterFailure, oldest] = [100, 1_000, 5_000, 1_000]

/**
 * A statement that the replica cannot answer (it is gone, it was cancelled for what the primary removes, it would write) goes to the primary; so do all transactions. After
 * a failure the replica is left alone for 5 s, after a lag of more than 100 ms for 1 s.
 * @param url past any pooler
 */
export function openReplica(url: string, primary: { pool: pg.Pool; db: Database }, onError: (error: Error) => void): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 500,
    query_timeout: 2_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    application_name: 'viatu-lists',
    options: '-c statement_timeout=2s -c timezone=UTC',
  })
  onLostConnection(pool, onError)
  let restsUntil = 0
  let replayed = 0n
  let system: string | undefined
  let floor: { asked: number; lsn: Promise<bigint> } | null = null

  const fail = (error: Error) => {
    restsUntil = Date.now() + afterFailure
    onError(error)
  }
  const query: pg.Pool['query'] = (statement: unknown, values?: unknown) =>
    (pool.query as Query)(statement, values).catch((error) => {
      if (!isReplicasOwn(error)) throw error
      if (!refusalOf(error)) fail(error)
      return (primary.pool.query as Query)(statement, values)
    })
  const db: Database = drizzle({ client: { query } as pg.Pool })
  db.transaction = (work, config) => primary.db.transaction(work, config)

  const position = async () => {
    const { rows } = await primary.pool.query<{ lsn: string; system: string }>(
      'select pg_current_wal_insert_lsn()::text as lsn, system_identifier::text as system from pg_control_system()',
    )
    system = rows[0]?.system
    return rows[0]?.lsn as string
  }
  /** What every list has to show. Asked again after a change: an answer that is on its way may be from before it. */
  const committed = () => {
    if (floor && floor.asked > Date.now() - oldest) return floor.lsn
    const lsn = position().then(lsnOf)
    floor = { asked: Date.now(), lsn }
    lsn.catch(() => {
      floor = null
    })
    return lsn
  }
  const askReplica = async () => {
    const { rows } = await pool.query<{ lsn: string | null; system: string }>(
      'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as lsn, system_identifier::text as system from pg_control_system()',
    )
    if (!rows[0]?.lsn || rows[0].system !== system)
      throw new Error('DATABASE_REPLICA_URL leads to no standby of this database: lists are read from the primary')
    replayed = lsnOf(rows[0].lsn)
  }
  const has = async (wanted: bigint): Promise<boolean> => {
    for (const deadline = Date.now() + lagPatience; replayed < wanted; await pause(5)) {
      if (Date.now() > deadline) return false
      await askReplica()
    }
    return true
  }
  const databaseFor: Replica['databaseFor'] = async (since) => {
    if (Date.now() < restsUntil) return primary.db
    const earliest = await committed().catch(() => null)
    if (earliest === null) return primary.db
    const wanted = since ? lsnOf(since) : 0n
    try {
      if (await has(wanted > earliest ? wanted : earliest)) return db
      // Not for a `since` alone, which a browser may have made up.
      if (replayed < earliest) restsUntil = Date.now() + afterLag
    } catch (error) {
      fail(error as Error)
    }
    return primary.db
  }

  return {
    position,
    changed: () => {
      floor = null
    },
    databaseFor,
    state: async () => {
      const end = lsnOf(await position())
      const inTime = <Answer>(answer: Promise<Answer>) => Promise.race([answer, pause(1_000, null, { ref: false })])
      const [list, lagBytes] = await Promise.all([
        inTime(databaseFor()),
        inTime(askReplica().then(() => (replayed < end ? Number(end - replayed) : 0))).catch(() => null),
      ])
      return { lagBytes, isRead: list === db }
    },
    close: () => pool.end(),
  }
}

type Query = (statement: unknown, values: unknown) => Promise<pg.QueryResult>

/** Gone, slow, in conflict with what the primary removes (40001), or asked to write (25006). */
function isReplicasOwn(error: unknown): boolean {
  return isUnavailable(error) || ['40001', '57014', '25006'].includes(refusalOf(error)?.code ?? '') || /read timeout/.test((error as Error).message)
}

/** A text that is no position, as a forged cookie may have, is the last there can be. */
function lsnOf(text: string): bigint {
  return readLsn(text) ?? 2n ** 64n - 1n
}
