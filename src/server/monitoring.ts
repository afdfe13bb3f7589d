import { randomInt, randomUUID } from 'node:crypto'
import type { Context, Hono, Context as HonoContext, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { withLogIds } from '#core/log-ids.ts'
import { Problem } from '#domain/problem.ts'
import { getMetrics } from '#features/staff/monitoring/get-metrics.ts'
import type { Monitor } from '#features/staff/monitoring/monitor.ts'
import { isReady } from '#features/upkeep/is-ready.ts'
import { createHttpServer } from '#server/http-server.ts'
import type { Shop } from '#server/running-shop.ts'
import { SettingsError } from '#server/settings.ts'

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

/** `/metrics` of the shop, for the bearer of METRICS_TOKEN. Without a token there is no such address. */
export function metricsRoute(app: Hono, shop: Pick<Shop, 'jobContext'>, token: string | null) {
  app.get('/metrics', async (c) => {
    if (token === null) throw new Problem('not_found')
    const ctx = shop.jobContext()
    if (!ctx.services.secrets.matches(`Bearer ${token}`, c.req.header('authorization') ?? ''))
      return c.text('', 401, { 'WWW-Authenticate': 'Bearer', 'Cache-Control': 'no-store' })
    return metricsAnswer(await getMetrics(ctx))
  })
}

/** Opens METRICS_PORT, which answers everybody who reaches it: this machine. `url` is where; throws SettingsError when the port cannot be used. */
export async function openMetricsPort(shop: Pick<Shop, 'jobContext'>, port: number): Promise<{ url: string; close(): Promise<void> }> {
  const server = createHttpServer(async ({ url }) =>
    new URL(url).pathname === '/metrics' ? metricsAnswer(await getMetrics(shop.jobContext())) : new Response('Not found', { status: 404 }),
  )
  const bound = await server.listen(port, '127.0.0.1').catch((error) => {
    throw new SettingsError(`METRICS_PORT ${port} cannot be used (${error.code})`)
  })
  return { url: `http://127.0.0.1:${bound}/metrics`, close: server.close }
}

function metricsAnswer(text: string): Response {
  return new Response(text, { headers: { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8', 'Cache-Control': 'no-store' } })
}

/**
 * Gives each request an id, which its answer and every line that it logs carry, and counts it by method, route and class of status. Pages from the cache do not
 * come here (app.ts): they log nothing that an id could be looked up in. `proxies` is TRUSTED_PROXY.
 */
export function observeRequests(monitor: Monitor, proxies: number): MiddlewareHandler {
  return async (c, next) => {
    const begun = performance.now()
    const given = proxies > 0 ? c.req.header('x-request-id') : undefined
    const id = given && isRequestId.test(given) ? given.toLowerCase() : newRequestId()
    c.set('requestId', id)
    await withLogIds({ request: id }, next)
    monitor.requests.observe((performance.now() - begun) / 1000, c.req.method, routeOf(c), classes[Math.floor(c.res.status / 100)] as string)
  }
}

/** What proxies make: 32 hexadecimal digits, or a UUID. A proxy may hand on what a stranger sent, so nothing else gets into the log. */
const isRequestId = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** A unique UUID: a drawn one whose last twelve digits count, because drawing takes ten times as long. */
function newRequestId(): string {
  if (tail === 0) head = drawn + (blocks++).toString(16).padStart(9, '0')
  const id = head + tails[tail]
  tail = (tail + 1) % tails.length
  return id
}
const drawn = randomUUID().slice(0, 24)
const tails = Array.from({ length: 4096 }, (_, at) => at.toString(16).padStart(3, '0'))
let head = ''
let tail = 0
let blocks = randomInt(2 ** 30)

const classes = Array.from({ length: 6 }, (_, at) => `${at}xx`)

/** The pattern of a page (pages/serve-pages.ts) or route, never a path: those are without number, and may name somebody. */
function routeOf(c: Context): string {
  return (c.get('page') as string | undefined) ?? routePath(c)
}
