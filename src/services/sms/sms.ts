/** Sends short messages to phones. */
export interface Sms {
  /** Never throws. `to` is a number as the books have it, `2547XXXXXXXX`. */
  send(message: { to: string; text: string }): Promise<SmsAnswer>
}

/**
 * `sent`: the gateway has taken it. `never`: nothing was sent, and nothing will be to this number. `later`: nothing was sent, and another try may end
 * differently. `unknown`: it may have arrived; a gateway cannot be asked, so whoever must not repeat it lets it be. Codes hold no number and no words.
 */
export type SmsAnswer =
  | { outcome: 'sent'; id: string | null }
  | { outcome: 'never'; code: string }
  | { outcome: 'later'; code: string }
  | { outcome: 'unknown'; code: string }

/** An account with the gateway. */
export interface SmsSettings {
  /** No slash at the end. */
  baseUrl: string
  username: string
  apiKey: string
  /** Whom messages are from: a registered name or short code. */
  senderId: string
}

/** Messages that may be on their way at the same time. */
export const messagesAtOnce = 5
