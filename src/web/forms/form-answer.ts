import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { keepsForm, type Refusal, type Unsure } from '#web/forms/refusal.ts'

/** The result of a form of any page. */
export type AnyOutcome = { intent: string; done: unknown }
/** A refusal. `typed` are the values for a page without scripts; never a password. */
export type RefusedForm<Name extends string = string> = { intent: Name; refusal: Refusal; typed: Record<string, string> }
export type AnswerTo<Of extends AnyOutcome> = Of | RefusedForm<Of['intent']> | Unsure | { refusal: Refusal }

/**
 * Revalidates after a conflict (409), so that the form shows the current values. Does not revalidate if the response did not arrive or the session has ended,
 * because that would replace the form and what was typed.
 */
export function revalidateAfterConflict({ actionResult, actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return (defaultShouldRevalidate || actionStatus === 409) && !keepsForm(actionResult)
}
