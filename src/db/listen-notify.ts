import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Database } from '#db/client.ts'

interface Notifier {
  /** Something may have been written: tells the processes in a moment. */
  wake(): void
  /** Tells what is left, and ends. */
  stop(): Promise<void>
}

/**
 * Notifies all processes (`listen`) of the rows of `changes`, which triggers write where a `notify` in the same transaction would make payments wait for each
 * other (docs/decisions/0040). The process that deletes a row announces it, in the same transaction: at once after a `wake`, and every `pollMs` for a process that died
 * between its commit and its `wake`. Rests for `restMs` in between, so that many changes are announced together.
 */
export function startNotifier(
  db: Database,
  { pollMs = 250, restMs = 25, ...options }: { pollMs?: number; restMs?: number; onError(error: unknown): void },
): Notifier {
  // A request that woke it is not what it fails at.
  const onError = AsyncLocalStorage.bind(options.onError)
  let timer: NodeJS.Timeout | undefined
  let toldAt = 0
  let telling: Promise<void> | null = null
  let again = false
  let stopped = false
  let failed = false

  const tell = () => {
    clearTimeout(timer)
    again = false
    telling = announceChanges(db)
      .then(
        () => {
          failed = false
        },
        (error) => {
          // Once for an outage, not four times a second.
          if (!failed) onError(error)
          failed = true
        },
      )
      .finally(() => {
        telling = null
        toldAt = performance.now()
        if (!stopped) timer = setTimeout(tell, again ? restMs : pollMs)
      })
  }
  tell()
  return {
    wake: () => {
      if (stopped || again) return
      again = true
      if (telling) return
      clearTimeout(timer)
      timer = setTimeout(tell, Math.max(0, toldAt + restMs - performance.now()))
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await telling
      await announceChanges(db).catch(onError)
    },
  }
}

/** Announces each change once; a product's change by the keys of the pages that show it. Rows that another process is announcing, or that are not committed, are skipped. */
async function announceChanges(db: Database): Promise<void> {
  await db.execute(sql`
    with taken as (
      delete from changes where ctid = any (array(select ctid from changes for update skip locked)) returning channel, payload
    ), notified as (
      select pg_notify(each.channel, each.payload) from (select distinct channel, payload from taken where channel <> 'shelf_changed' or payload = '') each
    )
    select (select count(*) from notified), notify_pages(array(select distinct payload::uuid from taken where channel = 'shelf_changed' and payload <> ''), '{}')`)
}

type Channel = 'shelf_changed' | 'order_changed'

/**
 * Listens for PostgreSQL's notifications (`shelf_changed` for all that public pages show, with a key of web/public-page.ts or none for every page, `order_changed` for orders and their attempts; sent by triggers, and by db/listen-notify.ts for what is written with money) on a connection of its own, and reconnects when it is lost.
 * `onReconnect` is called after every reconnection, because notifications may have been missed.
 */
export function listen(url: string, on: Record<Channel, (payload: string) => void>, onReconnect: () => void): { stop(): Promise<void> } {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const connect = async () => {
    // This connection only listens: without TCP keep-alive one that a firewall dropped would seem open for hours.
    const next = new pg.Client({
      connectionString: url,
      application_name: 'viatu-listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    })
    next.on('notification', ({ channel, payload }) => on[channel as Channel]?.(payload ?? ''))
    next.on('error', () => retry(next))
    next.on('end', () => retry(next))
    client = next
    try {
      await next.connect()
      for (const channel of Object.keys(on)) await next.query(`listen ${pg.escapeIdentifier(channel)}`)
      onReconnect()
    } catch {
      retry(next)
    }
  }
  const retry = (lost: pg.Client) => {
    if (stopped || client !== lost) return
    client = null
    void lost.end().catch(() => {})
    timer = setTimeout(() => void connect(), 500)
  }

  void connect()
  return {
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await client?.end()
    },
  }
}
