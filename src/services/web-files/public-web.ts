import { lookup } from 'node:dns/promises'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Replacements for the Internet, for tests only. */
export interface Exceptions {
  /** The IP addresses of a host name, in place of DNS. */
  resolve?: (host: string) => Promise<string[]>
  /** Further `address:port` pairs that may be connected to, besides port 443 of public addresses. */
  reachable?: string[]
  /** The certificate to trust, PEM. */
  ca?: string
  deadlineMs?: number
}

interface Asking {
  method?: string
  headers: OutgoingHttpHeaders
  body?: Buffer
  signal: AbortSignal
}

/** Makes https requests to hosts of the public web alone (`publicLookup`). Follows no redirects. Rejects with NoSuchHost, NotPublic, or what the connection fails with. */
export function publicRequests({ resolve, reachable = [], ca }: Exceptions = {}) {
  return async (url: URL, { method = 'GET', headers, body, signal }: Asking): Promise<IncomingMessage> => {
    if (url.protocol !== 'https:') throw new NotPublic(url.protocol)
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const port = Number(url.port || 443)
    const lookup = await publicLookup(host, mayReach(port, reachable), signal, resolve)
    return new Promise((settle, fail) => {
      const path = url.pathname + url.search
      // A connection that no other request shares.
      const request = httpsRequest({ host, port, path, method, headers, agent: false, ca, lookup, signal }, settle)
      request.on('error', fail).end(body)
    })
  }
}

/** Whether an address may be one of the public web: as far as its text tells, and where its name can be resolved now. Where it leads is checked with each request again. */
export async function mayBePublic(address: string, { resolve, reachable = [] }: Exceptions, signal: AbortSignal): Promise<boolean> {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const isException = reachable.some((each) => each.endsWith(`:${url.port}`)) && !isIP(host)
  if (!isException && (url.port !== '' || !mayBePublicHost(host))) return false
  return publicLookup(host, mayReach(Number(url.port || 443), reachable), signal, resolve).then(
    () => true,
    (error) => !(error instanceof NotPublic),
  )
}

const mayReach = (port: number, reachable: string[]) => (address: string) =>
  (port === 443 && isPublicAddress(address)) || reachable.includes(`${address}:${port}`)

/** There is no host of this name. */
export class NoSuchHost extends Error {
  readonly code = 'ENOTFOUND'
}
/** The host is, with one of its addresses or its port, not on the public Internet. */
export class NotPublic extends Error {
  readonly code = 'ENOTPUBLIC'
}

/**
 * Resolves a host that a person has named, and answers a `lookup` for the connection to it. Each of its addresses must pass `mayReach` (SSRF), and the connection uses these
 * addresses, so that a second DNS answer cannot change them (DNS rebinding). Rejects with NoSuchHost, NotPublic, or what DNS or the signal fails with.
 */
export async function publicLookup(
  host: string,
  mayReach: (address: string) => boolean,
  signal: AbortSignal,
  resolve: (host: string) => Promise<string[]> = addressesOf,
): Promise<LookupFunction> {
  const addresses = isIP(host) ? [host] : await inTime(resolve(host), signal)
  if (addresses.length === 0) throw new NoSuchHost(host)
  if (!addresses.every(mayReach)) throw new NotPublic(host)
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, answer) => {
    const [first] = all
    if (options.all) answer(null, all)
    else answer(null, first?.address ?? '', first?.family)
  }
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** Rejects when the time is over, also where the work itself cannot be aborted. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return Promise.race([work, new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))])
}

/**
 * The IPv4 ranges that are not the public Internet: IANA's registry of special-purpose addresses (RFC 6890), multicast, reserved ranges, and Azure's
 * metadata address, which is public; other clouds' are in link-local, unique local or shared ranges.
 */
const closed4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
]
/** The IPv6 range in public use. It excludes loopback, link-local, unique local, multicast, IPv4-mapped and NAT64 addresses. */
const open6: [network: string, prefix: number] = ['2000::', 3]
/** Special ranges within it: protocol assignments with Teredo (2001::/23), documentation, 6to4, which embeds IPv4 addresses, and AS112. */
const closed6: [network: string, prefix: number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
]

/** Whether a text is a public IP address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && open.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Whether a host may be one of the public Internet, as far as its text tells: a public IP address, or a name with a dot. Names are resolved when they are connected to. */
export function mayBePublicHost(host: string): boolean {
  return isIP(host) ? isPublicAddress(host) : host.includes('.')
}

const closed = new BlockList()
for (const [network, prefix] of closed4) closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of closed6) closed.addSubnet(network, prefix, 'ipv6')
const open = new BlockList()
open.addSubnet(...open6, 'ipv6')
