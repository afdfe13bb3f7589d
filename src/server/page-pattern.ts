import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'

/** The pattern of the page at a path, such as `/product/:id`; every path without a page has the same one. */
export function pagePattern(build: ServerBuild, path: string): string {
  const known = patternsOf(build)
  const found = known.byPath.get(path)
  if (found) return found
  const matches = matchRoutes(known.routes, path.replace(/\.data$/, '')) ?? []
  const pattern = `/${matches.flatMap(({ route }) => route.path || []).join('/')}`
  if (known.byPath.size >= maxRemembered) known.byPath.clear()
  known.byPath.set(path, pattern)
  return pattern
}

/** Paths whose pattern is remembered: matching takes longer than sending a page that is rendered already. */
const maxRemembered = 2_000

function patternsOf(build: ServerBuild) {
  const known = patterns.get(build) ?? { routes: childrenOf(build.routes, undefined), byPath: new Map<string, string>() }
  patterns.set(build, known)
  return known
}
const patterns = new WeakMap<ServerBuild, { routes: RouteObject[]; byPath: Map<string, string> }>()

function childrenOf(routes: ServerBuild['routes'], parent: string | undefined): RouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parent) return []
    const { id, path, index } = route
    return [index ? { id, path, index } : { id, path, children: childrenOf(routes, id) }] as RouteObject[]
  })
}
