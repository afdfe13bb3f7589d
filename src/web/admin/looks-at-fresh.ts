import type { ShouldRevalidateFunctionArgs } from 'react-router'

/** After a refusal too: what somebody else has done meanwhile is what it was refused for. Not where the answer itself did not come. */
export function looksAtFresh({ formMethod, actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === 'POST' ? !(actionResult && 'unsure' in actionResult) : defaultShouldRevalidate
}
