import type { SearchQuery } from '#domain/search-query.ts'

/** Addresses of the shop's pages for answers; a test compares them with those in web/addresses.ts. */
export const ordersPath = '/dashboard/orders'
export const signUpPath = '/sign-up'
export const productsPath = '/products'

export function productPath(id: string): string {
  return `/product/${encodeURIComponent(id)}`
}

/** The product list that comes nearest to a query, and its title; it never shows less than the query asks for. */
export function listOf({ kinds, sizes, minPrice, maxPrice, sort }: SearchQuery): { label: string; href: string } {
  const [only, ...others] = kinds.flat()
  const slug = only && others.length === 0 && !only.isPurpose && only.slugs.length === 1 ? only.slugs[0] : undefined
  const query = new URLSearchParams()
  const asked = { size: sizes.length === 1 ? sizes[0] : undefined, min: minPrice, max: maxPrice, sort: sort === 'newest' ? undefined : sort }
  for (const [name, value] of Object.entries(asked)) if (value !== undefined) query.set(name, String(value))
  const path = slug ? `/category/${slug}` : productsPath
  return { label: `See all ${slug ? only?.label : 'shoes'}`, href: query.size > 0 ? `${path}?${query}` : path }
}
