import { type Exceptions, mayBePublic, NotPublic, publicRequests } from '#services/web-files/public-web.ts'

declare module '#core/context.ts' {
  interface Services {
    /** Only the job that sends alerts, and a test of it, talk to it. */
    push: Push
  }
}

/** Sends messages to browsers through the push services of their makers (Web Push, RFC 8030). */
export interface Push {
  /** A new pair of keys that proves to push services whose messages these are (RFC 8292): base64url. */
  makeKeys(): Promise<PushKeys>
  /** Whether an endpoint may be one of the public web, by its text and its name's addresses: https, on its usual port. */
  mayReach(endpoint: string): Promise<boolean>
  /** Never throws. The message is encrypted for the device alone (RFC 8291). */
  send(message: PushMessage): Promise<PushAnswer>
}

export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** What a browser gives who is to push to it. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

interface PushMessage {
  to: PushTarget
  keys: PushKeys
  /** Whom push services write to about them: an https: or mailto: address. */
  contact: string
  /** At most some 3,900 bytes. */
  payload: string
  /** A message with the same topic takes the place of one that the device has not got yet: up to 32 letters of base64url. */
  topic: string
}

/**
 * `gone`: the device takes none any more. `later`: not now, and after how many seconds where the service says so. `never`: this message is refused. Codes hold no address.
 */
type PushAnswer =
  | { outcome: 'sent' }
  | { outcome: 'gone'; code: string }
  | { outcome: 'later'; code: string; seconds: number | null }
  | { outcome: 'never'; code: string }

/** Seconds for which a push service keeps a message for a device that is off. */
export const pushSeconds = 24 * 60 * 60

/**
 * Web Push by the package web-push, which encrypts and signs; the request is ours, because an endpoint is an address that somebody's browser has named: it must be
 * of the public web, redirects are not followed, and the time is bounded.
 */
export function webPush({ deadlineMs = 10_000, ...exceptions }: Exceptions = {}): Push {
  const request = publicRequests(exceptions)
  return {
    makeKeys: async () => (await loaded()).generateVAPIDKeys(),
    mayReach: (endpoint) => mayBePublic(endpoint, exceptions, AbortSignal.timeout(deadlineMs)),
    async send(message) {
      const signal = AbortSignal.timeout(deadlineMs)
      try {
        const { endpoint, method, headers, body } = await encrypted(message)
        const response = await request(new URL(endpoint), { method, headers, body, signal })
        response.destroy()
        return answerOf(response.statusCode ?? 0, response.headers['retry-after'])
      } catch (error) {
        if (error instanceof NotPublic || error instanceof Unencryptable) return { outcome: 'gone', code: error.constructor.name }
        if (signal.aborted) return { outcome: 'later', code: 'timeout', seconds: null }
        return { outcome: 'later', code: String(Object(error).code ?? 'connection').slice(0, 60), seconds: null }
      }
    },
  }
}

/** The keys of the device cannot be used. */
class Unencryptable extends Error {}

/** Loaded with the first message: a start does without it. */
const loaded = async () => (await import('web-push')).default

async function encrypted({ to: { endpoint, p256dh, auth }, keys, contact, payload, topic }: PushMessage) {
  const { generateRequestDetails } = await loaded()
  try {
    return generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject: contact, ...keys },
      contentEncoding: 'aes128gcm',
      TTL: pushSeconds,
      urgency: 'high',
      topic,
    })
  } catch (error) {
    throw new Unencryptable('', { cause: error })
  }
}

/** 401 and 403 are about our keys, 400 and 413 about this message. */
function answerOf(status: number, retryAfter: string | undefined): PushAnswer {
  const code = String(status)
  if (status >= 200 && status < 300) return { outcome: 'sent' }
  if (status === 404 || status === 410) return { outcome: 'gone', code }
  if (status === 429 || status >= 500) return { outcome: 'later', code, seconds: secondsOf(retryAfter) }
  return { outcome: 'never', code }
}

/** A number of seconds, an hour at most; a date is not read. */
function secondsOf(retryAfter: string | undefined): number | null {
  return retryAfter && /^\d{1,9}$/.test(retryAfter) ? Math.min(Number(retryAfter), 3600) : null
}
