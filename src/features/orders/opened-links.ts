import type { Context } from '#core/context.ts'
import { readCookie } from '#core/cookie.ts'
import { parseShortLink, type ShortLink } from '#domain/placed-order.ts'
import { type LinkedOrder, opens } from '#features/orders/open-short-link.ts'

/** As many orders as a person looks at in one sitting. */
const most = 5

/**
 * The short links that a browser has opened, the newest first, in a cookie that scripts cannot read and that is gone with the browser: so no address, no
 * history and no Referer holds a key that came by a short message.
 */
export function readOpened({ services }: Pick<Context, 'services'>, headers: Headers): ShortLink[] {
  const kept = readCookie(headers.get('cookie'), nameIn(services.shop.origin)) ?? ''
  return kept
    .split('~')
    .slice(0, most)
    .flatMap((text) => parseShortLink(text) ?? [])
}

/** Set-Cookie for a browser that has just opened a link. */
export function openedLinksSetCookie(ctx: Pick<Context, 'services'>, headers: Headers, link: ShortLink): string {
  const others = readOpened(ctx, headers).filter(({ code, key }) => code !== link.code || key !== link.key)
  const links = [link, ...others].slice(0, most).map(({ code, key }) => `${code}.${key}`)
  const { origin } = ctx.services.shop
  return `${nameIn(origin)}=${links.join('~')}; Path=/; HttpOnly; SameSite=Lax${origin.startsWith('https://') ? '; Secure' : ''}`
}

/** Whether the browser has opened a short link of an order, and that link is still valid. */
export function hasOpened(ctx: Pick<Context, 'actor' | 'services'>, order: LinkedOrder): boolean {
  return ctx.actor.opened.some((link) => opens(ctx, link, order))
}

function nameIn(origin: string): string {
  return origin.startsWith('https://') ? '__Host-viatu.opened' : 'viatu.opened'
}
