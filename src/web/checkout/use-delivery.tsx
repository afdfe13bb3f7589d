import { useState } from 'react'
import { type Delivery, type DeliveryField, deliveryFields, deliveryRefusal, emptyDelivery } from '#domain/checkout-fields.ts'
import { normalisePhone, recognisablePhone } from '#domain/phone.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { device, storedValue, tab, useStored } from '#web/browser/stored-value.ts'
import { clearChoice } from '#web/checkout/delivery-choice.ts'
import { type FieldErrors, useFieldErrors } from '#web/forms/form-errors.tsx'
import { onSignOut, typedKeys } from '#web/session/clear-on-sign-out.ts'

const fields = Object.keys(deliveryFields) as DeliveryField[]

export interface DeliveryForm {
  values: Delivery
  set(field: DeliveryField, text: string): void
  /** Takes all fields at once. */
  fill(values: Delivery): void
  /** The field lost the focus: from now on it is validated while the buyer types. */
  leave(field: DeliveryField): void
  errorOf(field: string): string | null
  /** Another part of the form was changed: what the shop refused of it is no longer shown. */
  changed(...fields: string[]): void
  /** Validates all fields. Returns whether the form may be sent. */
  check(): boolean
}

/**
 * State of the delivery form for an account, or for a guest if `userId` is null. `known` are initial values from the profile. `refused` are the server's errors
 * per field, each shown until the field is changed; `elsewhere` are errors of fields that the form's other parts hold.
 */
export function useDelivery(
  refused: FieldErrors | undefined,
  known: KnownDelivery | null,
  userId: string | null,
  elsewhere: FieldErrors,
): DeliveryForm {
  const [values, setValues] = useState(() => withProfile(readDraft(), known, userId))
  const typed = Object.fromEntries(fields.map((field) => [field, deliveryRefusal(field, values[field])]))
  const own: FieldErrors = { ...typed, ...Object.fromEntries(Object.entries(elsewhere).map(([field, error]) => [field, typed[field] ?? error])) }
  const errors = useFieldErrors(own, refused)
  // Another user uses this tab now: the values of the one before are dropped.
  const [owner, setOwner] = useState(userId)
  if (owner !== userId) {
    setOwner(userId)
    setValues(withProfile(readDraft(), known, userId))
    errors.reset()
  }
  const fill = (next: Delivery) => {
    setValues(next)
    storeDraft({ owner: userId, typed: next })
  }
  return {
    values,
    fill,
    set(field, text) {
      fill({ ...values, [field]: text })
      errors.change(field)
    },
    leave: errors.touch,
    errorOf: errors.errorOf,
    changed: (...those) => those.forEach(errors.change),
    check() {
      errors.touch(...Object.keys(own))
      const isValid = Object.values(own).every((error) => error === null)
      if (isValid) errors.sent()
      return isValid
    },
  }
}

/** The fields typed at checkout in this tab. `owner` is the account's id, or null for a guest. */
interface Draft {
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
function parseDelivery(text: string): Delivery {
  const stored = Object(JSON.parse(text))
  return Object.fromEntries(fields.map((field) => [field, typeof stored[field] === 'string' ? stored[field] : ''])) as Delivery
}

/** What a guest last ordered with on this device. It is never sent before the guest takes it. */
const lastDetails = storedValue<Delivery>(device, 'viatu-last-details', { empty: emptyDelivery, parse: parseDelivery })
export const saveLastDetails = (details: Delivery | null) => void lastDetails.tryWrite(details)
onSignOut(() => saveLastDetails(null))

/** Offers them while the form is empty. Phones are shared: until they are taken they show as a part of the number alone. */
export function LastDetails({ values, onTake }: { values: Delivery; onTake: (details: Delivery) => void }) {
  const last = useStored(lastDetails)
  const phone = normalisePhone(last.customer_phone)
  if (!phone || Object.values(values).some(Boolean)) return null
  return (
    <Notice tone="leaf">
      <p>Order as last time on this device, with {recognisablePhone(phone)}?</p>
      <div className="acts">
        <Button look="ink" small onClick={() => onTake(last)}>
          Use my details
        </Button>
        <Button look="ghost" small onClick={() => saveLastDetails(null)}>
          Not me
        </Button>
      </div>
    </Notice>
  )
}
