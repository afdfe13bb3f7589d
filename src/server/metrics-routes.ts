import type { Hono } from 'hono'
import { Problem } from '#domain/problem.ts'
import { getMetrics } from '#features/monitoring/get-metrics.ts'
import { createHttpServer } from '#server/http-server.ts'
import type { Shop } from '#server/running-shop.ts'
import { SettingsError } from '#server/settings.ts'

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
