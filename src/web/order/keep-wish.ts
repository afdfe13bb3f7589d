/** An order that a guest wants to keep in an account, while they sign in or open one. */
interface Wish {
  id: string
  /** The guest's authority over it. */
  key: string | null
  /** When it was wished, in milliseconds. */
  at: number
}

const stored = 'keep-order'
/** As long as the letter of a new account works; whoever signs in here later may be somebody else. */
const lives = 3_600_000

/** What does not read as a wish, or is over, is none. */
export function parseWish(text: string | null, now: number): Wish | null {
  try {
    const { id, key, at } = Object(JSON.parse(text ?? 'null'))
    const isOne = typeof id === 'string' && (key === null || typeof key === 'string') && typeof at === 'number'
    return isOne && now - at < lives ? { id, key, at } : null
  } catch {
    return null
  }
}

/** In the local store, because the letter opens in a tab of its own. A browser that stores nothing leaves the button on the order's page. */
export function wishToKeep(id: string, key: string | null): void {
  write(JSON.stringify({ id, key, at: Date.now() } satisfies Wish))
}

/** Null also on the server. */
export function readWish(): Wish | null {
  try {
    return parseWish(localStorage.getItem(stored), Date.now())
  } catch {
    return null
  }
}

export function forgetWish(): void {
  write(null)
}

function write(text: string | null) {
  try {
    if (text === null) localStorage.removeItem(stored)
    else localStorage.setItem(stored, text)
  } catch {
    // See wishToKeep.
  }
}
