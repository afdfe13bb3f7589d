import type { Hono, Context as HonoContext } from 'hono'
import { isReady } from '#features/is-ready.ts'
import type { Shop } from '#server/running-shop.ts'

const timeoutMs = 1_000

/**
 * Health checks, under any host name: `/healthz`, the process runs; `/readyz`, its database answers within a second and has disk space to write.
 * Neither reveals more.
 */
export function healthRoutes(app: Hono, shop: Pick<Shop, 'contextFor'>) {
  // Concurrent requests share one query, so that health checks add no load to a slow database.
  let pending: Promise<boolean> | null = null
  const check = () => {
    pending ??= isReady(shop.contextFor()).finally(() => {
      pending = null
    })
    return pending
  }
  app.get('/healthz', (c) => respond(c, true))
  app.get('/readyz', async (c) => respond(c, await inTime(check())))
}

function respond(c: HonoContext, isHealthy: boolean): Response {
  c.header('Cache-Control', 'no-store')
  return isHealthy ? c.text('ok') : c.text('not ready', 503)
}

function inTime(answer: Promise<boolean>): Promise<boolean> {
  return new Promise((settle) => {
    const timer = setTimeout(settle, timeoutMs, false)
    answer.then((isHealthy) => {
      clearTimeout(timer)
      settle(isHealthy)
    })
  })
}
