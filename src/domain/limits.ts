import type { ProblemDetails } from '#domain/problem.ts'

/** A rate limit: at most `max` uses in any `seconds`; `message` is the sentence that the refused visitor reads. */
interface Limit {
  max: number
  seconds: number
  message: string
}

const minute = 60
const hour = 60 * minute

/**
 * The rate limits by account, phone or network (promises §5, Rate), such as those of sign-in, which features/people/sign-in.ts counts. Many Kenyan phones share
 * one IP address, so limits by account and phone are strict and limits by address are loose. Counted in PostgreSQL, for all processes together (`consume`).
 */
export const limits = {
  // A draft holds no stock, but each is a row with a name and an address.
  draft_address: { max: 20, seconds: 10 * minute, message: 'Very many orders were begun from this network.' },
  order_address: { max: 40, seconds: 10 * minute, message: 'Very many orders came from this network.' },
  order_account: { max: 6, seconds: 10 * minute, message: 'You placed many orders in a short time.' },
  order_phone: { max: 6, seconds: 10 * minute, message: 'Many orders were placed for this phone in a short time.' },

  // Above these a click is not counted, silently: the visitor still gets the page, and orders still credit the affiliate (docs/decisions/0011).
  click_address: { max: 120, seconds: minute, message: 'Very many links were opened from this network.' },
  click_affiliate: { max: 200, seconds: 24 * hour, message: 'Very many links of this affiliate were opened from this network.' },
  ad_click_address: { max: 120, seconds: minute, message: 'Very many ads were opened from this network.' },
  ad_click_ad: { max: 200, seconds: 24 * hour, message: 'This ad was opened very often from this network.' },

  // Unknown browsers are counted by network, and all networks together; a browser that has signed in to the account before has a count of its own, so
  // that an attacker who guesses passwords cannot lock the owner out (decision 10).
  sign_in_device: { max: 5, seconds: minute, message: 'There were too many tries to sign in to this account.' },
  sign_in_account: { max: 5, seconds: minute, message: 'There were too many tries to sign in to this account.' },
  sign_in_anywhere: { max: 60, seconds: 10 * minute, message: 'There were too many tries to sign in to this account.' },
  sign_in_address: { max: 30, seconds: minute, message: 'There were too many tries to sign in from this network.' },
  sign_up_address: { max: 20, seconds: hour, message: 'Very many accounts were opened from this network.' },
  claim_address: { max: 30, seconds: hour, message: 'This link was tried very often from this network.' },
  recover_account: { max: 3, seconds: hour, message: 'We were asked for several recovery e-mails to this address.' },
  recover_address: { max: 20, seconds: hour, message: 'Very many recovery e-mails were asked for from this network.' },
  verify_account: { max: 3, seconds: hour, message: 'We were asked for several e-mails to this address.' },
  verify_address: { max: 20, seconds: hour, message: 'Very many e-mails were asked for from this network.' },
  // Above this the order goes on but no e-mail is sent, so that orders in a stranger's name cannot flood the stranger's mailbox.
  notice_address: { max: 10, seconds: 24 * hour, message: 'Very many orders were placed with this e-mail address.' },
  second_factor_account: { max: 5, seconds: 5 * minute, message: 'There were too many tries with a code.' },
  push_test_account: { max: 10, seconds: 10 * minute, message: 'You sent many test messages.' },
  upload_account: { max: 600, seconds: hour, message: 'You sent very many files.' },
  // A visitor is a browser of a network, or an account (docs/decisions/0019).
  chat_visitor: { max: 10, seconds: minute, message: 'You sent many messages in a short time.' },
  chat_visitor_day: { max: 100, seconds: 24 * hour, message: 'You sent very many messages today.' },
  chat_address: { max: 100, seconds: minute, message: 'Very many messages came from this network.' },
  // Above this the chat answers by search (features/assistant/reply-with-model.ts), so that one network cannot use up the day's model budget.
  chat_model_address: { max: 100, seconds: hour, message: 'Very many messages came from this network.' },
  chat_order_visitor: { max: 10, seconds: hour, message: 'You asked about orders many times.' },
  // Only wrong pairs of code and phone are counted, each once, and phone and code by network: a right pair always opens.
  track_address: { max: 60, seconds: hour, message: 'Very many orders were looked for from this network.' },
  track_phone: { max: 10, seconds: hour, message: 'Many orders were looked for with this phone number.' },
  track_code: { max: 10, seconds: hour, message: 'This code was tried with many phone numbers.' },
  // Each sends one SMS to a phone, which the shop pays for.
  track_link_address: { max: 20, seconds: hour, message: 'Very many links were asked for from this network.' },
  track_link_phone: { max: 3, seconds: 24 * hour, message: 'We have sent several links to this phone already.' },
  // Only short links that do not exist are counted, so that a guesser does not block the other visitors of the same network.
  short_link_address: { max: 30, seconds: 10 * minute, message: 'Very many links that open nothing were tried from this network.' },
  rider_link_address: { max: 30, seconds: 10 * minute, message: 'Very many links that open nothing were tried from this network.' },
  chat_order_address: { max: 100, seconds: hour, message: 'Very many orders were asked about from this network.' },
  sender_test: { max: 5, seconds: 10 * minute, message: 'You have sent several tests.' },
  mpesa_account: { max: 20, seconds: hour, message: 'M-Pesa accounts were tried very often.' },
  // Links of invitations that open nothing, as above.
  invitation_link_address: { max: 30, seconds: 10 * minute, message: 'Very many links that open nothing were tried from this network.' },
  invitation_account: { max: 30, seconds: hour, message: 'You invited many people in a short time.' },
  password_account: { max: 5, seconds: 10 * minute, message: 'There were too many tries with the password.' },
} as const satisfies Record<string, Limit>
export type LimitName = keyof typeof limits

/** Limits that protect the CPU and not money: each process counts in its own memory. Cached pages are never counted. */
export const processLimits = {
  search_address: { max: 60, seconds: minute, message: 'Very many searches came from this network.' },
  page_address: { max: 300, seconds: minute, message: 'Very many pages were opened from this network.' },
} as const satisfies Record<string, Limit>
export type ProcessLimitName = keyof typeof processLimits

/** Details of the Problem `too_many`: the sentence, and Retry-After in seconds, at most the limit's own window. */
export function limitDetails({ message, seconds: window }: Pick<Limit, 'message' | 'seconds'>, seconds: number): ProblemDetails {
  // A use that was counted just after this request began could otherwise round up to a minute more.
  const retryAfter = Math.min(window, Math.max(1, Math.ceil(seconds)))
  return { retryAfter, detail: `${message} Please wait ${formatWait(retryAfter)}` }
}

/** A waiting time in words, rounded up. */
export function formatWait(seconds: number): string {
  if (seconds <= 10) return 'a few seconds'
  const minutes = Math.ceil(seconds / minute)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `about ${minutes} minutes`
  const hours = Math.ceil(seconds / hour)
  return hours === 1 ? 'about an hour' : `about ${hours} hours`
}

/** Lists and badges of the admin panel count up to this many rows: counting all rows of a big shop would cost more than showing a page of it. */
export const maxCounted = 10_000
/** The same for lists of products in the shop, where each search is counted. */
export const maxTotal = 1000

/** `5,054`; a count above the highest is `10,000+`. */
export function formatCount(count: number, highest = maxCounted): string {
  return count > highest ? `${highest.toLocaleString('en-KE')}+` : count.toLocaleString('en-KE')
}

/**
 * The part of the table of problems (problem.ts) that pages show from the browser. Every visitor downloads it, so it is small.
 * Texts in braces are filled from the problem's details.
 */
export const pageProblems = {
  too_many: { status: 429, title: 'Too many tries', message: '{detail}, then try again.' },
  unavailable: { status: 503, title: 'One moment', message: 'The shop is busy. Please try again in a few seconds.' },
} as const

/** A message with `{detail}` filled in. */
export function withDetail(message: string, detail = ''): string {
  return message.replace('{detail}', () => detail)
}
