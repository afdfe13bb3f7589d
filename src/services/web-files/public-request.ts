import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, mayBePublicHost } from './public-address.ts'
import { NotPublic, publicLookup } from './public-lookup.ts'

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
