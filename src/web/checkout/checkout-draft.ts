import { type Delivery, emptyDelivery } from '#domain/delivery.ts'
import { readSession, writeSession } from '#web/browser/session-storage.ts'
import { draftKey } from '#web/checkout/clear-checkout.ts'

const fields = Object.keys(emptyDelivery) as (keyof Delivery)[]

/** The fields typed at checkout in this tab. `owner` is the account's id, or null for a guest. */
export interface Draft {
  owner: string | null
  typed: Delivery
}

/** Delivery details from the account's profile. */
export interface KnownDelivery {
  userId: string
  delivery: Partial<Delivery>
}

/** The draft of this tab, which survives a reload; empty without one. */
export function readDraft(): Draft {
  return parseDraft(readSession(draftKey))
}

export function storeDraft({ owner, typed }: Draft): void {
  writeSession(draftKey, JSON.stringify({ ...typed, owner }))
}

/**
 * The initial values of the form for an account, or for the guest if `userId` is null. The user's own draft wins over the profile. A guest's draft is carried
 * over at sign-in, but the profile wins over it. The draft of another account is ignored.
 */
export function withProfile({ owner, typed }: Draft, known: KnownDelivery | null, userId: string | null): Delivery {
  const profile = known !== null && known.userId === userId ? known.delivery : {}
  const own = owner === null || owner === userId ? typed : emptyDelivery
  const sources = owner === userId ? [own, profile] : [profile, own]
  return Object.fromEntries(fields.map((field) => [field, sources[0]?.[field] || sources[1]?.[field] || ''])) as Delivery
}

/** Reads a stored draft; a field that is not a string is empty. */
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
