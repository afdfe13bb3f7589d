import type { MiddlewareHandler } from 'hono'
import type { Visitors } from '#server/actor.ts'
import { withoutSecrets } from '#server/problems.ts'
import type { Shop } from '#server/running-shop.ts'

/** Not signed in, or wrong credentials; not allowed, or from another site; wrong host; too many. */
const statuses = [401, 403, 421, 429]
const maxLines = 60

/**
 * Logs requests that were refused because of who sent them or how often: which account, from which network (a keyed hash), what and where. At most `maxLines` a
 * minute, so that whoever is refused cannot fill the disk.
 */
export function logRefusals({ log, contextFor }: Pick<Shop, 'log' | 'contextFor'>, visitors: Visitors, clock = Date.now): MiddlewareHandler {
  let [since, lines] = [Number.NEGATIVE_INFINITY, 0]
  return async (c, next) => {
    await next()
    const { status } = c.res
    if (!statuses.includes(status)) return
    if (clock() - since >= 60_000) [since, lines] = [clock(), 0]
    if (++lines > maxLines) return
    const address = visitors.addressOf(c)
    const network = address && contextFor().services.secrets.blind(`log ${address}`).slice(0, 12)
    const facts = { status, method: c.req.method, path: withoutSecrets(c.req.path), user: c.get('userId') ?? null, network }
    log.warn(facts, lines === maxLines ? 'request refused; no more of this minute are logged' : 'request refused')
  }
}
