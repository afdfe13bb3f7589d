import routes from '#web/routes.ts'

export type Reader = 'guest' | 'customer' | 'affiliate' | 'admin'
export interface PageRoute {
  path: string
  /** The file of the page; addresses that lead to the same page share it. */
  file: string
  /** Who reads it. */
  as: Reader
}

/** Answers of forms, files, and pages that only lead elsewhere. */
const noPages =
  /^(sign-out|admin\/upload|admin\/products\/:id\/pictures|admin\/orders\/new|.*\.(csv|svg)|cart-offers|dashboard\/my-data|admin\/help-preview|size-guide-text)$/

/** Every route. */
export const allRoutes: PageRoute[] = paths(routes)

/** Every page of the shop. */
export const pageRoutes: PageRoute[] = allRoutes.filter(({ path }) => !noPages.test(path))

/** Where an address names a row, the row of this name. A route that is new has to be placed here. */
const named: [RegExp, string][] = [
  [/^product\/:id$|^admin\/products\/:id/, 'product'],
  [/^order\/:id$|^admin\/orders\/:id/, 'order'],
  [/^admin\/data\/:id$/, 'snapshot'],
  [/^admin\/customers\/:id$/, 'customer'],
  [/^admin\/promotions\/:id$/, 'promotion'],
  [/^admin\/ads\/:id$/, 'ad'],
  [/^admin\/delivery\/delivery_zones\/:id$/, 'zone'],
  [/^admin\/delivery\/delivery_options\/:id$/, 'option'],
  [/^rider\/:token$/, 'rider'],
  [/^invitation\/:token$/, 'invitation'],
  [/^claim\/:token$/, 'claim'],
  [/^admin\/categories\/:id$/, 'category'],
  [/^admin\/help\/:id$/, 'help'],
]

/** The addresses of a page, with these rows. */
export function addressesOf({ path }: PageRoute, rows: Record<string, string[]>): string[] {
  if (path === '*') return ['/nowhere']
  if (path === 'category/:slug?') return ['/category', '/category/casual', '/category/women-shoes']
  if (path === 'o/:link') return ['/o/abcdefgh']
  if (path === 'affiliate/:list') return ['orders', 'commissions', 'clicks', 'payouts'].map((list) => `/affiliate/${list}`)
  if (!path.includes(':')) return [`/${path}`]
  const ids = rows[named.find(([pattern]) => pattern.test(path))?.[1] ?? '']
  if (!ids) throw new Error(`${path} has no address in this test`)
  return ids.map((id) => `/${path.replace(/:(id|token)/, id)}`)
}

interface Route {
  file: string
  path?: string
  index?: boolean
  children?: Route[]
}

function paths(all: Route[], above = ''): PageRoute[] {
  return all.flatMap(({ file, path, index, children = [] }) => {
    const whole = [above, path].filter(Boolean).join('/')
    return [...(path || index ? [{ path: whole, file, as: readerOf(whole) }] : []), ...paths(children, whole)]
  })
}

function readerOf(path: string): Reader {
  if (path.startsWith('admin')) return 'admin'
  if (path.startsWith('affiliate')) return 'affiliate'
  return /^(dashboard|order)/.test(path) ? 'customer' : 'guest'
}
