import type { Cart } from '#domain/cart.ts'
import { normalisePhone } from '#domain/phone.ts'
import type { SessionFacts } from '#features/people/sessions.ts'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'

/** The forms of the sign-in screen. */
export type Intent = 'sign-in' | 'code' | 'sign-up' | 'forgot' | 'resend' | 'new-password' | 'confirm'

/** The outcome of a form that succeeded. */
export type Done =
  /** `cart` is the cart that was saved at the last sign-out. */
  | { done: 'signed-in'; session: SessionFacts; cart: Cart }
  /** The password is correct; the code of the second factor must follow. */
  | { done: 'code'; challenge: string }
  | { done: 'signed-up' | 'forgot' | 'resent' | 'confirmed'; email: string }
  | { done: 'new-password' }

/** A refusal with the typed values, so that a page without scripts can show them again. */
export type Failed = ({ refusal: Refusal } | Unsure) & { intent?: Intent; values?: Record<string, string> }

export type AuthAnswer = Done | Failed

/** Titles for failures without a title of their own (spec §8). */
export const failures: Record<Intent, string> = {
  'sign-in': 'Sign in failed',
  code: 'Sign in failed',
  'sign-up': 'Sign up failed',
  forgot: 'Reset failed',
  resend: 'Reset failed',
  'new-password': 'Password update failed',
  confirm: 'Sign in failed',
}
const withOwnTitle = ['user_already_exists', 'weak_password', 'reset_link_invalid', 'link_invalid', 'wrong_code', 'bad_input']

/**
 * A refusal with the title and message of the form that shows it (spec §8). `title` is the form's own title for failures; `name` is the e-mail or phone that
 * was typed. For a phone the message always suggests the e-mail: a phone that two accounts share signs in to neither, and the message must not reveal that
 * (decision 10).
 */
export function refusalFor(refusal: Refusal, intent: Intent, title = failures[intent], name = ''): Refusal {
  if (refusal.code === 'invalid_credentials') return { ...refusal, title: 'Invalid credentials', message: isPhone(name) ? checkPhone : checkEmail }
  return withOwnTitle.includes(refusal.code) ? refusal : { ...refusal, title }
}
const checkEmail = 'Please check your email and password.'
const checkPhone = 'Please check your phone number and password, or sign in with your email instead.'

function isPhone(name: string): boolean {
  return !name.includes('@') && normalisePhone(name) !== null
}
