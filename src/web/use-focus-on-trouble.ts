import { type RefObject, useEffect } from 'react'
import { focusInSight } from '#web/focus-in-sight.ts'

/** After a check that failed, and after an answer that was no, the focus goes to the first bad field, or to the notice that says why. */
export function useFocusOnTrouble(form: RefObject<HTMLFormElement | null>, outcome: RefObject<HTMLElement | null>, checks: number, trouble: unknown) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed check and each new answer is a reason of its own
  useEffect(() => {
    if (checks === 0 && !trouble) return
    const bad = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    focusInSight(bad ?? outcome.current)
  }, [checks, trouble])
}
