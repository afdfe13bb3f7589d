import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { isProblem, Problem } from '#domain/problem.ts'
import { type Exceptions, NoSuchHost, NotPublic, publicRequests } from './public-web.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Fetches files of other web sites. */
    webFiles: WebFiles
  }
}

/** Fetches files from other web sites, to store them in the shop. */
export interface WebFiles {
  /**
   * The bytes at a public https URL. Sends no cookies or credentials, follows up to 3 redirects, and reads at most `maxBytes` within 15 s of the call.
   * Problems, from the call or while the body is read: file_refused with a sentence about what happened, file_too_large.
   */
  fetch(address: string, maxBytes: number): Promise<ReadableStream<Uint8Array>>
}

const maxRedirects = 3
const instead = 'Download the file and upload it here instead.'

const headers = { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0 (compatible; Viatu)' }

/** See WebFiles. Every URL, including redirects, must be of the public web (public-web.ts). */
export function httpsFiles({ deadlineMs = 15_000, ...exceptions }: Exceptions = {}): WebFiles {
  const request = publicRequests(exceptions)

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    try {
      return await request(url, { headers, signal })
    } catch (error) {
      if (error instanceof NoSuchHost) throw noSuchSite()
      if (error instanceof NotPublic) throw refusal(`The shop fetches files from public web sites only, and ${url.host} is none. ${instead}`)
      throw error
    }
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

function readAddress(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (url?.protocol !== 'https:') throw refusal(`The shop fetches files over https:// only. ${instead}`)
  if (url.username || url.password) throw refusal('Leave the user name and the password out of the address.')
  return url
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
