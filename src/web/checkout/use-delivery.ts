import { useState } from 'react'
import { type Delivery, type DeliveryField, deliveryFields, deliveryRefusal } from '#domain/delivery.ts'
import { type KnownDelivery, readDraft, storeDraft, withProfile } from '#web/checkout/checkout-draft.ts'
import { type FieldErrors, useFieldErrors } from '#web/forms/field-errors.ts'

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
