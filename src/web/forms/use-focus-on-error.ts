import { type RefObject, useEffect } from 'react'
import { focusAndScroll } from '#web/browser/focus-and-scroll.ts'

/** After a failed validation or a refusal, focuses the first invalid field, or the notice with the reason. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, outcome: RefObject<HTMLElement | null>, checks: number, error: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed check and each new answer is a reason of its own
  useEffect(() => {
    if (checks === 0 && !error) return
    const invalid = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    focusAndScroll(invalid ?? outcome.current)
  }, [checks, error])
}
