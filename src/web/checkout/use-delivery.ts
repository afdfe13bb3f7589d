import { useState } from 'react'
import { type Delivery, type DeliveryField, deliveryFields, deliveryRefusal } from '#domain/delivery.ts'
import { type Known, keepDraft, readDraft, withProfile } from '#web/checkout/checkout-draft.ts'

type FieldErrors = Partial<Record<DeliveryField, string>>
const fields = Object.keys(deliveryFields) as DeliveryField[]

export interface DeliveryForm {
  values: Delivery
  set(field: DeliveryField, text: string): void
  /** The field was left: from now on it is checked as it is typed. */
  leave(field: DeliveryField): void
  errorOf(field: DeliveryField): string | null
  /** Checks all fields at once. Answers whether the form may be sent. */
  check(): boolean
}

/**
 * What is typed at checkout by whoever `userId` names, beginning with what is `known` of them. `refused` is what the server said about the fields; it
 * stands until the field is changed.
 */
export function useDelivery(refused: FieldErrors | undefined, known: Known | null, userId: string | null): DeliveryForm {
  const [values, setValues] = useState(() => withProfile(readDraft(), known, userId))
  const [left, setLeft] = useState<ReadonlySet<DeliveryField>>(new Set())
  const [heard, setHeard] = useState(refused)
  const [said, setSaid] = useState<FieldErrors>(refused ?? {})
  if (heard !== refused) {
    setHeard(refused)
    setSaid(refused ?? {})
  }
  // Somebody else uses this tab from now on: what the last one typed goes with them.
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
      setSaid({ ...said, [field]: undefined })
      keepDraft({ owner: userId, typed: next })
    },
    leave: (field) => setLeft(new Set([...left, field])),
    errorOf: (field) => said[field] ?? (left.has(field) ? deliveryRefusal(field, values[field]) : null),
    check() {
      setLeft(new Set(fields))
      return fields.every((field) => deliveryRefusal(field, values[field]) === null)
    },
  }
}
