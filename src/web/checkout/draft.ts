import { type Delivery, emptyDelivery } from '#domain/delivery.ts'
import { readSession, writeSession } from '#web/session-store.ts'

const key = 'checkout-draft'

/** What was typed at checkout in this tab: nothing of it is lost to a reload. */
export function readDraft(): Delivery {
  return parseDraft(readSession(key))
}

export function keepDraft(draft: Delivery): void {
  writeSession(key, JSON.stringify(draft))
}

/** What was typed counts; where nothing was, what the buyer's profile says. */
export function withProfile(draft: Delivery, known: Partial<Delivery> | null): Delivery {
  const fields = Object.keys(emptyDelivery) as (keyof Delivery)[]
  return Object.fromEntries(fields.map((field) => [field, draft[field] || (known?.[field] ?? '')])) as Delivery
}

/** After the order that took it along. */
export function forgetDraft(): void {
  writeSession(key, null)
}

/** A field that does not read as a text is empty. */
export function parseDraft(text: string | null): Delivery {
  const stored = parsed(text)
  const fields = Object.keys(emptyDelivery) as (keyof Delivery)[]
  return Object.fromEntries(fields.map((field) => [field, typeof stored[field] === 'string' ? stored[field] : ''])) as Delivery
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
