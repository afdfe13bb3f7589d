import { readSession, writeSession } from '#web/browser/session-storage.ts'

const key = 'account-draft'
/** Never a password. */
const fields = ['full_name', 'phone', 'email'] as const

/** What was typed on the screens of this tab: it goes along from tab to tab, and is not lost to a reload. */
export function readDraft(): Record<string, string> {
  try {
    const stored = Object(JSON.parse(readSession(key) ?? '{}')) as Record<string, unknown>
    return Object.fromEntries(fields.flatMap((field) => (typeof stored[field] === 'string' ? [[field, stored[field]]] : [])))
  } catch {
    return {}
  }
}

export function keepDraft(values: Record<string, string>): void {
  const typed = fields.flatMap((field) => (values[field] === undefined ? [] : [[field, values[field]]]))
  writeSession(key, JSON.stringify({ ...readDraft(), ...Object.fromEntries(typed) }))
}

export function forgetDraft(): void {
  writeSession(key, null)
}
