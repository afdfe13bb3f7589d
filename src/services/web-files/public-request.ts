import { lookup } from 'node:dns/promises'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

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

/** There is no host of this name. */
export class NoSuchHost extends Error {}
/** The host is, with one of its addresses or its port, not on the public web. */
export class NotPublic extends Error {}

/**
 * Makes https requests to hosts of the public web alone: a name must resolve to public IP addresses only (SSRF), and the connection uses the checked addresses, so that a
 * second DNS answer cannot change them (DNS rebinding). Follows no redirects. Rejects with NoSuchHost, NotPublic, or what the connection fails with.
 */
export function publicRequests({ resolve = addressesOf, reachable = [], ca }: Exceptions = {}) {
  const mayReach = (address: string, port: number) => (port === 443 && isPublicAddress(address)) || reachable.includes(`${address}:${port}`)

  return async (url: URL, { method = 'GET', headers, body, signal }: Asking): Promise<IncomingMessage> => {
    if (url.protocol !== 'https:') throw new NotPublic(url.protocol)
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const port = Number(url.port || 443)
    const addresses = isIP(host) ? [host] : await inTime(resolve(host), signal)
    if (addresses.length === 0) throw new NoSuchHost(host)
    if (!addresses.every((address) => mayReach(address, port))) throw new NotPublic(url.host)
    return new Promise((settle, fail) => {
      const path = url.pathname + url.search
      // A connection that no other request shares.
      const request = httpsRequest({ host, port, path, method, headers, agent: false, ca, lookup: answering(addresses), signal }, settle)
      request.on('error', fail).end(body)
    })
  }
}

/** Whether an address may be one of the public web, as far as its text tells; where it leads is checked with each request. */
export function mayBePublic(address: string, { reachable = [] }: Exceptions = {}): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' || url.username || url.password) return false
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (reachable.some((each) => each.endsWith(`:${url.port}`)) && !isIP(host)) return true
  return url.port === '' && (isIP(host) ? isPublicAddress(host) : host.includes('.'))
}

async function addressesOf(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

/** A `lookup` that returns the checked addresses. */
function answering(addresses: string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_host, options, answer) => {
    const [first] = all
    if (options.all) answer(null, all)
    else answer(null, first?.address ?? '', first?.family)
  }
}

/** Rejects when the time is over, also where the work itself cannot be aborted. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return Promise.race([work, new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))])
}
