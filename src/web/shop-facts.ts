import { useRouteLoaderData } from 'react-router'
import type { MenuEntry } from '#domain/catalogue.ts'
import type { ShopFacts } from '#domain/shop.ts'
import type { loader as layoutLoader } from '#web/layout/layout.tsx'

/** The id of the route whose loader returns the shop. */
export const layoutId = 'layout/layout'
/** The id of the panel's layout route: its data is there exactly while an admin is in the panel. */
export const panelId = 'admin/admin-layout'
/** Where open tabs of the panel hear from the service worker how much waits (BroadcastChannel). */
export const panelChannel = 'viatu-panel'

/** The shop's name, contact and demo data. Throws outside of the storefront's layout. */
export function useShop(): ShopFacts {
  return useStorefront().shop
}

/** The categories that the shop shows. Throws outside of the storefront's layout. */
export function useMenu(): MenuEntry[] {
  return useStorefront().menu
}

function useStorefront() {
  const data = useRouteLoaderData<typeof layoutLoader>(layoutId)
  if (!data) throw new Error('useShop and useMenu must be used inside the storefront')
  return data
}
