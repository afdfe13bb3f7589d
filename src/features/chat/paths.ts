import type { SearchQuery } from '#domain/search-query.ts'

/** Addresses of the shop that answers lead to; a test holds them against those that pages are built with (web/addresses.ts). */
export const ordersPath = '/dashboard/orders'
export const signUpPath = '/sign-up'
export const productsPath = '/products'

export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

/** The list of the shop that shows what a query is about, and what it is called: the nearest one, never a narrower one. */
export function listOf({ kinds, sizes, minPrice, maxPrice, sort }: SearchQuery): { label: string; href: string } {
  const [only, ...others] = kinds.flat()
  const slug = only && others.length === 0 && !only.isPurpose && only.slugs.length === 1 ? only.slugs[0] : undefined
  const query = new URLSearchParams()
  const asked = { size: sizes.length === 1 ? sizes[0] : undefined, min: minPrice, max: maxPrice, sort: sort === 'newest' ? undefined : sort }
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value))
  const path = slug ? `/category/${slug}` : productsPath
  return { label: `See all ${slug ? only?.label : 'shoes'}`, href: query.size > 0 ? `${path}?${query}` : path }
}
