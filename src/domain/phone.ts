import { foldToken } from '#domain/plain-text.ts'

/**
 * A Kenyan mobile number as M-Pesa wants it, `2547XXXXXXXX` or `2541XXXXXXXX`, or null when it is not one.
 * Accepts 07.., 01.., 7.., 1.., 254.., +254.., 00254.., +254 (0)7.., with spaces, dashes, dots, slashes, brackets and a comma, after `tel:`, with an O for a
 * zero (daraja §7).
 */
export function normalisePhone(text: string): string | null {
  const bare = foldToken(text)
    .replace(/^tel:/i, '')
    .replace(/[\s\-.,/()]/g, '')
    .replace(/o/gi, '0')
  const match = /^(?:(?:\+|00)?254)?0?([17]\d{8})$/.exec(bare)
  return match ? `254${match[1]}` : null
}

/** `254712345678` for display: `+254 712 345 678`. Any other text is returned unchanged. */
export function formatPhone(phone: string): string {
  const match = /^254(\d{3})(\d{3})(\d{3})$/.exec(phone)
  return match ? `+254 ${match[1]} ${match[2]} ${match[3]}` : phone
}

/** `254712345678` for a spreadsheet, which makes 2.55E+11 of bare digits: `0712 345 678`. */
export function spreadsheetPhone(phone: string): string {
  return formatPhone(phone).replace(/^\+254 ?/, '0')
}

/** The ways in which people write a phone: as given, `+254 712 345 678`, `0712 345 678` and `0712345678`. */
export function phoneSpellings(phone: string): string[] {
  const international = formatPhone(normalisePhone(phone) ?? phone)
  const local = spreadsheetPhone(international)
  return [phone, international, local, local.replaceAll(' ', '')]
}

/** Masked for logs and admin lists: `2547*****678`. */
export function maskPhone(phone: string): string {
  return phone.replace(/^(\d{4})\d+(\d{3})$/, '$1*****$2')
}

/** Masked so that its own buyer can recognise it: `07•• ••• 678`. */
export function recognisablePhone(phone: string): string {
  return phone.replace(/^254(\d)\d+(\d{3})$/, '0$1•• ••• $2')
}

/** Whether `2547XXXXXXXX` may be the number of which M-Pesa shows a few digits, such as `2547 ***** 126`; `07** *** 126` is the same one. */
export function fitsMask(phone: string, masked: string): boolean {
  const shown = masked.replace(/[ -]/g, '').replace(/^0?(?=[17])/, '254')
  const parts = shown.split(/\D+/)
  return phone.startsWith(parts[0] ?? '') && phone.endsWith(parts.at(-1) ?? '')
}

export const phoneHint = 'Enter a Kenyan M-Pesa number, such as 0712 345 678.'
