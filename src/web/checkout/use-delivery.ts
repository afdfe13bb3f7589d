import { useState } from 'react'
import { type Delivery, type DeliveryField, deliveryFields, deliveryRefusal } from '#domain/delivery.ts'
import { type KnownDelivery, readDraft, storeDraft, withProfile } from '#web/checkout/checkout-draft.ts'

type FieldErrors = Partial<Record<DeliveryField, string>>
const fields = Object.keys(deliveryFields) as DeliveryField[]

export interface DeliveryForm {
  values: Delivery
  set(field: DeliveryField, text: string): void
  /** The field lost the focus: from now on it is validated while the buyer types. */
  leave(field: DeliveryField): void
  errorOf(field: DeliveryField): string | null
  /** Validates all fields. Returns whether the form may be sent. */
  check(): boolean
}

/**
 * State of the delivery form for an account, or for a guest if `userId` is null. `known` are initial values from the profile. `refused` are the server's errors
 * per field, each shown until the field is changed.
 */
export function useDelivery(refused: FieldErrors | undefined, known: KnownDelivery | null, userId: string | null): DeliveryForm {
  const [values, setValues] = useState(() => withProfile(readDraft(), known, userId))
  const [touched, setLeft] = useState<ReadonlySet<DeliveryField>>(new Set())
  const [lastRefused, setHeard] = useState(refused)
  const [serverErrors, setSaid] = useState<FieldErrors>(refused ?? {})
  if (lastRefused !== refused) {
    setHeard(refused)
    setSaid(refused ?? {})
  }
  // Another user uses this tab now: the values of the one before are dropped.
  const [owner, setOwner] = useState(userId)
  if (owner !== userId) {
    setOwner(userId)
    setValues(withProfile(readDraft(), known, userId))
    setLeft(new Set())
    setSaid({})
  }
  return {
    values,
    set(field, text) {
      const next = { ...values, [field]: text }
      setValues(next)
      setSaid({ ...serverErrors, [field]: undefined })
      storeDraft({ owner: userId, typed: next })
    },
    leave: (field) => setLeft(new Set([...touched, field])),
    errorOf: (field) => serverErrors[field] ?? (touched.has(field) ? deliveryRefusal(field, values[field]) : null),
    check() {
      setLeft(new Set(fields))
      return fields.every((field) => deliveryRefusal(field, values[field]) === null)
    },
  }
}
