/** Lists and badges of the admin panel count up to this many rows: counting all rows of a big shop would cost more than showing a page of it. */
export const maxCounted = 10_000
/** The same for lists of products in the shop, where each search is counted. */
export const maxTotal = 1000

/** `5,054`; a count above the highest is `10,000+`. */
export function formatCount(count: number, highest = maxCounted): string {
  return count > highest ? `${highest.toLocaleString('en-KE')}+` : count.toLocaleString('en-KE')
}
