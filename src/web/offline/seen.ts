/** A product as the page for what was never seen lists it. */
export interface SeenProduct {
  id: string
  name: string
  image_url: string | null
}

const key = 'viatu-seen'
const most = 12

/** Puts a product first among those that this device saw last. */
export function noteSeen({ id, name, image_url }: SeenProduct): void {
  try {
    localStorage.setItem(key, JSON.stringify([{ id, name, image_url }, ...readSeen().filter((each) => each.id !== id)].slice(0, most)))
  } catch {
    // Then nothing is listed.
  }
}

/** The latest first. What somebody else wrote into the storage is left out. */
export function readSeen(): SeenProduct[] {
  try {
    const seen: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(seen) ? seen.filter(isProduct).slice(0, most) : []
  } catch {
    return []
  }
}

export function forgetSeen(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}

function isProduct(value: unknown): value is SeenProduct {
  const { id, name, image_url } = Object(value) as Partial<SeenProduct>
  return typeof id === 'string' && typeof name === 'string' && (image_url === null || typeof image_url === 'string')
}
