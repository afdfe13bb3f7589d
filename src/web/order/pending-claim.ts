/** The order that a guest wants to claim for an account, while they sign in or sign up. */
interface PendingClaim {
  id: string
  /** The guest's access key. */
  key: string | null
  /** When it was stored, in milliseconds. */
  at: number
}

const storageKey = 'keep-order'
/** As long as the link in the verification e-mail; a later sign-in on this device may be another person. */
const lifetimeMs = 3_600_000

/** Null for text that is no claim, and for an expired one. */
export function parsePendingClaim(text: string | null, now: number): PendingClaim | null {
  try {
    const { id, key, at } = Object(JSON.parse(text ?? 'null'))
    const isClaim = typeof id === 'string' && (key === null || typeof key === 'string') && typeof at === 'number'
    return isClaim && now - at < lifetimeMs ? { id, key, at } : null
  } catch {
    return null
  }
}

/** Stored in `localStorage`, because the link of the e-mail opens in another tab. If the browser forbids storage, the button on the order's page is still there. */
export function storePendingClaim(id: string, key: string | null): void {
  write(JSON.stringify({ id, key, at: Date.now() } satisfies PendingClaim))
}

/** Null if there is none, and on the server. */
export function readPendingClaim(): PendingClaim | null {
  try {
    return parsePendingClaim(localStorage.getItem(storageKey), Date.now())
  } catch {
    return null
  }
}

export function clearPendingClaim(): void {
  write(null)
}

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, text)
  } catch {
    // See storePendingClaim.
  }
}
