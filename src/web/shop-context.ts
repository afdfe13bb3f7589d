import { createContext } from 'react-router'
import type { ShopFacts } from '#domain/shop.ts'
import type { Context } from '#features/context.ts'

/** The context of loaders and actions. In a module of its own, so that the server and the page build share one key. */
export const shopContext = createContext<{
  ctx: Context
  shop: ShopFacts
  /** Reports an unexpected error during rendering; refusals are not reported. */
  failed: (error: unknown) => void
  /** The nonce of our inline scripts; the CSP allows no others (docs/decisions/0004). */
  nonce: string
}>()
