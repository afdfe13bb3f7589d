/**
 * The pages that are the same for everybody, and their data for navigations (`/_.data` is the home page's). All others are made for the one who asks: the server
 * keeps none of them, and neither does a visitor's device.
 */
export function isPublicPage(pathname: string): boolean {
  return /^\/((_|products|category(\/[^/]+)?|product\/[^/]+|help|track|offline)(\.data)?)?$/.test(pathname)
}

/** Query parameters that a public page may depend on; all others (ref, utm_…, fbclid) are the browser's business. */
export const publicParameters = ['search', 'category', 'size', 'min', 'max', 'sort', 'cursor', '_routes']

/** Those of one page: a product's is one page in every size, which is chosen in the browser. */
export function parametersOf(pathname: string): string[] {
  return pathname.startsWith('/product/') ? ['_routes'] : publicParameters
}

/** A public address as it is kept: with the parameters that mean something, in a fixed order. */
export function keptAddress({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string {
  const query = new URLSearchParams(parametersOf(pathname).flatMap((name) => searchParams.getAll(name).map((value) => [name, value])))
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** The page that an address of data belongs to: `/product/1.data` is `/product/1`'s. Null for an address of no data. */
export function pageOfData(pathname: string): string | null {
  if (pathname === '/_.data') return '/'
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : null
}
