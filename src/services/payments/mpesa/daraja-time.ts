/** Kenya is three hours ahead of UTC all year round. */
const aheadOfUtc = 3 * 60 * 60 * 1000

/** `YYYYMMDDHHmmss` in Nairobi of an instant in milliseconds since 1970: no source has seen M-Pesa refuse this zone (daraja §2). */
export function nairobiTimestamp(at: number): string {
  return new Date(at + aheadOfUtc).toISOString().replace(/\D/g, '').slice(0, 14)
}

/** The instant of such a text, or null when it names none. */
export function readNairobiTimestamp(text: string): Date | null {
  const match = /^(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text)
  if (!match) return null
  const [, year, month, day, hour, minute, second] = match
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`)
  // Converting back catches dates that Date rolls over, such as 30 February.
  return Number.isNaN(date.getTime()) || nairobiTimestamp(date.getTime()) !== text ? null : date
}

/** The instant of `06.07.2024 22:48:52`, as results of payouts write it (daraja §5), or null. */
export function readNairobiDate(text: string): Date | null {
  const match = /^(\d\d)\.(\d\d)\.(\d{4}) (\d\d):(\d\d):(\d\d)$/.exec(text)
  if (!match) return null
  const [, day, month, year, hour, minute, second] = match
  return readNairobiTimestamp(`${year}${month}${day}${hour}${minute}${second}`)
}
