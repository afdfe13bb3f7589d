import { Problem } from '#domain/problem.ts'
import { authAccountRoutes, profileRoutes } from '#server/api/account-routes.ts'
import { affiliateRoutes, commissionRoutes } from '#server/api/affiliate-routes.ts'
import { categoryRoutes, productRoutes } from '#server/api/catalogue-routes.ts'
import { callbackRoutes, orderItemRoutes, paymentRoutes } from '#server/api/checkout-routes.ts'
import { contentRoutes, helpRoutes } from '#server/api/content-routes.ts'
import { type Api, newApi } from '#server/api/declare.ts'
import { deliveryRoutes, shippingRoutes } from '#server/api/delivery-routes.ts'
import { documentRoutes } from '#server/api/open-api.ts'
import { adminOrderRoutes, orderRoutes } from '#server/api/order-routes.ts'
import { payoutRoutes } from '#server/api/payout-routes.ts'
import { customerRoutes, userRoutes } from '#server/api/people-routes.ts'
import { authLinkRoutes, authRoutes } from '#server/api/sign-in-routes.ts'
import { storageRoutes } from '#server/api/storage-routes.ts'
import { assistantRoutes, orderEventRoutes } from '#server/api/stream-routes.ts'
import { mpesaAccountRoutes, settingRoutes, statusRoutes, userDataRoutes } from '#server/api/upkeep-routes.ts'
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
