/** The order that a guest wants to claim for an account, while they sign in or sign up. */
interface PendingClaim {
  id: string
  /** The guest's authority over it. */
  key: string | null
  /** When it was stored, in milliseconds. */
  at: number
}

const stored = 'keep-order'
/** As long as the e-mail of a new account works; a later sign-in here may be another person. */
const lives = 3_600_000

/** Null for text that is no claim, and for an expired one. */
export function parsePendingClaim(text: string | null, now: number): PendingClaim | null {
  try {
    const { id, key, at } = Object(JSON.parse(text ?? 'null'))
    const isOne = typeof id === 'string' && (key === null || typeof key === 'string') && typeof at === 'number'
    return isOne && now - at < lives ? { id, key, at } : null
  } catch {
    return null
  }
}

/** In the local store, because the link of the e-mail opens in another tab. A browser that stores nothing leaves the button on the order's page. */
export function storePendingClaim(id: string, key: string | null): void {
  write(JSON.stringify({ id, key, at: Date.now() } satisfies PendingClaim))
}

/** Null also on the server. */
export function readPendingClaim(): PendingClaim | null {
  try {
    return parsePendingClaim(localStorage.getItem(stored), Date.now())
  } catch {
    return null
  }
}

export function clearPendingClaim(): void {
  write(null)
}

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(stored)
    else localStorage.setItem(stored, text)
  } catch {
    // See storePendingClaim.
  }
}
