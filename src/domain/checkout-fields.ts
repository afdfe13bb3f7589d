import { isOneAddress, readEmail } from '#domain/mail.ts'
import { normalisePhone, phoneHint } from '#domain/phone.ts'
import { foldText } from '#domain/plain-text.ts'

/** The fields of the checkout form, named like the order's columns. All are required (spec §5) except the e-mail, which is used for notices only. */
export const deliveryFields = {
  customer_name: { missing: 'Enter your full name.', min: 1, short: 'Enter your full name.', max: 200 },
  customer_phone: { missing: 'Enter your M-Pesa number.', min: 1, short: phoneHint, max: 40 },
  customer_email: { missing: null, min: 1, short: '', max: 254 },
  delivery_address: {
    missing: 'Enter the delivery address.',
    min: 5,
    short: 'Enter more of the address, such as the estate, the street or the house.',
    max: 500,
  },
} as const

export type DeliveryField = keyof typeof deliveryFields
export type Delivery = Record<DeliveryField, string>

export const emptyDelivery: Delivery = { customer_name: '', customer_phone: '', customer_email: '', delivery_address: '' }

export const receiverPhoneHint = 'Enter a Kenyan mobile number, such as 0712 345 678.'

/** Whether a name is more than an initial. A letter of a script without capitals, such as 李, may be a whole name. */
export function isFullName(name: string): boolean {
  return name.length > 1 || /^\p{Lo}$/u.test(name)
}

/** Error messages for a receiver who is not the buyer. */
export function receiverRefusal({ name, phone }: { name: string; phone: string }): Record<'receiver_name' | 'receiver_phone', string | null> {
  return {
    receiver_name: !isFullName(foldText(name).trim()) ? 'Enter the name of the receiver.' : null,
    receiver_phone: normalisePhone(phone) ? null : receiverPhoneHint,
  }
}

/** The error message of a field, or null. */
export function deliveryRefusal(field: DeliveryField, text: string): string | null {
  const { missing, min, short, max } = deliveryFields[field]
  const written = foldText(text).trim()
  if (written === '') return missing
  if (field === 'customer_name' && !isFullName(written)) return short
  if (field === 'customer_email' && !isOneAddress(readEmail(written))) return 'Enter the e-mail as name@example.com.'
  if (field === 'customer_phone') return normalisePhone(written) ? null : phoneHint
  if (written.length < min) return short
  return written.length > max ? `Please keep this under ${max} characters.` : null
}
