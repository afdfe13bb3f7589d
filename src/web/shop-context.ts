import { createContext } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import type { Context } from '#features/context.ts'

/** What the server hands to loaders and actions. Its own module, so that the server and the page build share one key. */
export const shopContext = createContext<{
  ctx: Context
  shop: ShopFacts
  /** Told of what broke while a page was made; refusals do not count. */
  failed: (error: unknown) => void
  /** Carried by every inline script of ours while a page is made; the policy allows no other (docs/decisions/0004). */
  nonce: string
}>()
