import type { Services } from '#core/context.ts'
import { type CarriedReferral, noReferral, readReferral, type VisitorReferral, writeReferral } from '#domain/referral.ts'

/** The value of one cookie; if two have the name, the first, as better-auth reads them. */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return decoded(part.slice(equals + 1).trim())
  }
  return null
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The link that a browser came by, and the browser's visitor id: sealed, so that only the shop can write it (decisions, Affiliates and wallet). */
export function referralOf(services: Pick<Services, 'secrets' | 'shop'>, headers: Headers, nowMs: number): CarriedReferral {
  const cookie = readCookie(headers.get('cookie'), nameFor(services.shop.origin))
  if (!cookie) return noReferral
  const dot = cookie.lastIndexOf('.')
  const text = cookie.slice(0, dot)
  if (!services.secrets.proves(cookie.slice(dot + 1), (secrets) => sealOf({ secrets }, text))) return noReferral
  return readReferral(text, nowMs, services.shop.referralDays) ?? noReferral
}

/** Set-Cookie of a click; with the code null, of a browser that came by no link. */
export function referralSetCookie(services: Pick<Services, 'secrets' | 'shop'>, referral: VisitorReferral, nowMs: number): string {
  const { origin, referralDays } = services.shop
  const text = writeReferral(referral, nowMs)
  const secure = origin.startsWith('https://') ? '; Secure' : ''
  return `${nameFor(origin)}=${text}.${sealOf(services, text)}; Max-Age=${referralDays * 86_400}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

function nameFor(origin: string): string {
  return `${origin.startsWith('https://') ? '__Host-' : ''}viatu-ref`
}

function sealOf({ secrets }: Pick<Services, 'secrets'>, text: string): string {
  return secrets.seal(`referral ${text}`)
}
