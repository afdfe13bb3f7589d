import type { BookEntry, EntryOf } from './book.ts'

/** An SMS on a phone. */
export type TextMessage = Omit<EntryOf<'sms'>, 'kind'>

/** The SMS in memory, built only from the book's entries. */
export interface Inbox {
  apply(entry: BookEntry): void
  /** Oldest first. */
  list(phone?: string): TextMessage[]
}

export function readInbox(entries: BookEntry[]): Inbox {
  const byPhone = new Map<string, TextMessage[]>()

  function apply(entry: BookEntry) {
    if (entry.kind !== 'sms') return
    const { kind: _, ...message } = entry
    byPhone.set(message.phone, [...(byPhone.get(message.phone) ?? []), message])
  }

  for (const entry of entries) apply(entry)
  return { apply, list: (phone) => (phone === undefined ? [...byPhone.values()].flat() : (byPhone.get(phone) ?? [])) }
}
