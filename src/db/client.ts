import { AsyncLocalStorage } from 'node:async_hooks'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { onLostConnection, PreparingClient } from '#db/database-connection.ts'
import { isStalePlan, isUnavailable } from '#db/errors.ts'
import { openReplica, type Replica } from '#db/replica.ts'

/** The database or a transaction; verbs take either. */
export type Database = Pick<NodePgDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'with'>

export interface OpenDatabase {
  db: Database
  /** A pool for M-Pesa's callbacks, which page traffic cannot exhaust (promises §3, Pool exhaustion). */
  callbacksDb: Database
  /** One connection of the notifier's own (db/listen-notify.ts), so that payments are announced while pages wait for connections. */
  notifierDb: Database
  /** Null where the shop has one database. */
  replica: Replica | null
  /** Connections of each pool: in use, the most there may be, and how much work waits for one. */
  pools(): Record<'pages' | 'callbacks' | 'notifier', { inUse: number; waiting: number; max: number }>
  close(): Promise<void>
}

/** Where the database is reached. The first three may be one address; which needs which is in docs/decisions/0046. */
export interface DatabaseUrls {
  /** As the app's role, for all pages and payments. May lead through a pooler in transaction mode. */
  url: string
  /** As the same role, past the pooler: for LISTEN. */
  directUrl: string
  /** As the owner, past the pooler: for migrations, bulk loading and backups. */
  ownerUrl: string
  /** A standby as the app's role, past any pooler, for lists; null for none. */
  replicaUrl: string | null
}

/** Whether `url` leads through a pooler, which passes neither the settings of a connection nor prepared statements on. */
export function isPooled({ url, directUrl }: Pick<DatabaseUrls, 'url' | 'directUrl'>): boolean {
  return url !== directUrl
}

/** What every connection of the shop begins with (promises §5), as PostgreSQL writes it. */
export const sessionSettings = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  transaction_timeout: '15s',
  timezone: 'UTC',
}

/**
 * Opens the pools. Waits for a connection for 3 s.
 * @param options.pooled the address leads through a pooler in transaction mode: no statement is prepared, and the role has the settings (check-database.ts)
 */
export function openDatabase(
  url: string,
  options: {
    connections?: number
    pooled?: boolean
    replicaUrl?: string | null
    onError?: (error: Error) => void
    /** The class of the connections, for tests that step between statements. */
    Client?: typeof PreparingClient
  } = {},
): OpenDatabase {
  const { connections = 12, pooled = false, replicaUrl = null, Client = PreparingClient } = options
  // A connection is lost for everybody: what is said of it does not belong to the request that happened to open it.
  const onError = AsyncLocalStorage.bind(options.onError ?? (() => {}))
  const perSession = {
    Client,
    options: Object.entries(sessionSettings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  }
  const pools = [connections, 4, 1].map((max) => {
    const pool = new pg.Pool({
      ...(!pooled && perSession),
      connectionString: url,
      max,
      connectionTimeoutMillis: 3_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      application_name: 'viatu',
    })
    onLostConnection(pool, onError)
    return pool
  })
  const [main, forCallbacks, forNotifier] = pools as [pg.Pool, pg.Pool, pg.Pool]
  const db = databaseOn(main)
  const replica = replicaUrl === null ? null : openReplica(replicaUrl, { pool: main, db }, onError)
  return {
    db,
    callbacksDb: databaseOn(forCallbacks),
    notifierDb: databaseOn(forNotifier),
    replica,
    pools: () => ({ pages: useOf(main), callbacks: useOf(forCallbacks), notifier: useOf(forNotifier) }),
    close: async () => {
      await Promise.all([replica?.close(), ...pools.map((pool) => pool.end())])
    },
  }
}

function useOf({ totalCount, idleCount, waitingCount, options }: pg.Pool) {
  return { inUse: totalCount - idleCount, waiting: waitingCount, max: options.max }
}

/** Replaces Drizzle's transaction, which leaks the connection when `begin` fails and hides the first error when `rollback` fails too. */
function databaseOn(pool: pg.Pool): Database {
  const db = drizzle({ client: pool })
  db.transaction = async (work, config) => {
    const client = await pool.connect()
    let reason: unknown
    let stale = false
    const rememberingReason: typeof work = (tx) =>
      work(tx).catch((error) => {
        reason = error
        throw error
      })
    try {
      return await drizzle({ client }).transaction(rememberingReason, config)
    } catch (error) {
      // A connection with plans from before a migration would refuse this statement for ever, and after nonsense it is out of step: it is discarded.
      stale = isStalePlan(reason ?? error) || isUnavailable(reason ?? error)
      throw reason ?? error
    } finally {
      client.release(stale)
    }
  }
  return db
}
