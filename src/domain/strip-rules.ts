import type { Media } from '#domain/promotion.ts'

/** One ad or promotion as the strip of the home page shows it (spec §2, Home). */
export interface StripEntry {
  id: string
  of: 'ad' | 'promotion'
  title: string
  text: string | null
  media: Media | null
  /** Where it leads, if anywhere: a path of the shop itself, or another site. */
  href: string | null
  isSponsored: boolean
  /** There is code of a network to run, once a visitor has opened it. */
  hasEmbed: boolean
}

/** More than anybody waits for. */
export const stripLimit = 10

/** Milliseconds that one stays in view (spec §9, Ads strip): an ad of a network longer, until somebody has opened it. */
export function stayOf({ isSponsored }: { isSponsored: boolean }, isOpened: boolean): number {
  return isSponsored && !isOpened ? 15_000 : 5_000
}

/** An address as the strip links to it: pages of the shop itself by their path, so that they open in place. */
export function wayTo(address: string, origin: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const path = `${url.pathname}${url.search}${url.hash}`
  // Two slashes would be the name of another host.
  return url.origin === origin && !path.startsWith('//') ? path : address
}
