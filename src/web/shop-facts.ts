import { useRouteLoaderData } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import type { loader as layoutLoader } from '#web/storefront/layout.tsx'

/** The route whose loader knows the shop. */
export const layoutId = 'storefront/layout'

/** What the pages know of the shop itself. Throws outside the storefront's layout. */
export function useShop(): ShopFacts {
  const facts = useRouteLoaderData<typeof layoutLoader>(layoutId)
  if (!facts) throw new Error('useShop must be used inside the storefront')
  return facts.shop
}
