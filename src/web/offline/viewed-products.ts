import { device, storedValue } from '#web/browser/stored-value.ts'

/** A product as the offline page lists it. */
interface ViewedProduct {
  id: string
  name: string
  image_url: string | null
}

const maxProducts = 12
const viewed = storedValue<ViewedProduct[]>(device, 'viatu-seen', { empty: [], parse })

/** Puts a product first in the list of recently viewed ones. */
export function addViewed({ id, name, image_url }: ViewedProduct): void {
  viewed.tryWrite([{ id, name, image_url }, ...readViewed().filter((each) => each.id !== id)].slice(0, maxProducts))
}

/** The recently viewed products, the latest first; malformed entries are left out. */
export const readViewed = viewed.get

export function clearViewed(): void {
  viewed.tryWrite(null)
}

function parse(text: string): ViewedProduct[] {
  const stored: unknown = JSON.parse(text)
  return Array.isArray(stored) ? stored.filter(isProduct).slice(0, maxProducts) : []
}

function isProduct(value: unknown): value is ViewedProduct {
  const { id, name, image_url } = Object(value) as Partial<ViewedProduct>
  return typeof id === 'string' && typeof name === 'string' && (image_url === null || typeof image_url === 'string')
}
