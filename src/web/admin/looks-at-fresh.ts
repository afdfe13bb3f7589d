import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { keepsForm } from '#web/refusal.ts'

/** After a refusal too: what somebody else has done meanwhile is what it was refused for. Not where that would take the form away. */
export function looksAtFresh({ formMethod, actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === 'POST' ? !keepsForm(actionResult) : defaultShouldRevalidate
}
