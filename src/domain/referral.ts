import { isCategory, type MenuEntry } from '#domain/catalogue.ts'
import { parseUrl } from '#domain/page-url.ts'
import { foldToken } from '#domain/plain-text.ts'

/** Letters and digits that cannot be mistaken for each other: no 0 O 1 I L (table profiles). */
export const affiliateAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
export const affiliateCodeLength = 7

/** An affiliate code from seven random numbers, each a whole number below the length of the alphabet. */
export function affiliateCodeOf(draws: number[]): string {
  return draws.map((draw) => affiliateAlphabet[draw]).join('')
}

/** An affiliate code in its stored form, without the punctuation of the sentence it stood in, or null when the text cannot be one. */
export function normaliseCode(text: string): string | null {
  const code = foldToken(text)
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
    .toUpperCase()
  return code.length >= 4 && code.length <= 16 && [...code].every((letter) => affiliateAlphabet.includes(letter)) ? code : null
}

/** The public pages that an affiliate may link to. A category must be in the menu. */
const shareable: { path: RegExp; isOurs?: (caught: string, menu: MenuEntry[]) => boolean }[] = [
  { path: /^\/$/ },
  { path: /^\/products\/?$/ },
  { path: /^\/category\/?$/ },
  { path: /^\/category\/([^/]+)\/?$/, isOurs: (slug, menu) => isCategory(menu, slug) },
  { path: /^\/product\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\/?$/i },
]

/** An affiliate's link to a page of the shop; null for an address that `linkRefusal` refuses. */
export function referralLink(origin: string, address: string, code: string, menu: MenuEntry[]): string | null {
  const url = readOwn(origin, address)
  if (!url || !isShareable(url.pathname, menu)) return null
  url.searchParams.set('ref', code)
  url.hash = ''
  return url.href
}

/** Whether affiliates may link to a path of the shop. */
export function isShareable(path: string, menu: MenuEntry[]): boolean {
  return shareable.some(({ path: pattern, isOurs }) => {
    const match = pattern.exec(path)
    return match !== null && (!isOurs || isOurs(match[1] as string, menu))
  })
}

/** Null for an address that is not the shop's own. */
export function readOwn(origin: string, address: string): URL | null {
  const url = parseUrl(address, origin)
  return url && url.origin === new URL(origin).origin && !url.username && !url.password ? url : null
}

/** What a query such as `?ref=KAMAU23` names, as chats, captions and mail programs pass it on; null without it. The server reads the code (`normaliseCode`). */
export function referralCodeIn(search: string): string | null {
  const query = search.replace(/%3d/gi, '=').replace(/&amp;|%26|%3f|\?/gi, '&')
  const [, code] = [...new URLSearchParams(query)].find(([name]) => name.toLowerCase() === 'ref') ?? []
  return code && code.length <= 40 ? code : null
}

/** The referral that a browser carries after following an affiliate's link. */
export interface CarriedReferral {
  code: string | null
  visitorId: string | null
  /** How many of this visitor's visits by the link had ended with a paid order when it was followed; the referral is valid while that count is unchanged. */
  visit: number
}
export const noReferral: CarriedReferral = { code: null, visitorId: null, visit: 0 }

export interface VisitorReferral extends CarriedReferral {
  visitorId: string
}

/** Days that a referral is valid, from the last click, until the owner sets others (decisions, Affiliates and wallet). */
export const initialReferralDays = 30
const dayMs = 86_400_000

/** The cookie's content before it is signed: code, visitor, time of the click in seconds, visit. */
export function writeReferral({ code, visitorId, visit }: VisitorReferral, nowMs: number): string {
  return [code ?? '', visitorId, Math.floor(nowMs / 1000), visit].join('.')
}

/** Parses the cookie's content; older ones have no visit. An expired code is dropped, the visitor stays. Null for anything malformed. */
export function readReferral(text: string, nowMs: number, days: number): VisitorReferral | null {
  const match = /^([2-9A-HJKMNP-Z]{4,16})?\.([0-9a-f-]{36})\.(\d{9,11})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const isFresh = nowMs - Number(match[3]) * 1000 < days * dayMs
  return { code: (isFresh && match[1]) || null, visitorId: match[2] as string, visit: Number(match[4] ?? 0) }
}

/**
 * Whether a User-Agent is a program: link previews of messengers, search engines, monitors, command line tools. Only their clicks are not counted. The
 * browsers inside WhatsApp and Telegram are people's (their previews do not say Mozilla), and so are phones of the brand CUBOT.
 */
export function isBot(userAgent: string | null | undefined): boolean {
  const text = userAgent?.trim() ?? ''
  return !/^(Mozilla|Opera)\//.test(text) || botPattern.test(text)
}
const botPattern =
  /(?:^|[^u]|(?:^|[^c])u|\Bcu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|pingdom|monitor|scan|fetch|archiv|http|python|curl|wget/i

/** The buyer's name as an affiliate sees it: in full, or as initials (`W. K.`) where the settings mask it. */
export function shownName(name: string, isMasked: boolean): string {
  if (!isMasked) return name
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}.`)
    .join(' ')
}

/** A referral in session storage, until conversion (spec §3, session-stored referral). */
export interface Referral {
  affiliate_id: string
  affiliate_code: string
  product_id: string | null
}
export const referralKey = 'referral'

/** Why there is no link to an address, and what to do about it; null when there is one. */
export function linkRefusal(origin: string, address: string, menu: MenuEntry[]): string | null {
  if (!address.trim()) return 'Enter the address of a page first, such as /products or /category/sneakers.'
  const url = readOwn(origin, address)
  if (!url) return 'Paste the address of a page of this shop.'
  if (isShareable(url.pathname, menu)) return null
  return 'Only the home page, lists of shoes and shoes can be shared. Open one of them, copy its address and paste it here.'
}
