import { type Delivery, emptyDelivery } from '#domain/delivery.ts'
import { readSession, writeSession } from '#web/browser/session-storage.ts'
import { draftKey } from '#web/checkout/forget-checkout.ts'

const fields = Object.keys(emptyDelivery) as (keyof Delivery)[]

/** What was typed at checkout in this tab, and by whom: the id of an account, or null for a guest. */
export interface Draft {
  owner: string | null
  typed: Delivery
}

/** What is known of an account's person. */
export interface Known {
  userId: string
  delivery: Partial<Delivery>
}

/** Nothing that was typed is lost to a reload. */
export function readDraft(): Draft {
  return parseDraft(readSession(draftKey))
}

export function keepDraft({ owner, typed }: Draft): void {
  writeSession(draftKey, JSON.stringify({ ...typed, owner }))
}

/**
 * What the form begins with for whoever `userId` names. What they typed themselves counts, and where nothing was, their profile. What a guest typed
 * comes along to whoever signs in, as the cart does, but only where the profile is silent; what somebody else typed is nobody's business.
 */
export function withProfile({ owner, typed }: Draft, known: Known | null, userId: string | null): Delivery {
  const profile = known !== null && known.userId === userId ? known.delivery : {}
  const own = owner === null || owner === userId ? typed : emptyDelivery
  const inOrder = owner === userId ? [own, profile] : [profile, own]
  return Object.fromEntries(fields.map((field) => [field, inOrder[0]?.[field] || inOrder[1]?.[field] || ''])) as Delivery
}

/** A field that does not read as a text is empty. */
export function parseDraft(text: string | null): Draft {
  const stored = parsed(text)
  const typed = Object.fromEntries(fields.map((field) => [field, typeof stored[field] === 'string' ? stored[field] : ''])) as Delivery
  return { owner: typeof stored.owner === 'string' ? stored.owner : null, typed }
}

function parsed(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}
