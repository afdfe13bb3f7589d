import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { keepsForm, type Refusal, type Unsure } from '#web/forms/refusal.ts'

/** The forms of the dashboard; each has a hidden field `intent`. */
export type Intent =
  | 'profile'
  | 'join'
  | 'address'
  | 'password'
  | 'end-session'
  | 'end-other-sessions'
  | 'begin-second-factor'
  | 'confirm-second-factor'
  | 'end-second-factor'
  | 'delete-account'
  | 'payout'
  | 'payout-details'
  | 'payout-cancel'

/** The result of a form that succeeded. */
export interface Outcome {
  /** The address that the link was sent to. */
  email?: string
  /** How many other devices were signed out. */
  ended?: number
  /** The key for the code app as an `otpauth:` address and as a picture, and the backup codes: shown once. */
  secondFactor?: { uri: string; picture: string; backup_codes: string[] }
}

export type Done = { intent: Intent; done: Outcome }
/** The result of a form of any page. */
export type AnyOutcome = { intent: string; done: unknown }
/** A refusal. `typed` are the values for a page without scripts; never a password. */
export type RefusedForm<Name extends string = Intent> = { intent: Name; refusal: Refusal; typed: Record<string, string> }
export type AnswerTo<Of extends AnyOutcome> = Of | RefusedForm<Of['intent']> | Unsure | { refusal: Refusal }
export type Answer = AnswerTo<Done>

/**
 * Revalidates after a conflict (409), so that the form shows the current values. Does not revalidate if the response did not arrive or the session has ended,
 * because that would replace the form and what was typed.
 */
export function revalidateAfterConflict({ actionResult, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (defaultShouldRevalidate || actionStatus === 409) && !keepsForm(actionResult)
}
