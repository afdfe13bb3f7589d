import type { MiddlewareHandler } from 'hono'
import type { Visitors } from '#server/actor.ts'
import { withoutSecrets } from '#server/problems.ts'
import type { Shop } from '#server/running-shop.ts'

/** Not signed in, or wrong credentials; not allowed, or from another site; wrong host; too many. */
const refused = [401, 403, 421, 429]
/** What a request asked for: input that does not hold, or that the state of a row forbids. People do that by mistake. */
const turnedAway = [400, 405, 409, 413, 415, 422]
const maxLines = 60

/**
 * Logs requests that were refused because of who sent them or how often, and at `info` those turned away for what they asked: which account, from which network (a
 * keyed hash), what and where. At most `maxLines` a minute of each, so that a refused caller cannot fill the disk.
 */
export function logRefusals({ log, contextFor }: Pick<Shop, 'log' | 'contextFor'>, visitors: Visitors, clock = Date.now): MiddlewareHandler {
  let since = Number.NEGATIVE_INFINITY
  let lines = { warn: 0, info: 0 }
  return async (c, next) => {
    await next()
    const { status } = c.res
    const level = refused.includes(status) ? 'warn' : turnedAway.includes(status) ? 'info' : null
    if (!level) return
    if (clock() - since >= 60_000) [since, lines] = [clock(), { warn: 0, info: 0 }]
    if (++lines[level] > maxLines) return
    const address = visitors.addressOf(c)
    const network = address && contextFor().services.secrets.blind(`log ${address}`).slice(0, 12)
    const facts = { status, method: c.req.method, path: withoutSecrets(c.req.path), user: c.get('userId') ?? null, network }
    log[level](facts, lines[level] === maxLines ? 'request refused; no more of this minute are logged' : 'request refused')
  }
}
