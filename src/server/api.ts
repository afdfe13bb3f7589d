import { Problem } from '#domain/problem.ts'
import type { Visitors } from '#server/actor.ts'
import { type Api, newApi } from '#server/declare.ts'
import { adDoors } from '#server/doors/ads.ts'
import { affiliateDoors } from '#server/doors/affiliates.ts'
import { assistantDoors } from '#server/doors/assistant.ts'
import { authDoors } from '#server/doors/auth.ts'
import { authAccountDoors } from '#server/doors/auth-account.ts'
import { authLinkDoors } from '#server/doors/auth-links.ts'
import { callbackDoors } from '#server/doors/callbacks.ts'
import { categoryDoors } from '#server/doors/categories.ts'
import { commissionDoors } from '#server/doors/commissions.ts'
import { documentDoors } from '#server/doors/document.ts'
import { helpDoors } from '#server/doors/help-sections.ts'
import { orderDeskDoors } from '#server/doors/order-desk.ts'
import { orderEventDoors } from '#server/doors/order-events.ts'
import { orderItemDoors } from '#server/doors/order-items.ts'
import { orderDoors } from '#server/doors/orders.ts'
import { paymentDoors } from '#server/doors/payments.ts'
import { payoutDeskDoors } from '#server/doors/payout-desk.ts'
import { payoutDoors } from '#server/doors/payouts.ts'
import { productImageDoors } from '#server/doors/product-images.ts'
import { productDoors } from '#server/doors/products.ts'
import { profileDoors } from '#server/doors/profiles.ts'
import { promotionDoors } from '#server/doors/promotions.ts'
import { storageDoors } from '#server/doors/storage.ts'
import { userDataDoors } from '#server/doors/user-data.ts'
import { userDoors } from '#server/doors/users.ts'
import type { MemoryRateLimiter } from '#server/memory-rate-limiter.ts'
import { sameSiteOnly } from '#server/security.ts'
import type { Shop } from '#server/shop.ts'

/** The HTTP API: every table, procedure and function of spec §7 that the shop has by now, under the specification's own names. */
export function createApi(shop: Shop, visitors: Visitors, rateLimiter: MemoryRateLimiter): Api {
  const api = newApi()
  api.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
    c.res.headers.append('Vary', 'Cookie')
  })
  // M-Pesa is another site, and nobody in particular.
  callbackDoors(api, shop)
  api.use(sameSiteOnly)
  api.use(async (c, next) => {
    c.set('ctx', shop.contextFor(await visitors.identify(c)))
    await next()
  })
  api.use('/products', async (c, next) => {
    if (c.req.query('search') || c.req.query('q')) rateLimiter.consume('search_address', visitors.addressOf(c))
    await next()
  })
  for (const doors of [
    productDoors,
    productImageDoors,
    categoryDoors,
    profileDoors,
    userDoors,
    authDoors,
    authLinkDoors,
    authAccountDoors,
    orderDoors,
    orderItemDoors,
    orderDeskDoors,
    paymentDoors,
    affiliateDoors,
    commissionDoors,
    payoutDoors,
    payoutDeskDoors,
    storageDoors,
    userDataDoors,
    promotionDoors,
    adDoors,
    assistantDoors,
    helpDoors,
  ])
    doors(api)
  orderEventDoors(api, shop)
  documentDoors(api, shop)
  api.all('*', ({ req }) => {
    const allow = methods.filter((method) => api.router.match(method, req.path)[0].some(([[, route]]) => route.method === method))
    if (allow.length > 0) throw new Problem('method_not_allowed', { detail: allow.join(', '), allow })
    throw new Problem('not_found')
  })
  return api
}

const methods = ['GET', 'POST', 'PATCH', 'DELETE']
