import { randomInt, randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { withLogIds } from '#features/log-ids.ts'
import type { Monitor } from '#features/monitoring/monitor.ts'

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

/** A UUID that nobody else has: a drawn one whose last twelve digits count, because drawing takes ten times as long. */
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

/** The pattern of a page (pages.ts) or route, never a path: those are without number, and may name somebody. */
function routeOf(c: Context): string {
  return (c.get('page') as string | undefined) ?? routePath(c)
}
