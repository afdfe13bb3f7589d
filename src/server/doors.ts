import type { MiddlewareHandler } from 'hono'
import { Problem } from '#domain/problem.ts'
import type { Visitors } from '#server/actor.ts'
import type { Shop } from '#server/running-shop.ts'

/** What answers in a shop that is getting ready: the panel, what leads into it, and M-Pesa's callbacks of a test. */
const openPaths =
  /^\/(admin|claim|invitation|auth|signin|sign-in|sign-up|sign|sign%20in|sign%20up|reset-password|password-reset|sign-out|api\/auth|api\/callbacks)(\/|\.data$|$)/

/** Keeps visitors out of a live shop that is getting ready, pages and API alike; people who work there go everywhere, to try it. */
export function doors(shop: Shop, visitors: Visitors): MiddlewareHandler {
  return async (c, next) => {
    if (shop.isOpen || openPaths.test(c.req.path)) return next()
    const { role, lacksSecondFactor } = await visitors.identify(c)
    // Who still has to set up the second factor does it on a page of the shop.
    if (role === null && !lacksSecondFactor) throw new Problem('not_open', { retryAfter: 600 })
    await next()
    // No cache may hand a page on that only they may see.
    c.res.headers.set('Cache-Control', 'no-store')
  }
}
