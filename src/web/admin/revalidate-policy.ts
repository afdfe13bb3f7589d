import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { keepsForm } from '#web/forms/refusal.ts'

/** Reloads the page's data after every submission, also a refused one, because another admin may have changed the data. Not if that would remove the form. */
export function revalidateAfterPost({ formMethod, actionResult, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === 'POST' ? !keepsForm(actionResult) : defaultShouldRevalidate
}
