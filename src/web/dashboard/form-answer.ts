import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { keepsForm, type Refusal, type Unsure } from '#web/refusal.ts'

/** What the forms of the profile page ask for; the hidden field `intent` of each says which. */
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

/** What a form that was carried out has to tell. */
export interface Outcome {
  /** The address that a link went to. */
  email?: string
  /** How many other devices were signed out. */
  ended?: number
  /** What an app that shows codes has to know, also as a picture for its camera, and the codes to keep on paper: shown this once. */
  secondFactor?: { uri: string; picture: string; backup_codes: string[] }
}

export type Done = { intent: Intent; done: Outcome }
/** What a form of any page tells when it was carried out. */
export type Intended = { intent: string; done: unknown }
/** `typed` is what stands in the form again where no script kept it; never a password. */
export type Refused<Name extends string = Intent> = { intent: Name; refusal: Refusal; typed: Record<string, string> }
export type AnswerTo<Of extends Intended> = Of | Refused<Of['intent']> | Unsure | { refusal: Refusal }
export type Answer = AnswerTo<Done>

/**
 * Where the response did not arrive, or the session has ended, reloading the page's data would replace the form and what was typed. After a conflict it
 * shows the present values, which the form was refused for.
 */
export function revalidateAfterConflict({ actionResult, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (defaultShouldRevalidate || actionStatus === 409) && !keepsForm(actionResult)
}
