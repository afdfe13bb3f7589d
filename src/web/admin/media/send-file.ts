import { adminUploadUrl } from '#web/addresses.ts'

export type Sent = { ok: true; url: string } | { ok: false; reason: string }

/** Longer than the shop itself waits for a video (server/body-limits.ts). */
const deadlineMs = 620_000

/**
 * Sends one file to a bucket of the storage and tells how far it is, 0 to 1. `fetch` cannot say so, the older way can. Never rejects; `stop` gives it up.
 * Browser only.
 */
export function sendFile(bucket: string, file: File, onProgress: (part: number) => void): { sent: Promise<Sent>; stop: () => void } {
  const request = new XMLHttpRequest()
  const form = new FormData()
  form.set('bucket', bucket)
  // The shop reads what stands before it first.
  form.set('file', file)
  const sent = new Promise<Sent>((settle) => {
    request.open('POST', adminUploadUrl)
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
  const body = Object(read(responseText))
  if (status === 201 && typeof body.url === 'string') return { ok: true, url: body.url }
  const { code, message } = Object(body.error)
  if (code === 'signed_out') return { ok: false, reason: 'You are signed out. Sign in in another tab, then try again.' }
  return { ok: false, reason: typeof message === 'string' ? message : 'The shop could not take it. Please try again.' }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
