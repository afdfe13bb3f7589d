import * as http from 'node:http'
import * as https from 'node:https'

export interface Outgoing {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
  /** Characters that are read of the answer; 64 thousand by default. */
  longestReply?: number
}

/** `unsent`: not a byte of the request left this machine. `lost`: it may have arrived, and no whole answer came back. */
export type Exchange =
  | { outcome: 'reply'; status: number; body: string }
  | { outcome: 'unsent'; reason: string }
  | { outcome: 'lost'; reason: string }

/**
 * One request and its answer. Never throws. The connection must be established within `connectTimeoutMs`; `signal` ends it all. The request is written only
 * after that (TLS included), which is what makes `unsent` certain.
 */
export function exchange(outgoing: Outgoing, connectTimeoutMs: number, signal: AbortSignal): Promise<Exchange> {
  return new Promise((resolve) => {
    const { method, url, headers, body } = outgoing
    const secure = url.startsWith('https:')
    const request = (secure ? https : http).request(url, {
      method,
      // Gateways take requests without a user agent for robots and answer a page.
      headers: {
        'User-Agent': 'viatu-daraja',
        Accept: 'application/json',
        ...headers,
        ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }),
      },
      agent: secure ? secureAgent : plainAgent,
      signal,
    })
    const connecting = setTimeout(() => request.destroy(new Error('connect time-out')), connectTimeoutMs)
    let sent = false

    request.once('socket', (socket) => {
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        clearTimeout(connecting)
        sent = true
        request.end(body)
      })
    })
    const fail = (error: unknown) => resolve({ outcome: sent ? 'lost' : 'unsent', reason: reasonOf(error) })
    request.once('response', (response) => {
      readAll(response, outgoing.longestReply).then((text) => resolve({ outcome: 'reply', status: response.statusCode ?? 0, body: text }), fail)
    })
    request.on('error', fail)
    request.once('close', () => clearTimeout(connecting))
  })
}

/** Every request has a connection of its own: one that was kept open may die under a prompt, and the shop could not tell whether the prompt was sent. */
const plainAgent = new http.Agent({ keepAlive: false })
const secureAgent = new https.Agent({ keepAlive: false })

/** M-Pesa's answers have some hundred characters. */
const longestReply = 64 * 1024

async function readAll(response: http.IncomingMessage, longest = longestReply): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  for await (const chunk of response) {
    text += chunk
    if (text.length > longest) throw new Error('reply too long')
  }
  return text
}

/** The system's own name of the error: messages contain addresses. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ABORT_ERR' ? 'time-out' : (code ?? message)
}
