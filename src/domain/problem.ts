import { pageProblems, withDetail } from '#domain/limits.ts'

/** The part of the table of problems that pages show as a state of their own: a link that leads nowhere, an order that is over. */
export const stateProblems = {
  order_not_found: { status: 404, title: 'Order not found', message: 'We could not find this order. Check the link.' },
  hold_over: {
    status: 409,
    title: 'Order expired',
    message: 'This order waited too long and its pairs went back on the shelf. Put the items back in your cart to try again.',
  },
  payment_failed: { status: 422, title: 'M-Pesa Error', message: 'M-Pesa payment failed' },
  link_invalid: { status: 400, title: 'Invalid link', message: 'This link is invalid or has expired. Please ask for a new one.' },
  reset_link_invalid: {
    status: 400,
    title: 'Invalid reset link',
    message: 'This password reset link is invalid or has expired. Please request a new one.',
  },
} as const

/**
 * Every refusal of the shop: code -> HTTP status, title and message for people (spec §5 and §8).
 * Texts in braces are filled from the problem's details.
 */
export const problems = {
  ...pageProblems,
  ...stateProblems,
  bad_input: { status: 400, title: 'Please check the form', message: 'Some fields need another look.' },
  malformed: { status: 400, title: 'Bad request', message: 'The request could not be read.' },
  unknown_filter: { status: 400, title: 'Bad request', message: 'This list cannot be filtered that way: {detail}.' },
  signed_out: { status: 401, title: 'Sign in first', message: 'Please sign in to continue.' },
  second_factor_needed: {
    status: 403,
    title: 'Two-step sign-in needed',
    message: 'Owners and managers use two-step sign-in. Set it up under Your account first.',
  },
  forbidden: { status: 403, title: 'Not allowed', message: "You don't have permission to do this." },
  cross_site: { status: 403, title: 'Not allowed', message: 'This request came from another site.' },
  not_found: { status: 404, title: 'Not found', message: 'There is nothing at this address.' },
  method_not_allowed: { status: 405, title: 'Method not allowed', message: 'This address takes {detail}.' },
  product_not_found: { status: 404, title: 'Product not found', message: 'Product not found' },
  category_not_found: { status: 404, title: 'Category not found', message: 'There is no such category.' },
  image_not_found: { status: 404, title: 'Picture not found', message: 'There is no such picture.' },
  promotion_not_found: { status: 404, title: 'Promotion not found', message: 'There is no such promotional content.' },
  ad_not_found: { status: 404, title: 'Ad not found', message: 'There is no such ad.' },
  help_not_found: { status: 404, title: 'Help section not found', message: 'There is no such section of the help page.' },
  help_changed: {
    status: 409,
    title: 'Not saved',
    message: 'Someone else has saved this section meanwhile. Your version is still here: compare the two, then save again.',
  },
  zone_not_found: { status: 404, title: 'Zone not found', message: 'There is no such zone of delivery.' },
  option_not_found: { status: 404, title: 'Option not found', message: 'There is no such delivery option.' },
  place_not_found: { status: 404, title: 'Place not found', message: 'There is no such place.' },
  place_kept: { status: 409, title: 'Place not deleted', message: '{detail}' },
  holiday_not_found: { status: 404, title: 'Holiday not found', message: 'No holiday is written down for this day.' },
  too_many_devices: {
    status: 409,
    title: 'Not allowed here yet',
    message: 'Ten of your devices take notifications already. Remove one of them below, then allow this one.',
  },
  no_push_devices: { status: 409, title: 'No device yet', message: 'None of your devices takes notifications: allow them on this one first.' },
  push_failed: {
    status: 409,
    title: 'Not sent',
    message: 'No device could be reached ({detail}). Try again in a moment; if it stays so, remove the device and allow it again.',
  },
  file_not_found: { status: 404, title: 'File not found', message: 'There is no such file.' },
  file_in_use: { status: 409, title: 'File not removed', message: 'This file is still shown: {detail}.' },
  file_shown: { status: 409, title: 'File not replaced', message: 'A file of this name is shown: {detail}. Upload yours under a new name.' },
  file_refused: { status: 422, title: 'File not accepted', message: '{detail}' },
  file_too_large: { status: 413, title: 'Too large', message: 'This file is larger than {detail}. Please send a smaller one.' },
  storage_full: {
    status: 503,
    title: 'No room left',
    message: 'The shop has no room left to save anything. Nothing was saved and nothing was charged. Please try again in a few minutes.',
  },
  storage_failed: { status: 503, title: 'Error', message: 'The file storage does not answer. Please try again in a moment.' },
  too_large: { status: 413, title: 'Too large', message: 'The request is larger than this address accepts.' },
  wrong_type: { status: 415, title: 'Bad request', message: 'Send JSON, with the header Content-Type: application/json.' },
  wrong_host: { status: 421, title: 'Wrong host', message: 'This shop does not answer under that name.' },
  internal: { status: 500, title: 'Something went wrong', message: 'Something went wrong on our side. Please try again.' },

  message_missing: { status: 422, title: 'Message not sent', message: 'Please write a message first.' },
  message_too_long: { status: 422, title: 'Message not sent', message: 'Please keep your message under 1,000 characters.' },

  cart_empty: { status: 400, title: 'Your cart is empty', message: 'Your cart is empty' },
  size_gone: { status: 409, title: 'Error placing order', message: '{detail} The rest of your cart is kept.' },
  size_needed: { status: 422, title: 'Choose a size', message: '{detail}' },
  prices_changed: {
    status: 409,
    title: 'Prices have changed',
    message: 'A price or the delivery fee has changed since you filled your cart. Please look at the new total.',
  },
  delivery_changed: {
    status: 409,
    title: 'Delivery has changed',
    message: 'That delivery option is no longer offered. Please look at the new one: nothing was charged, and your cart is kept.',
  },
  no_delivery: {
    status: 409,
    title: "We don't deliver there yet",
    message: "We don't deliver to {detail} yet. Nothing was charged, and your cart is kept.",
  },
  town_needed: {
    status: 422,
    title: 'Which town?',
    message: 'Choose the town or county of this address: fee and days depend on it. Nothing was charged, and your cart is kept.',
  },
  outside_kenya: {
    status: 422,
    title: 'We deliver in Kenya only',
    message: 'This address is outside Kenya, and we deliver in Kenya only. Nothing was charged, and your cart is kept.',
  },
  place_differs: {
    status: 409,
    title: 'Which place?',
    message: '{detail} Choose where it goes. Nothing was charged, and your cart is kept.',
  },
  delivery_to_agree: {
    status: 409,
    title: 'Delivery not agreed yet',
    message: 'Agree the delivery of this order with its buyer, then name the delivery option on the page of the order: after that it can be shipped.',
  },
  total_too_large: {
    status: 422,
    title: 'Error placing order',
    message: 'M-Pesa takes at most KSh 250,000 in one payment. Please split this into two orders.',
  },
  total_too_small: { status: 422, title: 'Error placing order', message: 'M-Pesa cannot charge less than KSh 1.' },
  key_reused: { status: 422, title: 'Error placing order', message: 'This order was already placed with other contents. Please reload the page.' },
  prompt_refused: { status: 422, title: 'Error placing order', message: 'Payment failed. Please try again with a valid M-Pesa number.' },
  prompt_limit: {
    status: 429,
    title: 'M-Pesa Error',
    message: 'Too many prompts went to this phone. Please wait {detail}, then try again.',
  },
  prompt_open: {
    status: 409,
    title: 'M-Pesa Error',
    message: 'A prompt is already on its way. Check your phone, or wait a moment before sending another.',
  },
  number_changed: {
    status: 409,
    title: 'Number already changed twice',
    message: 'The number can be changed twice while a prompt is open. When this prompt has closed, you can use another number.',
  },
  prompt_failed: { status: 502, title: 'M-Pesa Error', message: 'Failed to initiate M-Pesa payment' },
  prompt_unclear: { status: 409, title: 'M-Pesa Error', message: 'Checking with M-Pesa. Do not pay twice.' },
  wrong_amount: { status: 422, title: 'M-Pesa Error', message: "This amount is not the order's total." },
  already_paid: { status: 409, title: 'Already paid', message: 'This order is paid already.' },
  order_locked: { status: 409, title: 'Order changed', message: 'This order has changed meanwhile. It is now: {detail}.' },
  rider_link_over: {
    status: 404,
    title: 'This link is over',
    message: 'A rider’s link shows the stops of one day, and this day is over or the shop has taken the link back. Call the shop for a new one.',
  },
  delivery_not_found: { status: 404, title: 'Delivery not found', message: 'This order was not shipped, or there is no such order.' },
  note_changed: {
    status: 409,
    title: 'Note changed',
    message: 'Someone else has saved another note meanwhile. Read it, then save yours again.',
  },
  refund_not_found: { status: 404, title: 'Refund not found', message: 'There is no such refund.' },
  refund_settled: { status: 409, title: 'Refund already done', message: 'This refund is already recorded, with receipt {detail}.' },
  customer_not_found: { status: 404, title: 'Customer not found', message: 'No order leads to such a customer.' },
  customer_busy: { status: 409, title: 'Not yet', message: '{detail} Settle that first, then delete the customer.' },
  payment_not_found: { status: 404, title: 'Payment not found', message: 'There is no such payment.' },
  order_closed: { status: 409, title: 'Order closed', message: 'This order can no longer be changed.' },
  order_prompted: {
    status: 409,
    title: 'Order not deleted',
    message:
      'The M-Pesa prompt of this order is on the phone. Answer or cancel it there, then try again; with the key of the order it can be deleted at once.',
  },
  server_decides: { status: 403, title: 'Not allowed', message: 'The shop itself sets {detail}.' },
  no_items: { status: 409, title: 'No lines yet', message: 'This order has no lines yet. Send them to order_items first.' },
  lines_differ: { status: 409, title: 'Order lines differ', message: 'These lines are not the lines of this order.' },
  pairs_gone: {
    status: 409,
    title: 'Pairs sold meanwhile',
    message: 'The pairs of this order went back on the shelf and have been sold. Put new ones on the shelf first, or give the money back.',
  },
  track_not_found: {
    status: 404,
    title: 'Order not found',
    message: 'We found no order with this code and this phone number. Check both: the phone is the one that the order was placed with.',
  },
  receipt_used: { status: 409, title: 'Receipt already used', message: 'This M-Pesa receipt already belongs to another payment.' },
  nothing_to_ask: {
    status: 409,
    title: 'Nothing to ask',
    message: 'M-Pesa gave no id for this prompt, so it cannot be asked about it. Only its callback can tell.',
  },
  stock_moved: { status: 409, title: 'Stock has changed', message: 'The stock changed while you were editing. It is now {detail}.' },
  changed_meanwhile: {
    status: 409,
    title: 'Changed meanwhile',
    message: 'Someone else has changed this meanwhile: {detail}. Your changes are still here. Save again to replace theirs.',
  },
  made_already: {
    status: 409,
    title: 'Already created',
    message: 'This was created a moment ago, as you wrote it first. To change it, open it in the list.',
  },
  bulk_refused: { status: 422, title: 'Nothing changed', message: '{detail}' },
  bulk_moved: {
    status: 409,
    title: 'Nothing changed',
    message: 'These products changed while you were looking. Look at them again, then change them.',
  },
  file_unreadable: { status: 422, title: 'File not read', message: '{detail}' },
  import_moved: {
    status: 409,
    title: 'Nothing imported',
    message: 'The shelf changed since this file was checked. Look at what it would do now, then import it.',
  },
  order_stands: { status: 409, title: 'Order not deleted', message: 'The lines of an order go with the order: delete the order first.' },

  payout_open: { status: 409, title: 'Payout request failed', message: 'You already have a payout request that is not settled yet.' },
  payout_invalid: { status: 422, title: 'Invalid amount', message: 'Please enter a valid amount within your available balance.' },
  payout_amount_missing: { status: 422, title: 'Invalid amount', message: 'Write how much you want to be paid, such as 500.' },
  payout_amount_unclear: { status: 422, title: 'Invalid amount', message: 'Enter the amount in figures, such as 500 or 1,500.' },
  payout_amount_cents: { status: 422, title: 'Invalid amount', message: 'Enter whole shillings: M-Pesa pays no cents.' },
  payout_too_small: { status: 422, title: 'Invalid amount', message: 'The smallest payout is {detail}.' },
  payout_too_large: { status: 422, title: 'Invalid amount', message: 'M-Pesa pays at most KSh 250,000 at once.' },
  payout_details_missing: {
    status: 422,
    title: 'Missing M-Pesa Details',
    message: 'Please provide your M-Pesa phone number and full name.',
  },
  payout_refused: { status: 403, title: 'Payout request failed', message: 'Unable to process payout request.' },
  payout_not_found: { status: 404, title: 'Payout not found', message: 'There is no such payout request.' },
  payout_not_cancelled: { status: 409, title: 'Payout not cancelled', message: 'This request can no longer be cancelled: {detail}' },
  payout_settled: { status: 409, title: 'Payout not changed', message: 'This payout has been settled meanwhile. It is now: {detail}.' },
  payout_frozen: { status: 409, title: 'Payout not changed', message: 'The M-Pesa details can be changed only while the request is pending.' },
  payout_not_completed: { status: 422, title: 'Error', message: 'Failed to process payout completion' },
  payouts_stopped: { status: 409, title: 'Payouts are stopped', message: 'Payouts by M-Pesa are stopped: {detail}' },
  payout_unsure: { status: 409, title: 'Payout not rejected', message: 'M-Pesa may have paid this. {detail}' },
  payout_unbooked: {
    status: 409,
    title: 'Look at the payouts to review first',
    message: 'Money was paid to this affiliate that is not in the books: {detail}. Settle that first.',
  },
  payout_uncovered: {
    status: 409,
    title: 'Payout not recorded',
    message:
      'The balance no longer holds this payout. Its receipt is kept, and nothing more is paid to this affiliate: press Mark Paid again when enough has been earned, or Solved, with a note.',
  },
  payout_details_changed: { status: 409, title: 'M-Pesa details changed', message: 'The M-Pesa number was changed meanwhile. It is now {detail}.' },
  payout_held: {
    status: 409,
    title: 'Look at this payout first',
    message:
      'It goes to another number than the last one, and the password was not entered. Make sure that it is the affiliate’s wish, then press Solved.',
  },
  payout_exported: {
    status: 409,
    title: 'Payout on a list',
    message: 'This payout is on a list that was given out, to be paid by hand. Take it back from the list first.',
  },
  commission_not_found: { status: 404, title: 'Commission not found', message: 'There is no such commission.' },
  commission_settled: { status: 409, title: 'Commission not changed', message: 'This commission can no longer be changed. It is now: {detail}.' },
  commission_unearned: { status: 409, title: 'Commission not approved', message: '{detail}' },
  naming_refused: { status: 409, title: 'No affiliate named', message: '{detail}' },
  debt_not_found: { status: 404, title: 'Debt not found', message: 'There is no such debt.' },
  debt_not_alike: {
    status: 409,
    title: 'Debt not attached',
    message: 'This affiliate has no e-mail or number of that account, or the debt was attached to another one meanwhile. Reload the list.',
  },
  affiliate_not_found: { status: 404, title: 'Affiliate not found', message: 'There is no such affiliate.' },

  session_missing: { status: 401, title: 'Sign in first', message: 'Auth session missing!' },
  credentials_missing: { status: 400, title: 'Sign in failed', message: 'You must provide either an email or phone number and a password' },
  sign_up_incomplete: { status: 400, title: 'Sign up failed', message: 'You must provide either an email or phone number and a password' },
  invalid_credentials: { status: 401, title: 'Invalid credentials', message: 'Invalid login credentials' },
  email_not_confirmed: {
    status: 403,
    title: 'Sign in failed',
    message: 'Please confirm your e-mail address first: open the link in the e-mail we sent you.',
  },
  user_already_exists: {
    status: 409,
    title: 'Account Already Exists',
    message: "This email is already registered. Please sign in instead or use the 'Forgot Password' option if you need to reset your password.",
  },
  weak_password: { status: 422, title: 'Invalid password', message: 'Please check password requirements.' },
  password_needed: { status: 403, title: 'Password needed', message: 'Enter your password: this number is not that of your last payout.' },
  wrong_password: { status: 403, title: 'Wrong password', message: 'This is not the password of your account.' },
  wrong_code: { status: 401, title: 'Wrong code', message: 'This code is not right, or too old. Please try the next one.' },
  challenge_over: { status: 401, title: 'Sign in failed', message: 'That took too long, or too many tries. Please sign in again.' },
  second_factor_set: { status: 409, title: 'Already set up', message: 'Your account has two-step sign-in already.' },
  second_factor_unset: { status: 409, title: 'Not set up', message: 'Your account has no two-step sign-in yet. Begin by setting it up.' },
  last_owner: { status: 409, title: 'The last owner stays', message: 'The shop needs at least one owner: make another owner first.' },
  invitation_over: {
    status: 404,
    title: 'Invitation over',
    message: 'This invitation is over: it was used or withdrawn, or is older than three days. Ask for a new one.',
  },
  invitation_other: { status: 403, title: 'Another address', message: 'This invitation is for {detail}. Sign in with that address to accept it.' },
  above_you: { status: 403, title: 'Not allowed', message: 'Only an owner can change an owner, or make one.' },
  claim_over: {
    status: 404,
    title: 'This link is over',
    message:
      'It works once, for a day, while the shop has no owner. Without one, a new link comes when the shop is started again; with one, sign in.',
  },
  not_open: { status: 503, title: 'Opening soon', message: 'This shop is getting ready. Please come back a little later.' },
  not_ready: { status: 409, title: 'Not ready yet', message: 'Still to do before the shop opens: {detail}.' },
  user_not_found: { status: 404, title: 'User not found', message: 'There is no such user.' },
  account_not_found: { status: 404, title: 'Account not found', message: 'There is no account with this e-mail address.' },
  account_busy: { status: 409, title: 'Not yet', message: '{detail} Please try again when that is settled.' },
  order_taken: { status: 409, title: 'Order not added', message: 'This order belongs to another account.' },
  clearing_cancelled: {
    status: 400,
    title: 'Data not cleared',
    message: 'Data clearing cancelled - confirmation text did not match',
  },
  clearing_unshipped: {
    status: 409,
    title: 'Data not cleared',
    message: '{detail} Their buyers wait for shoes: confirm with your password that they are cleared all the same.',
  },
  clearing_failed: { status: 409, title: 'Error', message: 'Failed to clear data. Please try again.' },
  snapshot_not_found: { status: 404, title: 'Snapshot not found', message: 'There is no such snapshot, or its time is over.' },
  snapshot_blocked: { status: 409, title: 'Not put back', message: '{detail}' },
  stock_has_sizes: { status: 422, title: 'This product has sizes', message: 'Set the stock of each size instead of one number.' },
} as const

export type ProblemCode = keyof typeof problems

export interface ProblemDetails {
  /** Fills `{detail}` in the message. */
  detail?: string
  /** Why, and what to do next: whole sentences that follow the message. */
  reason?: string
  /** Field name -> what to do about it. */
  fields?: Record<string, string>
  /** Data for the caller, such as current prices. */
  facts?: Record<string, unknown>
  /** Seconds; becomes Retry-After. */
  retryAfter?: number
  /** HTTP methods; becomes Allow. */
  allow?: string[]
}

/** A refusal. Verbs throw it, because a throw rolls their transaction back; every route answers it in the same shape. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly details: ProblemDetails

  constructor(code: ProblemCode, details: ProblemDetails = {}) {
    const message = withDetail(problems[code].message, details.detail)
    super(details.reason ? `${message.replace(/\.?$/, '.')} ${details.reason}` : message)
    this.code = code
    this.details = details
  }
}

/** Checks a property and not the class: in development a page and the server may load two copies of this module. */
export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && error.name === 'Problem' && 'code' in error
}

/** What a verb answers, or `instead` where it refuses with this problem. */
export async function unlessRefused<Answer, Other>(code: ProblemCode, answering: Promise<Answer>, instead: Other): Promise<Answer | Other> {
  try {
    return await answering
  } catch (error) {
    if (isProblem(error) && error.code === code) return instead
    throw error
  }
}

/** The one error shape of the HTTP API (decisions, HTTP API). */
export function problemBody(problem: Problem) {
  const { title } = problems[problem.code]
  const { fields, facts } = problem.details
  return { error: { code: problem.code, title, message: problem.message, ...(fields && { fields }), ...(facts && { facts }) } }
}

/** The error shape of functions and procedures, as the specification's callers expect. */
export function callBody(problem: Problem) {
  const { fields } = problem.details
  return { success: false as const, error: problem.message, code: problem.code, ...(fields && { fields }) }
}

export function problemStatus(problem: Problem): number {
  return problems[problem.code].status
}

/** The innermost cause: the query builder's own errors say which statement failed, with all its values, and not why. */
export function rootCause(error: Error): Error {
  let cause = error
  while (cause.cause instanceof Error) cause = cause.cause
  return cause
}
