import { affiliateAlphabet } from '#domain/affiliate.ts'

/** What a browser brings along of the link it came by. */
export interface CarriedReferral {
  code: string | null
  visitorId: string | null
  /** How many visits by this link had ended with a paid order when it was followed: while there are no more of them, the link lives. */
  visit: number
}
export const noReferral: CarriedReferral = { code: null, visitorId: null, visit: 0 }

export interface VisitorReferral extends CarriedReferral {
  visitorId: string
}

/** How long a link counts, from its last click (decisions, Affiliates and wallet). */
export const referralDays = 30
const dayMs = 86_400_000

/** The code as the shop writes it, or null when it cannot be one. */
export function normaliseCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  return code.length >= 4 && code.length <= 16 && [...code].every((letter) => affiliateAlphabet.includes(letter)) ? code : null
}

/** What the cookie holds, before it is sealed: code, visitor, the second of the click and the visit. */
export function writeReferral({ code, visitorId, visit }: VisitorReferral, nowMs: number): string {
  return [code ?? '', visitorId, Math.floor(nowMs / 1000), visit].join('.')
}

/** Reads it back, also without the visit; a code that is older than its days no longer counts, its visitor stays the same. Null for anything else. */
export function readReferral(text: string, nowMs: number): VisitorReferral | null {
  const match = /^([2-9A-HJKMNP-Z]{4,16})?\.([0-9a-f-]{36})\.(\d{9,11})(?:\.(\d{1,6}))?$/.exec(text)
  if (!match) return null
  const isFresh = nowMs - Number(match[3]) * 1000 < referralDays * dayMs
  return { code: (isFresh && match[1]) || null, visitorId: match[2] as string, visit: Number(match[4] ?? 0) }
}

/**
 * Programs that look at links: previews of messengers, search engines, monitors, and what is no browser at all. Only their clicks are not counted. The browsers
 * inside WhatsApp and Telegram belong to people (their previews do not call themselves Mozilla), and so do the phones of the make CUBOT.
 */
export function isBot(userAgent: string | null | undefined): boolean {
  const text = userAgent?.trim() ?? ''
  return !/^(Mozilla|Opera)\//.test(text) || botWords.test(text)
}
const botWords =
  /(?<!\bcu)bot\b|crawl|spider|slurp|preview|facebookexternalhit|headless|lighthouse|pingdom|monitor|scan|fetch|archiv|http|python|curl|wget/i

/** What an affiliate reads of who bought: the name, or where the settings say so only how its words begin, `W. K.`. */
export function shownName(name: string, isMasked: boolean): string {
  if (!isMasked) return name
  return name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0]}.`)
    .join(' ')
}
