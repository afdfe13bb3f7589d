import { randomUUID } from 'node:crypto'
import type { Services } from '#core/context.ts'
import { readCookie } from '#core/cookie.ts'
import { deviceDays, type KnownDevice } from '#domain/session.ts'

type Sealing = Pick<Services, 'secrets' | 'shop'>

/**
 * The account that a browser has signed in to before; sealed, so that only the shop can write it. It opens nothing: a browser with this cookie is only counted
 * apart from strangers who try passwords on the same account (decision 10).
 */
export function knownDevice(services: Sealing, headers: Headers): KnownDevice | null {
  const [, userId, id, seal] = shape.exec(readCookie(headers.get('cookie'), nameFor(services)) ?? '') ?? []
  if (!userId || !id || !seal) return null
  const device = { userId, id }
  return services.secrets.proves(seal, (secrets) => sealOf({ secrets }, device)) ? device : null
}
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const shape = new RegExp(`^(${uuid})\\.(${uuid})\\.([\\w-]+)$`)

/** Set-Cookie of a browser whose person has just proved who they are; a browser that is known already stays the same device. */
export function deviceCookie(services: Sealing, userId: string, known: KnownDevice | null): string {
  const device = known?.userId === userId ? known : { userId, id: randomUUID() }
  return setCookie(services, `${device.userId}.${device.id}.${sealOf(services, device)}`, deviceDays * 86_400)
}

/** Set-Cookie that makes a browser forget it, with the account. */
export function clearDeviceCookie(services: Pick<Services, 'shop'>): string {
  return setCookie(services, '', 0)
}

function setCookie(services: Pick<Services, 'shop'>, value: string, maxAge: number): string {
  const secure = services.shop.origin.startsWith('https://') ? '; Secure' : ''
  return `${nameFor(services)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

function nameFor({ shop }: Pick<Services, 'shop'>): string {
  return `${shop.origin.startsWith('https://') ? '__Host-' : ''}viatu.device`
}

function sealOf({ secrets }: Pick<Services, 'secrets'>, { userId, id }: KnownDevice): string {
  return secrets.seal(`device ${userId} ${id}`)
}
