import { useState } from 'react'

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
