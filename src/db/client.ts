import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isStalePlan } from '#db/errors.ts'
import { PreparingClient } from '#db/preparing-client.ts'

/** The database or a transaction in it: verbs take either. */
export type Database = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'with'>

export interface OpenDatabase {
  db: Database
  /** Connections that page traffic cannot use up: money that arrives is always heard (promises §3, Pool exhaustion). */
  callbacksDb: Database
  close(): Promise<void>
}

/** Opens the pools. A name that is misspelt is near enough at a word similarity of 0.35 (pg_trgm). Limits are those of promises §5: statement 5 s, lock 2 s, idle in transaction 10 s, transaction 15 s, waiting for a connection 3 s. */
export function openDatabase(url: string, options: { connections?: number; onError?: (error: Error) => void } = {}): OpenDatabase {
  const { connections = 10, onError = () => {} } = options
  const pools = [connections, 3].map((max) => {
    const pool = new pg.Pool({
      Client: PreparingClient,
      connectionString: url,
      max,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'viatu',
      options:
        '-c statement_timeout=5s -c lock_timeout=2s -c idle_in_transaction_session_timeout=10s -c transaction_timeout=15s -c timezone=UTC -c pg_trgm.word_similarity_threshold=0.35',
    })
    // An idle connection that dies (a restarted database) must not end the process: the pool makes a new one.
    pool.on('error', onError)
    // Nor may one that dies in the hands of a transaction: its next statement is refused, and the pool throws it away.
    pool.on('connect', (client) => client.on('error', onError))
    return pool
  })
  const [main, forCallbacks] = pools as [pg.Pool, pg.Pool]
  return {
    db: databaseOn(main),
    callbacksDb: databaseOn(forCallbacks),
    close: async () => {
      await Promise.all(pools.map((pool) => pool.end()))
    },
  }
}

/** Drizzle's own transaction never gives the connection back when `begin` fails, and hides why the work failed when `rollback` fails too. */
function databaseOn(pool: pg.Pool): Database {
  const db = drizzle({ client: pool })
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let reason: unknown
    let stale = false
    const told: typeof work = (tx) =>
      work(tx).catch((error) => {
        reason = error
        throw error
      })
    try {
      return await drizzle({ client }).transaction(told, config)
    } catch (error) {
      // A connection that planned for the tables of yesterday would refuse this statement for ever.
      stale = isStalePlan(reason ?? error)
      throw reason ?? error
    } finally {
      client.release(stale)
    }
  }
  return db
}
