import { type RefObject, useEffect } from 'react'
import { focusAndScroll } from '#web/browser/focus-and-scroll.ts'

/** After a failed validation or a refusal, focuses the first invalid field or other part of the form (`data-invalid`), or the notice with the reason. */
export function useFocusOnError(form: RefObject<HTMLFormElement | null>, outcome: RefObject<HTMLElement | null>, checks: number, error: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed check and each new answer is a reason of its own
  useEffect(() => {
    if (checks > 0 || error) focusOnError(form.current, outcome.current)
  }, [checks, error])
}

export function focusOnError(form: HTMLElement | null, outcome: HTMLElement | null) {
  focusAndScroll(form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]') ?? outcome)
}
