import pg from 'pg'

export type Channel = 'shelf_changed' | 'order_changed'

/**
 * Listens for PostgreSQL's notifications (`shelf_changed` for all that public pages show, with a key of web/page.ts or none for every page, `order_changed` for orders and their attempts; sent by triggers, and by db/notifier.ts for what is written with money) on a connection of its own, and reconnects when it is lost.
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
