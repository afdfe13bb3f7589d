import { randomUUID } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import { withLogIds } from '#features/log-ids.ts'

/** Gives each request an id: every line that it logs carries the id, and so does its answer. `proxies` is TRUSTED_PROXY. */
export function observeRequests(proxies: number): MiddlewareHandler {
  return (c, next) => {
    const given = proxies > 0 ? c.req.header('x-request-id') : undefined
    const request = given && isRequestId.test(given) ? given.toLowerCase() : randomUUID()
    return withLogIds({ request }, async () => {
      await next()
      c.res.headers.set('x-request-id', request)
    })
  }
}

/** What proxies make: 32 hexadecimal digits, or a UUID. A proxy may hand on what a stranger sent, so nothing else gets into the log. */
const isRequestId = /^[0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}$/i
