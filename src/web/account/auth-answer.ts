import type { SessionFacts } from '#domain/session.ts'
import type { Refusal, Unsure } from '#web/refusal.ts'

/** What the screen's forms ask for. */
export type Intent = 'sign-in' | 'code' | 'sign-up' | 'forgot' | 'resend' | 'new-password' | 'confirm'

/** What came of it. */
export type Done =
  | { done: 'signed-in'; session: SessionFacts }
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

/** A refusal in the words of the screen that shows it (spec §8). `title` is the screen's own word for a failure. */
export function inWords(refusal: Refusal, intent: Intent, title = failures[intent]): Refusal {
  if (refusal.code === 'invalid_credentials') return { ...refusal, title: 'Invalid credentials', message: 'Please check your email and password.' }
  return named.includes(refusal.code) ? refusal : { ...refusal, title }
}
