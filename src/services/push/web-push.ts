import { type Push, type PushAnswer, type PushMessage, pushSeconds } from '#services/push/push.ts'
import { NotPublic } from '#services/web-files/public-lookup.ts'
import { type Exceptions, mayBePublic, publicRequests } from '#services/web-files/public-request.ts'

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

/** The keys of the device are none. */
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
