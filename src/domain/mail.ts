/** Whether it is one plain e-mail address: it becomes a header and a command to a mail server, so nothing that could end either (table mails). */
export function isOneAddress(text: string): boolean {
  return text.length <= 320 && /^[^\s\p{Cc}<>(),;:"\\@]+@[^\s\p{Cc}<>(),;:"\\@]+$/u.test(text)
}

/** Seconds after which a letter is tried again, by how often it was tried; null when it is given up, three days after the first try. */
export function nextMailTryAfter(tries: number): number | null {
  return trySchedule[tries - 1] ?? null
}
const minute = 60
const hour = 60 * minute
/** 10 and 30 s, 1, 5, 15, 30 minutes, 1 and 2 hours, then every four hours. */
const trySchedule = [10, 30, minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, ...Array<number>(17).fill(4 * hour)]

/** Days after which a letter that is over loses its words, and after which nothing of it is left. */
export const mailKeptDays = { words: 3, row: 90 }

/** An address as others may see it: enough for its owner to know it, `w***@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  return `${address.slice(0, Math.min(1, at))}***${address.slice(at)}`
}
