import { Problem } from '#domain/problem.ts'
import { adminOrderRoutes } from '#server/api/admin-order-routes.ts'
import { affiliateRoutes } from '#server/api/affiliate-routes.ts'
import { assistantRoutes } from '#server/api/assistant-routes.ts'
import { authAccountRoutes } from '#server/api/auth-account-routes.ts'
import { authLinkRoutes } from '#server/api/auth-link-routes.ts'
import { authRoutes } from '#server/api/auth-routes.ts'
import { callbackRoutes } from '#server/api/callback-routes.ts'
import { categoryRoutes } from '#server/api/category-routes.ts'
import { commissionRoutes } from '#server/api/commission-routes.ts'
import { contentRoutes } from '#server/api/content-routes.ts'
import { customerRoutes } from '#server/api/customer-routes.ts'
import { deliveryRoutes } from '#server/api/delivery-routes.ts'
import { documentRoutes } from '#server/api/document-routes.ts'
import { helpRoutes } from '#server/api/help-routes.ts'
import { mpesaAccountRoutes } from '#server/api/mpesa-account-routes.ts'
import { orderEventRoutes } from '#server/api/order-event-routes.ts'
import { orderItemRoutes } from '#server/api/order-item-routes.ts'
import { orderRoutes } from '#server/api/order-routes.ts'
import { paymentRoutes } from '#server/api/payment-routes.ts'
import { payoutRoutes } from '#server/api/payout-routes.ts'
import { productRoutes } from '#server/api/product-routes.ts'
import { profileRoutes } from '#server/api/profile-routes.ts'
import { settingRoutes } from '#server/api/setting-routes.ts'
import { shippingRoutes } from '#server/api/shipping-routes.ts'
import { statusRoutes } from '#server/api/status-routes.ts'
import { storageRoutes } from '#server/api/storage-routes.ts'
import { userDataRoutes } from '#server/api/user-data-routes.ts'
import { userRoutes } from '#server/api/user-routes.ts'
import { type Api, newApi } from '#server/declare.ts'
import type { Shop } from '#server/running-shop.ts'
import { sameSiteOnly } from '#server/security.ts'
import type { MemoryRateLimiter, Visitors } from '#server/visitors.ts'

/** The HTTP API: the tables, procedures and functions of spec §7, under the specification's names. */
export function createApi(shop: Shop, visitors: Visitors, rateLimiter: MemoryRateLimiter): Api {
  const api = newApi()
  api.use(async (c, next) => {
    c.set('shop', shop)
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.append('Vary', 'Cookie')
  })
  // Before the checks of origin and actor: M-Pesa calls from another site and does not authenticate.
  callbackRoutes(api)
  api.use(sameSiteOnly(shop.facts.origin))
  api.use(async (c, next) => {
    c.set('ctx', shop.contextFor(await visitors.identify(c)))
    await next()
  })
  api.use('/products', async (c, next) => {
    if (c.req.query('search') || c.req.query('q')) rateLimiter.consume('search_address', visitors.addressOf(c))
    await next()
  })
  for (const addRoutes of routes) addRoutes(api)
  api.all('*', ({ req }) => {
    const allow = methods.filter((method) => api.router.match(method, req.path)[0].some(([[, route]]) => route.method === method))
    if (allow.length > 0) throw new Problem('method_not_allowed', { detail: allow.join(', '), allow })
    throw new Problem('not_found')
  })
  return api
}

/** Its routes alone, which say of themselves what they are and who may call them. */
export function declaredApi(): Api {
  const api = newApi()
  for (const addRoutes of [callbackRoutes, ...routes]) addRoutes(api)
  return api
}

/** In the order of the document. */
const routes = [
  productRoutes,
  categoryRoutes,
  profileRoutes,
  userRoutes,
  customerRoutes,
  authRoutes,
  authLinkRoutes,
  authAccountRoutes,
  orderRoutes,
  orderItemRoutes,
  adminOrderRoutes,
  shippingRoutes,
  paymentRoutes,
  affiliateRoutes,
  commissionRoutes,
  payoutRoutes,
  storageRoutes,
  userDataRoutes,
  mpesaAccountRoutes,
  statusRoutes,
  settingRoutes,
  contentRoutes,
  deliveryRoutes,
  assistantRoutes,
  helpRoutes,
  orderEventRoutes,
  documentRoutes,
]

const methods = ['GET', 'POST', 'PATCH', 'DELETE']
