import { withQuery } from '#web/addresses.ts'

export type Sent = { ok: true; kept: unknown } | { ok: false; reason: string }

/** Longer than the server's own limit for a video (server/http-server.ts). */
const deadlineMs = 620_000

/**
 * Sends one file as the body of a request, with its name and `fields` in the query (take-upload.ts), and reports the progress, 0 to 1, which `fetch` cannot do.
 * `kept` is the response's JSON. Never rejects; `stop` aborts it. Browser only.
 */
export function sendFile(
  address: string,
  file: File,
  onProgress: (part: number) => void,
  fields: Record<string, string> = {},
): { sent: Promise<Sent>; stop: () => void } {
  const request = new XMLHttpRequest()
  const sent = new Promise<Sent>((resolve) => {
    request.open('POST', withQuery(address, { ...fields, name: file.name }))
    // Its bytes say what it is.
    request.setRequestHeader('Content-Type', 'application/octet-stream')
    request.responseType = 'text'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(resultOf(request))
    request.onerror = () => resolve({ ok: false, reason: 'The connection was lost.' })
    request.ontimeout = () => resolve({ ok: false, reason: 'This took too long.' })
    request.onabort = () => resolve({ ok: false, reason: 'Cancelled.' })
    request.timeout = deadlineMs
    request.send(file)
  })
  return { sent, stop: () => request.abort() }
}

function resultOf({ status, responseText }: XMLHttpRequest): Sent {
  const kept = read(responseText)
  if (status === 201) return { ok: true, kept }
  const { code, message } = Object(Object(kept).error)
  // Some routes redirect to the sign-in page, which responds with 200.
  if (code === 'signed_out' || (kept === null && status === 200))
    return { ok: false, reason: 'You are signed out. Sign in in another tab, then try again.' }
  return { ok: false, reason: typeof message === 'string' ? message : 'The shop could not take it. Please try again.' }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
