import type { Media } from '#domain/home-content.ts'
import { parseUrl } from '#domain/page-url.ts'

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
  return isSponsored && !isOpened ? 3 * slideMilliseconds : slideMilliseconds
}

/** Milliseconds from one slide of a carousel to the next (spec §9). */
export const slideMilliseconds = 5_000
/** By how much a slide may stay shorter, so that a late timer does not skip a slide. */
const slack = 500

/**
 * Milliseconds until a carousel moves: to the first of its own beats at which its slide has stayed for `stay` milliseconds. The strip moves on the beats of the
 * page's clock and the carousel half a beat later, so that they never move at the same moment.
 * @param now milliseconds on the page's clock
 */
export function millisecondsToMove(carousel: 'strip' | 'carousel', stay: number, now: number): number {
  const offset = carousel === 'strip' ? 0 : slideMilliseconds / 2
  return Math.ceil((now + stay - slack - offset) / slideMilliseconds) * slideMilliseconds + offset - now
}

/** The `href` of a link target: pages of the shop by their path, so that they open as client navigations. */
export function stripHref(address: string, origin: string): string {
  const url = parseUrl(address)
  if (!url) return address
  const path = `${url.pathname}${url.search}${url.hash}`
  // `//name` would be another host.
  return url.origin === origin && !path.startsWith('//') ? path : address
}
