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

/** Whether a text is one plain e-mail address, safe as a header and an SMTP command: no line breaks, commas or brackets (table mails). */
export function isOneAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s\p{Cc}<>(),;:"\\@]+@[^\s\p{Cc}<>(),;:"\\@]+$/u.test(text)
}

/** Seconds until an e-mail is tried again, by the number of tries; null once it is given up, three days after the first try. */
export function nextMailTryAfter(tries: number): number | null {
  return trySchedule[tries - 1] ?? null
}
const minute = 60
const hour = 60 * minute
/** 10 and 30 s, 1, 5, 15, 30 minutes, 1 and 2 hours, then every four hours. */
const trySchedule = [10, 30, minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, ...Array<number>(17).fill(4 * hour)]

/** Days after which a finished e-mail loses its text (`textDays`), and after which its row is deleted (`rowDays`). */
export const mailRetention = { textDays: 3, rowDays: 90 }

/** A masked address that its owner can recognise: `w***@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, Math.min(1, at))}***${address.slice(at)}`
}
