import { type Delivery, emptyDelivery } from '#domain/delivery.ts'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { clearChoice } from '#web/checkout/delivery-choice.ts'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'

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

const draft = storedValue<Delivery & { owner: string | null }>(tab, typedKeys.checkout, { empty: { ...emptyDelivery, owner: null }, parse })

/** The draft of this tab, which survives a reload; empty without one. */
export function readDraft(): Draft {
  const { owner, ...typed } = draft.get()
  return { owner, typed }
}

export function storeDraft({ owner, typed }: Draft): void {
  draft.tryWrite({ ...typed, owner })
}

/** Call it after the order was placed. */
export function clearDraft(): void {
  draft.tryWrite(null)
  clearChoice()
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

function parse(text: string): Delivery & { owner: string | null } {
  const { owner } = Object(JSON.parse(text))
  return { ...parseDelivery(text), owner: typeof owner === 'string' ? owner : null }
}

/** A field that is not a string is empty. */
export function parseDelivery(text: string): Delivery {
  const stored = Object(JSON.parse(text))
  return Object.fromEntries(fields.map((field) => [field, typeof stored[field] === 'string' ? stored[field] : ''])) as Delivery
}
