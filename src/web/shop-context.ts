import { createContext } from 'react-router'
import type { Context } from '#core/context.ts'
import type { ShopFacts } from '#domain/shop.ts'

/** What loaders, actions and the rendering of one request get. */
export interface PageContext {
  ctx: Context
  shop: ShopFacts
  /** Reports an unexpected error during rendering; refusals are not reported. */
  failed: (error: unknown) => void
  /** The nonce of our inline scripts; the CSP allows no others (docs/decisions/0004). */
  nonce: string
  /** Set by the rendering: the document in parts, whose response has no body. A body would encode it, and the server would decode it again. */
  html?: string[]
}

/** In a module of its own, so that the server and the page build share one key. */
export const shopContext = createContext<PageContext>()
