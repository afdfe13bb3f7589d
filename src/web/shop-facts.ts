import { useRouteLoaderData } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import type { loader as layoutLoader } from '#web/layout/layout.tsx'

/** The id of the route whose loader returns the shop. */
export const layoutId = 'layout/layout'
/** The id of the panel's layout route: its data is there exactly while an admin is in the panel. */
export const panelId = 'admin/admin-layout'

/** The shop's name, contact and demo data. Throws outside of the storefront's layout. */
export function useShop(): ShopFacts {
  const facts = useRouteLoaderData<typeof layoutLoader>(layoutId)
  if (!facts) throw new Error('useShop must be used inside the storefront')
  return facts.shop
}
