import { isIPv4, isIPv6 } from 'node:net'
import type { Context } from 'hono'

/**
 * The network a request comes from, for limits per visitor: an IPv4 address as it is, an IPv6 address cut to its /64, which is what one household
 * gets; null for this machine and for what cannot be read. `proxies` stand in front of the shop, and each has added who called it to
 * X-Forwarded-For: the visitor is so many entries from the right, and what stands further left anybody may have written.
 */
export function networkOf(socket: string | undefined, forwarded: string | undefined, proxies: number): string | null {
  return toNetwork(proxies === 0 ? socket : forwarded?.split(',').at(-proxies))
}

/** The same for a request that came through a socket of ours; null for one that came through none. */
export function networkOfRequest(c: Context, proxies: number): string | null {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  return networkOf(env?.incoming?.socket?.remoteAddress, c.req.header('x-forwarded-for'), proxies)
}

function toNetwork(text: string | undefined): string | null {
  const address = text?.trim() ?? ''
  // Some proxies add the port.
  const v4 = address.replace(/:\d+$/, '')
  if (isIPv4(v4)) return publicOnly(v4)
  const v6 = address.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/%.*$/, '')
  return isIPv6(v6) ? networkOfV6(v6) : null
}

function networkOfV6(address: string): string | null {
  const groups = groupsOf(address)
  const [high, low] = groups.slice(6).map((group) => Number.parseInt(group, 16)) as [number, number]
  const zeros = groups.slice(0, 5).every((group) => group === '0')
  if (zeros && groups[5] === 'ffff') return publicOnly([high >> 8, high & 255, low >> 8, low & 255].join('.'))
  if (zeros && groups[5] === '0' && high === 0 && low <= 1) return null
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Eight groups in their shortest spelling: the URL parser knows all spellings of one address. */
function groupsOf(address: string): string[] {
  const [left, right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::') as [string, string?]
  const head = left ? left.split(':') : []
  const tail = right ? right.split(':') : []
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
}

function publicOnly(v4: string): string | null {
  return v4.startsWith('127.') || v4 === '0.0.0.0' ? null : v4
}
