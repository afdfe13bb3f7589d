/** Lists and badges of the admin panel count up to this many rows: counting all rows of a big shop would cost more than showing a page of it. */
export const maxCounted = 10_000

/** `5,054`; a count above `maxCounted` is `10,000+`. */
export function formatCount(count: number): string {
  return count > maxCounted ? `${maxCounted.toLocaleString('en-KE')}+` : count.toLocaleString('en-KE')
}
