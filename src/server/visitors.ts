import { isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import { type Actor, anonymous, type Log } from '#core/context.ts'
import { referralOf } from '#core/cookie.ts'
import { limitDetails, type ProcessLimitName, processLimits } from '#domain/limits.ts'
import { Problem } from '#domain/problem.ts'
import { readOpened } from '#features/orders/short-links.ts'
import { findActor } from '#features/people/find-actor.ts'
import { knownDevice, readSessionToken } from '#features/people/sessions.ts'
import type { Shop } from '#server/running-shop.ts'

/** Authenticates a request. `address` is the visitor's network, or null for this machine. */
export type Identify = (request: Request, address: string | null) => Actor | Promise<Actor>

/** The actor and the network of a request, for every route. */
export interface Visitors {
  identify(c: Context): Actor | Promise<Actor>
  addressOf(c: Context): string | null
}

/** `proxies` is how many of the shop's own stand in front (TRUSTED_PROXY). */
export function visitorsOf(identify: Identify, proxies: number, log: Log): Visitors {
  const addressOf = createAddressReader(proxies, log)
  return {
    addressOf,
    identify: async (c) => {
      const actor = await identify(c.req.raw, addressOf(c))
      // For the log of refusals, which must not ask again.
      c.set('userId', actor.userId)
      return actor
    },
  }
}

/** The actor of a request, by the session of its cookie or bearer token, with current roles. A request with neither needs no query. */
export function identifyBy(shop: Pick<Shop, 'contextFor'>): Identify {
  return async (request, address) => {
    const visitor = shop.contextFor(visitorOf(request, address))
    const { services } = visitor
    const { headers } = request
    const carried = {
      referral: referralOf(services, headers, Date.now()),
      device: knownDevice(services, headers),
      opened: readOpened(visitor, headers),
    }
    const ctx = { ...visitor, actor: { ...visitor.actor, ...carried } }
    const token = readSessionToken(ctx.services, headers)
    return { ...ctx.actor, ...(token && (await findActor(ctx, token))) }
  }
}

/** The actor of a visitor who is not signed in; the request may carry an order's key (`Order-Key`). */
function visitorOf(request: Request, address: string | null): Actor {
  return { ...anonymous, orderKey: request.headers.get('order-key'), address }
}

/**
 * The network a request comes from, for limits per visitor: an IPv4 address as it is, an IPv6 address cut to its /64, which is what one household
 * gets; null for this machine. `proxies` is the number of proxies in front of the shop. Each appends its caller to X-Forwarded-For, so the visitor is
 * that many entries from the right; entries further left may be forged. Where that entry is missing, the address of the connection counts (usually the
 * last proxy's): then all its visitors share one limit, and `isMissing` is true.
 */
export function networkOf(
  socket: string | undefined,
  forwarded: string | undefined,
  proxies: number,
): { network: string | null; isMissing: boolean } {
  const entry = proxies === 0 ? socket : forwarded?.split(',').at(-proxies)
  const address = addressIn(entry)
  if (address !== null || proxies === 0) return { network: address && toNetwork(address), isMissing: false }
  const nearest = addressIn(socket)
  // Unlike above, loopback is not null here: a request without an address would have no limit.
  return { network: nearest && (toNetwork(nearest) ?? nearest), isMissing: true }
}

/** Reads the network of requests; null for a request without a socket. Logs once when a proxy sends no X-Forwarded-For. */
export function createAddressReader(proxies: number, log: Pick<Log, 'warn'>): (c: Context) => string | null {
  let isLogged = false
  return (c) => {
    const { network, isMissing } = networkOf(socketAddressOf(c), c.req.header('x-forwarded-for'), proxies)
    if (isMissing && !isLogged) {
      isLogged = true
      log.warn(
        { proxies, socket: socketAddressOf(c) },
        'TRUSTED_PROXY: a request carried no usable X-Forwarded-For. Its visitor is counted by the address of the proxy, as all such visitors together',
      )
    }
    return network
  }
}

/** The remote address of the connection, perhaps a proxy's; undefined for a request without a socket. */
export function socketAddressOf(c: Context): string | undefined {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return env?.incoming?.socket?.remoteAddress
}

/** The IP address of a text, without a port, which some proxies add; null where there is none. */
function addressIn(text: string | undefined): string | null {
  const address = text?.trim() ?? ''
  const v4 = address.replace(/:\d+$/, '')
  if (isIPv4(v4)) return v4
  const v6 = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, '')
  return isIPv6(v6) ? v6 : null
}

function toNetwork(address: string): string | null {
  return isIPv4(address) ? publicOnly(address) : networkOfV6(address)
}

function networkOfV6(address: string): string | null {
  const groups = groupsOf(address)
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number]
  const zeros = groups.slice(0, 5).every((group) => group === '0')
  if (zeros && groups[5] === 'ffff') return publicOnly([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  if (zeros && groups[5] === '0' && high === 0 && low <= 1) return null
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** The eight groups of an IPv6 address in their shortest form; the URL parser normalises every spelling. */
function groupsOf(address: string): string[] {
  const [left, right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::') as [string, string?]
  const head = left ? left.split(':') : []
  const tail = right ? right.split(':') : []
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function publicOnly(v4: string): string | null {
  return v4.startsWith('127.') || v4 === '0.0.0.0' ? null : v4
}

/** The rate limits that each process counts in its own memory. */
export interface MemoryRateLimiter {
  /** Counts one use; throws Problem `too_many` above the limit. A null key is not counted. */
  consume(name: ProcessLimitName, key: string | null): void
}

/** Fixed windows: each starts from zero, which bounds the memory. `clock` in milliseconds. */
export function createMemoryRateLimiter(clock: () => number = () => performance.now()): MemoryRateLimiter {
  const counted = new Map<ProcessLimitName, { until: number; uses: Map<string, number> }>()
  return {
    consume: (name, key) => {
      if (key === null) return
      const limit = processLimits[name]
      const now = clock()
      let window = counted.get(name)
      if (!window || window.until <= now) {
        window = { until: now + limit.seconds * 1000, uses: new Map() }
        counted.set(name, window)
      }
      const used = window.uses.get(key) ?? 0
      if (used >= limit.max) throw new Problem('too_many', limitDetails(limit, (window.until - now) / 1000))
      window.uses.set(key, used + 1)
    },
  }
}
