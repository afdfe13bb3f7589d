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
