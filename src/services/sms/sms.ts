declare module '#core/context.ts' {
  interface Services {
    /** Only the job that sends notices talks to it; null in a shop that sends e-mails only. */
    sms: Sms | null
  }
}

/** Sends SMS. */
export interface Sms {
  /** Never throws. `to` is `2547XXXXXXXX` or `2541XXXXXXXX`. */
  send(message: { to: string; text: string }): Promise<SmsAnswer>
}

/**
 * `sent`: the gateway has accepted it. `never`: not sent, and this number will never accept one. `later`: not sent, a retry may succeed. `unknown`: it
 * may have arrived; the gateway cannot be queried, so it is not repeated. Codes contain no phone number and no text.
 */
export type SmsAnswer =
  | { outcome: 'sent'; id: string | null }
  | { outcome: 'never'; code: string }
  | { outcome: 'later'; code: string }
  | { outcome: 'unknown'; code: string }

/** An account at the gateway. */
export interface SmsSettings {
  /** Without a trailing slash. */
  baseUrl: string
  username: string
  apiKey: string
  /** The sender of messages: a registered name or short code. */
  senderId: string
}

/** Maximum messages sent at the same time. */
export const messagesAtOnce = 5

const needed = ['SMS_USERNAME', 'SMS_API_KEY', 'SMS_SENDER_ID'] as const
type Given = Partial<Record<(typeof needed)[number] | 'SMS_BASE_URL', unknown>>

/** Why these variables of the environment are invalid, or null. */
export function smsRefusal(given: Given): string | null {
  const missing = needed.filter((name) => given[name] === undefined)
  if (missing.length === 0 || (missing.length === needed.length && given.SMS_BASE_URL === undefined)) return null
  return `SMS is half set: ${missing.join(', ')} missing. Set all of it, or none to send e-mails only.`
}

/** The account at Africa's Talking, or at the gateway of `baseUrl`; null where it is not whole. The user `sandbox` gets the sandbox. */
export function smsOf(
  { sms_username: username, sms_api_key: apiKey, sms_sender: senderId }: Record<'sms_username' | 'sms_api_key' | 'sms_sender', string | null>,
  baseUrl: string | null,
): SmsSettings | null {
  if (username === null || apiKey === null || senderId === null) return null
  const home = username === 'sandbox' ? 'https://api.sandbox.africastalking.com' : 'https://api.africastalking.com'
  return { baseUrl: baseUrl ?? home, username, apiKey, senderId }
}
