/** A product as the offline page lists it. */
export interface ViewedProduct {
  id: string
  name: string
  image_url: string | null
}

const key = 'viatu-seen'
const maxProducts = 12

/** Puts a product first in the list of recently viewed ones. */
export function addViewed({ id, name, image_url }: ViewedProduct): void {
  try {
    localStorage.setItem(key, JSON.stringify([{ id, name, image_url }, ...readViewed().filter((each) => each.id !== id)].slice(0, maxProducts)))
  } catch {
    // Without storage there is no list.
  }
}

/** The recently viewed products, the latest first; malformed entries are left out. */
export function readViewed(): ViewedProduct[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isProduct).slice(0, maxProducts) : []
  } catch {
    return []
  }
}

export function clearViewed(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to remove.
  }
}

function isProduct(value: unknown): value is ViewedProduct {
  const { id, name, image_url } = Object(value) as Partial<ViewedProduct>
  return typeof id === 'string' && typeof name === 'string' && (image_url === null || typeof image_url === 'string')
}
