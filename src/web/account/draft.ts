import { storedValue, tab } from '#web/browser/stored-value.ts'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'

/** Passwords are never stored. */
const fields = ['full_name', 'phone', 'email'] as const

const draft = storedValue<Record<string, string>>(tab, typedKeys.account, { empty: {}, parse: (text) => textsIn(Object(JSON.parse(text))) })

/** What was typed on the sign-in screens of this tab; it survives a reload and a change between the screens. */
export const readDraft = draft.get

export function storeDraft(values: Record<string, string>): void {
  draft.tryWrite({ ...readDraft(), ...textsIn(values) })
}

export function clearDraft(): void {
  draft.tryWrite(null)
}

function textsIn(values: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(fields.flatMap((field) => (typeof values[field] === 'string' ? [[field, values[field]]] : [])))
}
