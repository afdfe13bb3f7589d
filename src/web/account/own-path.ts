/** A place of this shop that somebody may be sent on to, or null: no other site can be reached through it, however it is written (promises §4 A). */
export function ownPath(text: string | null): string | null {
  if (!text?.startsWith('/') || text.length > 500) return null
  const here = 'https://shop.invalid'
  if (!URL.canParse(text, here)) return null
  const url = new URL(text, here)
  const path = `${url.pathname}${url.search}`
  // What a browser would read as another host once it stands alone.
  return url.origin === here && !path.startsWith('//') ? path : null
}
