import { isOneAddress } from '#domain/mail.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'

/** What the buyer writes at checkout, under the names of the order's fields: all required (spec §5), save the e-mail, which is only where notices go. */
export const deliveryFields = {
  customer_name: { missing: 'Write your full name.', least: 2, short: 'Write your full name.', most: 200 },
  customer_phone: { missing: 'Write your M-Pesa number.', least: 1, short: phoneHint, most: 40 },
  customer_email: { missing: null, least: 1, short: '', most: 254 },
  delivery_address: {
    missing: 'Write where we should deliver.',
    least: 5,
    short: 'Write more of the address, such as the estate, the street or the house.',
    most: 500,
  },
} as const

export type DeliveryField = keyof typeof deliveryFields
export type Delivery = Record<DeliveryField, string>

export const emptyDelivery: Delivery = { customer_name: '', customer_phone: '', customer_email: '', delivery_address: '' }

/** What to do about a field, or null. */
export function deliveryRefusal(field: DeliveryField, text: string): string | null {
  const { missing, least, short, most } = deliveryFields[field]
  const written = text.trim()
  if (written === '') return missing
  if (field === 'customer_email' && !isOneAddress(written)) return 'Write the e-mail as name@example.com.'
  if (field === 'customer_phone') return normalisePhone(written) ? null : phoneHint
  if (written.length < least) return short
  return written.length > most ? `Please keep this under ${most} characters.` : null
}
