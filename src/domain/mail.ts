import { foldToken } from '#domain/plain-text.ts'

/** A typed e-mail address as the eye reads it, with its domain as mail servers write it: `asha@xn--mnchen-3ya.example`. */
export function readEmail(text: string): string {
  const email = foldToken(text)
  const at = email.lastIndexOf('@') + 1
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the letters that an address may have unchanged
  if (at === 0 || /^[\x00-\x7f]*$/.test(email.slice(at))) return email
  try {
    return email.slice(0, at) + new URL(`http://${email.slice(at)}`).hostname
  } catch {
    return email
  }
}

/** Whether a text is one plain e-mail address, safe as a header and an SMTP command: no line breaks, commas or brackets (table messages). */
export function isOneAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s\p{Cc}<>(),;:"\\@]+@[^\s\p{Cc}<>(),;:"\\@]+$/u.test(text)
}

/** Days after which a finished message loses its text (`textDays`), and after which its row is deleted (`rowDays`). */
export const messageRetention = { textDays: 3, rowDays: 90 }

/** A masked address that its owner can recognise: `w***@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, Math.min(1, at))}***${address.slice(at)}`
}
