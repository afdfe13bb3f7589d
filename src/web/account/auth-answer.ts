import type { Cart } from '#domain/cart.ts'
import { normalisePhone } from '#domain/phone.ts'
import type { SessionFacts } from '#features/people/read-session.ts'
import type { Refusal, Unsure } from '#web/refusal.ts'

/** What the screen's forms ask for. */
export type Intent = 'sign-in' | 'code' | 'sign-up' | 'forgot' | 'resend' | 'new-password' | 'confirm'

/** What came of it. */
export type Done =
  /** `cart` is what the shop kept of it since they last signed out. */
  | { done: 'signed-in'; session: SessionFacts; cart: Cart }
  /** The password was right, and a code of the second factor has to follow. */
  | { done: 'code'; challenge: string }
  | { done: 'signed-up' | 'forgot' | 'resent' | 'confirmed'; email: string }
  | { done: 'new-password' }

/** What was refused, and what was typed, so that a page without scripts can show it again. */
export type Failed = ({ refusal: Refusal } | Unsure) & { intent?: Intent; values?: Record<string, string> }

export type AuthAnswer = Done | Failed

/** How a failure is called that has no name of its own (spec §8). */
const failures: Record<Intent, string> = {
  'sign-in': 'Sign in failed',
  code: 'Sign in failed',
  'sign-up': 'Sign up failed',
  forgot: 'Reset failed',
  resend: 'Reset failed',
  'new-password': 'Password update failed',
  confirm: 'Sign in failed',
}
const named = ['user_already_exists', 'weak_password', 'reset_link_invalid', 'link_invalid', 'wrong_code', 'bad_input']

/**
 * A refusal in the words of the screen that shows it (spec §8). `title` is the screen's own word for a failure, `name` what somebody signs in by: every
 * phone is told the way that always works, because one that two accounts have signs in to neither, and that is nobody's to know (decision 10).
 */
export function inWords(refusal: Refusal, intent: Intent, title = failures[intent], name = ''): Refusal {
  if (refusal.code === 'invalid_credentials') return { ...refusal, title: 'Invalid credentials', message: isPhone(name) ? checkPhone : checkEmail }
  return named.includes(refusal.code) ? refusal : { ...refusal, title }
}
const checkEmail = 'Please check your email and password.'
const checkPhone = 'Please check your phone number and password, or sign in with your email instead.'

function isPhone(name: string): boolean {
  return !name.includes('@') && normalisePhone(name) !== null
}
