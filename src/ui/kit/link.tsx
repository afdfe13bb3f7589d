import type { ComponentProps } from 'react'
import { Link as RouterLink } from 'react-router'

/**
 * The router's link. On the server only its anchor: the router resolves each address twice against the matched routes, and a page has some 140 of them
 * (docs/decisions/0084).
 */
export const Link: typeof RouterLink = import.meta.env.SSR ? (ServerLink as typeof RouterLink) : RouterLink

/** A path from the root stays as it is written; of other addresses the router makes one. */
const plainPath = /^\/(?!\/)(?!.*(\/\.|\/\/))/

function ServerLink(props: ComponentProps<typeof RouterLink>) {
  const { to, prefetch: _, preventScrollReset: __, replace: ___, ...anchor } = props
  if (typeof to !== 'string' || !plainPath.test(to) || !Object.keys(anchor).every((name) => !ofRouter.has(name))) return <RouterLink {...props} />
  return <a {...anchor} href={to} data-discover="true" />
}

const ofRouter = new Set(['discover', 'relative', 'reloadDocument', 'mask', 'state', 'viewTransition', 'defaultShouldRevalidate', 'target'])
