import { type RefObject, useEffect, useState } from 'react'

export type FieldErrors = Partial<Record<string, string | null>>

const none: ReadonlySet<string> = new Set()

/** The errors beside the fields of a form: `own` ones for fields that were left or sent, and those of the server until the field is changed. */
export function useFieldErrors(own: FieldErrors = {}, refused: FieldErrors = {}) {
  const [touched, setTouched] = useState(none)
  const [changed, setChanged] = useState(none)
  return {
    errorOf: (name: string) => (touched.has(name) ? own[name] : null) ?? (changed.has(name) ? null : refused[name]) ?? null,
    change: (name: string) => setChanged((before) => new Set([...before, name])),
    touch: (...names: string[]) => setTouched((before) => new Set([...before, ...names])),
    /** The server is asked again. */
    sent: () => setChanged(none),
    /** Another user fills it in. */
    reset() {
      setTouched(none)
      setChanged(none)
    },
  }
}

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

/** Focuses an element and scrolls it to the middle of the screen, clear of the header and of toasts. */
export function focusAndScroll(element: HTMLElement | null | undefined): void {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'center' })
}
