export type Sent = { ok: true } | { ok: false; reason: string }

/** Sends one picture of a product and tells how far it is, 0 to 1. `fetch` cannot say so, the older way can. Never rejects. Browser only. */
export function sendPicture(address: string, file: File, onProgress: (part: number) => void): Promise<Sent> {
  return new Promise((settle) => {
    const request = new XMLHttpRequest()
    const form = new FormData()
    form.set('file', file)
    request.open('POST', address)
    request.responseType = 'text'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => settle(answerIn(request))
    request.onerror = () => settle({ ok: false, reason: 'The connection was lost.' })
    request.ontimeout = () => settle({ ok: false, reason: 'This took too long.' })
    request.timeout = 180_000
    request.send(form)
  })
}

function answerIn({ status, responseText }: XMLHttpRequest): Sent {
  const body = read(responseText)
  if (status === 201) return { ok: true }
  const { message } = Object(Object(body).error)
  if (typeof message === 'string') return { ok: false, reason: message }
  if (body === null && status === 200) return { ok: false, reason: 'You are signed out. Sign in in another tab, then try again.' }
  return { ok: false, reason: 'The shop could not take it. Please try again.' }
}

function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
