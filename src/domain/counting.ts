/** Lists and badges of the admin panel count up to here; counting all rows of a big shop would cost more than showing a page of it. */
export const mostCounted = 10_000

/** `5,054`; a count that went past `mostCounted` is `10,000+`. */
export function countWords(count: number): string {
  return count > mostCounted ? `${mostCounted.toLocaleString('en-KE')}+` : count.toLocaleString('en-KE')
}
