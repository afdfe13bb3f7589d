import type pg from 'pg'

/** Calls `lost` once for each connection of the pool that breaks, idle or in use; the pool opens a new one. Without listeners a restarted database would end the process. */
export function onLostConnection(pool: pg.Pool, lost: (error: Error) => void) {
  pool.on('connect', (client) => {
    client.once('error', lost)
    // Of one loss pg tells up to three times: what the server said, that its socket is closed, and, where it was idle, once more by the pool.
    client.on('error', () => {})
  })
  pool.on('error', () => {})
}
