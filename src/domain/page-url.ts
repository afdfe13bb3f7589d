/**
 * Whether a path is a page that is the same for every visitor, or its navigation data (`/_.data` is the home page's). All other pages are personal:
 * neither the server nor the visitor's device caches them.
 */
export function isPublicPage(pathname: string): boolean {
  return /^\/((_|products|category(\/[^/]+)?|product\/[^/]+|help|track|offline)(\.data)?)?$/.test(pathname)
}

/** Query parameters that a public page may depend on; the server ignores all others (ref, utm_…, fbclid). */
export const publicParameters = ['search', 'category', 'size', 'min', 'max', 'sort', 'cursor', '_routes']

/** The parameters that a page depends on: none for a product's page, where the browser selects the size. */
export function parametersOf(pathname: string): string[] {
  return pathname.startsWith('/product/') ? ['_routes'] : publicParameters
}

/** The cache key of a public URL: path and relevant parameters, in a fixed order. */
export function cacheKeyOf({ pathname, searchParams }: Pick<URL, 'pathname' | 'searchParams'>): string {
  const query = new URLSearchParams(parametersOf(pathname).flatMap((name) => searchParams.getAll(name).map((value) => [name, value])))
  return query.size > 0 ? `${pathname}?${query}` : pathname
}

/** The page that navigation data belongs to: `/product/1` for `/product/1.data`. Null for any other path. */
export function pageOfData(pathname: string): string | null {
  if (pathname === '/_.data') return '/'
  return pathname.endsWith('.data') ? pathname.slice(0, -'.data'.length) : null
}

/** The parsed URL of a text, or null. `URL.canParse` and `URL.parse` are newer than the oldest browsers of the shop's pages. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
