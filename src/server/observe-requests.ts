import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { withLogIds } from '#features/log-ids.ts'
import type { Monitor } from '#features/monitoring/monitor.ts'

/**
 * Gives each request an id, which its answer and every line that it logs carry, and counts it by method, route and class of status. `proxies` is
 * TRUSTED_PROXY.
 */
export function observeRequests(monitor: Monitor, proxies: number): MiddlewareHandler {
  return async (c, next) => {
    const begun = performance.now()
    const given = proxies > 0 ? c.req.header('x-request-id') : undefined
    const request = given && isRequestId.test(given) ? given.toLowerCase() : randomUUID()
    c.set('headers', { 'x-request-id': request })
    await withLogIds({ request }, next)
    const from: keyof Monitor['pages'] | undefined = c.get('pageFrom')
    if (from) monitor.pages[from]++
    monitor.requests.observe((performance.now() - begun) / 1000, c.req.method, routeOf(c), `${Math.floor(c.res.status / 100)}xx`)
  }
}

/** What proxies make: 32 hexadecimal digits, or a UUID. A proxy may hand on what a stranger sent, so nothing else gets into the log. */
const isRequestId = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i

/** The pattern of a page (pages.ts) or route, never a path: those are without number, and may name somebody. */
function routeOf(c: Context): string {
  return (c.get('page') as string | undefined) ?? routePath(c)
}
