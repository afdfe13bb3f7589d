import type { Media } from '#domain/promotion.ts'

/** One ad or promotion as the strip of the home page shows it (spec §2, Home). */
export interface StripEntry {
  id: string
  of: 'ad' | 'promotion'
  title: string
  text: string | null
  media: Media | null
  /** Its link: a path of the shop, another site, or null. */
  href: string | null
  isSponsored: boolean
  /** It has an ad network's code, to be run once the visitor has opened it. */
  hasEmbed: boolean
}

/** Maximum entries of the strip. */
export const stripLimit = 10

/** Milliseconds that an entry is shown (spec §9, Ads strip): longer for a network's ad that the visitor has not opened yet. */
export function displayMilliseconds({ isSponsored }: { isSponsored: boolean }, isOpened: boolean): number {
  return isSponsored && !isOpened ? 15_000 : 5_000
}

/** The `href` of a link target: pages of the shop by their path, so that they open as client navigations. */
export function stripHref(address: string, origin: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const path = `${url.pathname}${url.search}${url.hash}`
  // `//name` would be another host.
  return url.origin === origin && !path.startsWith('//') ? path : address
}
