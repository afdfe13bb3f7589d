export type Sent = { ok: true; kept: unknown } | { ok: false; reason: string }

/** Longer than the shop itself waits for a video (server/body-limits.ts). */
const deadlineMs = 620_000

/**
 * Sends one file to a route that takes one in each request, after `fields`, and tells how far it is, 0 to 1. `fetch` cannot say so, the older way can.
 * `kept` is what was answered. Never rejects; `stop` gives it up. Browser only.
 */
export function sendFile(
  address: string,
  file: File,
  onProgress: (part: number) => void,
  fields: Record<string, string> = {},
): { sent: Promise<Sent>; stop: () => void } {
  const request = new XMLHttpRequest()
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file)
  const sent = new Promise<Sent>((settle) => {
    request.open('POST', address)
    request.responseType = 'text'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => settle(answerIn(request))
    request.onerror = () => settle({ ok: false, reason: 'The connection was lost.' })
    request.ontimeout = () => settle({ ok: false, reason: 'This took too long.' })
    request.onabort = () => settle({ ok: false, reason: 'Given up.' })
    request.timeout = deadlineMs
    request.send(form)
  })
  return { sent, stop: () => request.abort() }
}

function answerIn({ status, responseText }: XMLHttpRequest): Sent {
  const kept = read(responseText)
  if (status === 201) return { ok: true, kept }
  const { code, message } = Object(Object(kept).error)
  // Some routes lead to the page for signing in, which answers 200.
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
