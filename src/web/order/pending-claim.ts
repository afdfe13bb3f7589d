import { device, storedValue } from '#web/browser/stored-value.ts'

/** The order that a guest wants to claim for an account, while they sign in or sign up. */
interface PendingClaim {
  id: string
  /** The guest's access key. */
  key: string | null
  /** When it was stored, in milliseconds. */
  at: number
}

/** As long as the link in the verification e-mail; a later sign-in on this device may be another person. */
const lifetimeMs = 3_600_000

/** On the device, because the link of the e-mail opens in another tab. If the browser forbids storage, the button on the order's page is still there. */
const stored = storedValue<PendingClaim | null>(device, 'keep-order', { empty: null, parse })

export function storePendingClaim(id: string, key: string | null): void {
  stored.tryWrite({ id, key, at: Date.now() })
}

/** Null if there is none or it has expired, and on the server. */
export function readPendingClaim(now = Date.now()): PendingClaim | null {
  const claim = stored.get()
  return claim && now - claim.at < lifetimeMs ? claim : null
}

export function clearPendingClaim(): void {
  stored.tryWrite(null)
}

function parse(text: string): PendingClaim | null {
  const { id, key, at } = Object(JSON.parse(text))
  return typeof id === 'string' && (key === null || typeof key === 'string') && typeof at === 'number' ? { id, key, at } : null
}
