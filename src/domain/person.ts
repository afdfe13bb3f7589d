import { deliveryRefusal } from '#domain/delivery.ts'
import { foldText } from '#domain/fold-text.ts'
import { readEmail } from '#domain/mail.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'

/** Checks of a person's name, phone and e-mail, with the messages that both browser and server show; the server checks more (core/person-input.ts). */
const personRules = {
  full_name: { missing: 'Enter your full name.', refusal: (name: string) => deliveryRefusal('customer_name', name) },
  phone: { missing: 'Enter your phone number.', refusal: (phone: string) => (normalisePhone(phone) ? null : phoneHint) },
  email: {
    missing: 'Enter your e-mail.',
    refusal: (email: string) => (mayBeEmail.test(readEmail(email)) ? null : 'Enter the e-mail as name@example.com.'),
  },
} as const
const mayBeEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

export type PersonField = keyof typeof personRules

/** The error message of a field, or null. */
export function personRefusal(field: PersonField, text: string): string | null {
  const { missing, refusal } = personRules[field]
  const written = foldText(text).trim()
  return written === '' ? missing : refusal(written)
}

/** Stands on an order whose buyer was removed, in columns that must hold a name and a number; the database checks the same. */
export const nobody = { customer_name: 'Deleted account', customer_phone: '254700000000', delivery_address: 'Deleted' } as const
