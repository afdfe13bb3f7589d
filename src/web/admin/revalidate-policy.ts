import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { keepsForm } from '#web/refusal.ts'

/** After a refusal too: its cause is often what another person did meanwhile. Not where that would take the form away. */
export function looksAtFresh({ formMethod, actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === 'POST' ? !keepsForm(actionResult) : defaultShouldRevalidate
}
