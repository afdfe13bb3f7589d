import type { ProblemDetails } from '#domain/problem.ts'

/** A rate limit: at most `max` uses in any `seconds`; `message` says what there was too much of. */
export interface Limit {
  max: number
  seconds: number
  message: string
}

const minute = 60
const hour = 60 * minute

/**
 * How often something may be done, by account, phone or network (promises §5, Rate). Many Kenyan phones share one address, so what is counted
 * by account and phone is strict, and what is counted by address is loose. Counted in the database, for all processes (`consume`).
 */
export const limits = {
  // A draft holds no pairs, but each is a row with a name and an address.
  draft_address: { max: 20, seconds: 10 * minute, message: 'Very many orders were begun from this network.' },
  order_address: { max: 40, seconds: 10 * minute, message: 'Very many orders came from this network.' },
  order_account: { max: 6, seconds: 10 * minute, message: 'You placed many orders in a short time.' },
  order_phone: { max: 6, seconds: 10 * minute, message: 'Many orders were placed for this phone in a short time.' },

  // Past these a click is not counted, and nobody is told: the visitor keeps the link, and an order is whose it is (docs/decisions/0011).
  click_address: { max: 120, seconds: minute, message: 'Very many links were opened from this network.' },
  click_affiliate: { max: 200, seconds: 24 * hour, message: 'Very many links of this affiliate were opened from this network.' },
  ad_click_address: { max: 120, seconds: minute, message: 'Very many ads were opened from this network.' },
  ad_click_ad: { max: 200, seconds: 24 * hour, message: 'This ad was opened very often from this network.' },

  // Strangers are counted from one network, and from all of them together; a browser that has signed in to the account before is counted by itself, so
  // that nobody who tries passwords locks the owner out (decision 10).
  sign_in_device: { max: 5, seconds: minute, message: 'There were too many tries to sign in to this account.' },
  sign_in_account: { max: 5, seconds: minute, message: 'There were too many tries to sign in to this account.' },
  sign_in_anywhere: { max: 60, seconds: 10 * minute, message: 'There were too many tries to sign in to this account.' },
  sign_in_address: { max: 30, seconds: minute, message: 'There were too many tries to sign in from this network.' },
  sign_up_address: { max: 20, seconds: hour, message: 'Very many accounts were opened from this network.' },
  recover_account: { max: 3, seconds: hour, message: 'We were asked for several recovery e-mails to this address.' },
  recover_address: { max: 20, seconds: hour, message: 'Very many recovery e-mails were asked for from this network.' },
  verify_account: { max: 3, seconds: hour, message: 'We were asked for several e-mails to this address.' },
  verify_address: { max: 20, seconds: hour, message: 'Very many e-mails were asked for from this network.' },
  // Past these an order goes on and its buyer is not written to: nobody fills a stranger's mailbox by ordering in their name.
  notice_address: { max: 10, seconds: 24 * hour, message: 'Very many orders were placed with this e-mail address.' },
  second_factor_account: { max: 5, seconds: 5 * minute, message: 'There were too many tries with a code.' },
  upload_account: { max: 600, seconds: hour, message: 'You sent very many files.' },
  // A visitor is a browser of a network, or an account (docs/decisions/0019).
  chat_visitor: { max: 10, seconds: minute, message: 'You sent many messages in a short time.' },
  chat_visitor_day: { max: 100, seconds: 24 * hour, message: 'You sent very many messages today.' },
  chat_address: { max: 100, seconds: minute, message: 'Very many messages came from this network.' },
  // Past these the shelves answer (features/chat/reply-with-model.ts): no one network spends the shop's day in minutes under ever new names.
  chat_model_address: { max: 100, seconds: hour, message: 'Very many messages came from this network.' },
  chat_order_visitor: { max: 10, seconds: hour, message: 'You asked about orders many times.' },
  // One pair of code and phone counts once, however often it is looked at; a guesser who knows one half has few tries at the other.
  track_address: { max: 60, seconds: hour, message: 'Very many orders were looked for from this network.' },
  track_phone: { max: 10, seconds: hour, message: 'Many orders were looked for with this phone number.' },
  track_code: { max: 10, seconds: hour, message: 'This code was tried with many phone numbers.' },
  // Each sends one SMS to a phone, which the shop pays for.
  track_link_address: { max: 20, seconds: hour, message: 'Very many links were asked for from this network.' },
  track_link_phone: { max: 3, seconds: 24 * hour, message: 'We have sent several links to this phone already.' },
  // Only short links that open nothing are counted, so that a guesser does not block the other visitors of the same network.
  short_link_address: { max: 30, seconds: 10 * minute, message: 'Very many links that open nothing were tried from this network.' },
  chat_order_address: { max: 100, seconds: hour, message: 'Very many orders were asked about from this network.' },
  password_account: { max: 5, seconds: 10 * minute, message: 'There were too many tries with the password.' },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

/** These protect the processor and not money: each process counts for itself, in memory. Pages that are kept cost nothing and are never counted. */
export const processLimits = {
  search_address: { max: 60, seconds: minute, message: 'Very many searches came from this network.' },
  page_address: { max: 300, seconds: minute, message: 'Very many pages were opened from this network.' },
} as const satisfies Record<string, Limit>
export type ProcessLimitName = keyof typeof processLimits

/** What the Problem `too_many` says when the limit opens again in so many seconds. */
export function limitDetails({ message, seconds: window }: Pick<Limit, 'message' | 'seconds'>, seconds: number): ProblemDetails {
  // Never longer than the limit itself: a use counted a hair after this request began would else add a minute.
  const retryAfter = Math.min(window, Math.max(1, Math.ceil(seconds)))
  return { retryAfter, detail: `${message} Please wait ${waitWords(retryAfter)}` }
}

/** Rounded up, so that who waits as long is let in. */
export function waitWords(seconds: number): string {
  if (seconds <= 10) return 'a few seconds'
  const minutes = Math.ceil(seconds / minute)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `about ${minutes} minutes`
  const hours = Math.ceil(seconds / hour)
  return hours === 1 ? 'about an hour' : `about ${hours} hours`
}
