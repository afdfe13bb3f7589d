import { deliveryRefusal } from '#domain/delivery.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'

/** What somebody says of themselves: the browser checks it with the same words as the server, which looks closer (features/people/person-input.ts). */
const personRules = {
  full_name: { missing: 'Write your full name.', refusal: (name: string) => deliveryRefusal('customer_name', name) },
  phone: { missing: 'Write your phone number.', refusal: (phone: string) => (normalisePhone(phone) ? null : phoneHint) },
  email: { missing: 'Write your e-mail.', refusal: (email: string) => (mayBeEmail.test(email) ? null : 'Write the e-mail as name@example.com.') },
} as const
const mayBeEmail = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

export type PersonField = keyof typeof personRules

/** What to do about a field, or null. */
export function personRefusal(field: PersonField, text: string): string | null {
  const { missing, refusal } = personRules[field]
  return text.trim() === '' ? missing : refusal(text.trim())
}
