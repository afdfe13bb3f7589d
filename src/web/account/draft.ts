import { readSession, writeSession } from '#web/browser/session-storage.ts'

const key = 'account-draft'
/** Passwords are never stored. */
const fields = ['full_name', 'phone', 'email'] as const

/** What was typed on the sign-in screens of this tab; it survives a reload and a change between the screens. */
export function readDraft(): Record<string, string> {
  try {
    const stored = Object(JSON.parse(readSession(key) ?? '{}')) as Record<string, unknown>
    return Object.fromEntries(fields.flatMap((field) => (typeof stored[field] === 'string' ? [[field, stored[field]]] : [])))
  } catch {
    return {}
  }
}

export function storeDraft(values: Record<string, string>): void {
  const typed = fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]]))
  writeSession(key, JSON.stringify({ ...readDraft(), ...Object.fromEntries(typed) }))
}

export function clearDraft(): void {
  writeSession(key, null)
}
