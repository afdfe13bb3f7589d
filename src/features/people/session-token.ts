import { createHmac } from 'node:crypto'
import type { Services } from '#core/context.ts'
import { readCookie } from '#core/cookie.ts'
import { sessionLimits } from '#domain/session.ts'
import { sessionCookieName } from '#features/people/create-auth.ts'

/** The token of the session that a request carries, as a bearer or in the cookie; null when there is none, or when the cookie's seal is not ours. */
export function readSessionToken(services: Pick<Services, 'secrets' | 'shop'>, headers: Headers): string | null {
  const bearer = /^bearer +([\w-]{32,200})$/i.exec(headers.get('authorization') ?? '')
  if (bearer) return bearer[1] as string
  const sealed = readCookie(headers.get('cookie'), sessionCookieName(services.shop.origin))
  const dot = sealed?.lastIndexOf('.') ?? -1
  if (!sealed || dot < 1) return null
  const token = sealed.slice(0, dot)
  return services.secrets.proves(sealed.slice(dot + 1), (secrets) => seal({ secrets }, token)) ? token : null
}

/** Set-Cookie values that let a browser keep a session, as long as sessions live at most. */
export function sessionCookie(services: Pick<Services, 'secrets' | 'shop'>, token: string): string[] {
  return [setCookie(services, encodeURIComponent(`${token}.${seal(services, token)}`), sessionLimits.user.absoluteSeconds)]
}

/** Set-Cookie values that make a browser forget its session. */
export function clearSessionCookie(services: Pick<Services, 'shop'>): string[] {
  return [setCookie(services, '', 0)]
}

function setCookie({ shop }: Pick<Services, 'shop'>, value: string, maxAge: number): string {
  const secure = shop.origin.startsWith('https://') ? '; Secure' : ''
  return `${sessionCookieName(shop.origin)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

/** As better-auth seals its cookies. */
function seal({ secrets }: Pick<Services, 'secrets'>, token: string): string {
  return createHmac('sha256', secrets.authSecret).update(token).digest('base64')
}
