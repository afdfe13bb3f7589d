import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { isProblem, Problem } from '#domain/problem.ts'
import { isPublicAddress } from './public-address.ts'
import type { WebFiles } from './web-files.ts'

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

const maxRedirects = 3
const instead = 'Download the file and upload it here instead.'

/**
 * See WebFiles. Every URL, including redirects, must be https and resolve to public IP addresses only (SSRF), and the connection uses the checked
 * addresses, so that a second DNS answer cannot change them (DNS rebinding).
 */
export function httpsFiles({ resolve = addressesOf, reachable = [], ca, deadlineMs = 15_000 }: Exceptions = {}): WebFiles {
  const mayReach = (address: string, port: number) => (port === 443 && isPublicAddress(address)) || reachable.includes(`${address}:${port}`)

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    const port = Number(url.port || 443)
    const addresses = isIP(host) ? [host] : await inTime(resolve(host), signal)
    if (addresses.length === 0) throw noSuchSite()
    if (!addresses.every((address) => mayReach(address, port)))
      throw refusal(`The shop fetches files from public web sites only, and ${url.host} is none. ${instead}`)
    return new Promise((settle, fail) => {
      const request = httpsRequest(
        {
          host,
          port,
          path: url.pathname + url.search,
          headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0 (compatible; Viatu)' },
          // A connection that no other request shares.
          agent: false,
          ca,
          lookup: answering(addresses),
          signal,
        },
        settle,
      )
      request.on('error', fail).end()
    })
  }

  async function follow(address: string, signal: AbortSignal): Promise<IncomingMessage> {
    let url = readAddress(address)
    for (let redirects = 0; ; redirects++) {
      const response = await open(url, signal)
      const { statusCode = 0, headers } = response
      if (statusCode === 200) return response
      response.destroy()
      if (![301, 302, 303, 307, 308].includes(statusCode) || headers.location === undefined)
        throw refusal(
          `${url.host} does not give out this file (it answered ${statusCode}). Check the address, or download the file and upload it here.`,
        )
      if (redirects === maxRedirects) throw refusal(`The address leads from one to the next more than ${maxRedirects} times. ${instead}`)
      url = readAddress(headers.location, url)
    }
  }

  return {
    async fetch(address, maxBytes) {
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        return Readable.toWeb(Readable.from(bytesOf(await follow(address, signal), maxBytes, signal))) as ReadableStream<Uint8Array>
      } catch (error) {
        throw problemOf(error, signal)
      }
    },
  }
}

async function* bytesOf(response: IncomingMessage, maxBytes: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of response as AsyncIterable<Uint8Array>) {
      bytes += piece.byteLength
      if (bytes > maxBytes) throw new Problem('file_too_large', { detail: `${Math.floor(maxBytes / 2 ** 20)} MB` })
      yield piece
    }
  } catch (error) {
    throw problemOf(error, signal)
  }
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

function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (url?.protocol !== 'https:') throw refusal(`The shop fetches files over https:// only. ${instead}`)
  if (url.username || url.password) throw refusal('Leave the user name and the password out of the address.')
  return url
}

/** Rejects when the time is over, also where the work itself cannot be aborted. */
function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return Promise.race([work, new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason), { once: true }))])
}

function problemOf(error: unknown, signal: AbortSignal): Problem {
  if (isProblem(error)) return error
  if (signal.aborted) return refusal(`The site took too long to give out this file. ${instead}`)
  const { code, syscall } = Object(error)
  if (syscall === 'getaddrinfo' && code === 'ENOTFOUND') return noSuchSite()
  return refusal(`The site could not be reached safely over https://. Check the address, or download the file and upload it here.`)
}

function noSuchSite(): Problem {
  return refusal('There is no web site of this name. Check the address.')
}

function refusal(detail: string): Problem {
  return new Problem('file_refused', { detail })
}
