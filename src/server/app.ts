import { Hono, type MiddlewareHandler } from 'hono'
import { type Identify, identifyBy, visitorsOf } from '#server/actor.ts'
import { adFrames } from '#server/ad-frames.ts'
import { createApi } from '#server/api.ts'
import { limitBodies } from '#server/body-limits.ts'
import { reportRoute } from '#server/csp-reports.ts'
import { deliveryRoute } from '#server/delivery-route.ts'
import { doors } from '#server/doors.ts'
import { healthRoutes } from '#server/health.ts'
import { rememberWrite } from '#server/list-reads.ts'
import { logRefusals } from '#server/log-refusals.ts'
import { createMemoryRateLimiter } from '#server/memory-rate-limiter.ts'
import { metricsRoute } from '#server/metrics-routes.ts'
import { observeRequests } from '#server/observe-requests.ts'
import { outboxPages } from '#server/outbox-pages.ts'
import { pages } from '#server/pages.ts'
import { previewRoute } from '#server/preview-route.ts'
import { answerProblems } from '#server/problems.ts'
import type { Site } from '#server/render-page.ts'
import type { Shop } from '#server/running-shop.ts'
import { isKnownHost, knownHosts, knownMethods, safeHeaders, sameSiteOnly } from '#server/security.ts'
import { serveFiles } from '#server/serve-files.ts'
import type { Settings } from '#server/settings.ts'
import { shopFiles } from '#server/shop-files.ts'
import { sitemap } from '#server/sitemap.ts'

/** The whole HTTP application: files, the HTTP API, and rendered pages for all other paths. */
export function createApp(
  shop: Shop,
  settings: Pick<Settings, 'mode' | 'publicUrl' | 'trustedProxies' | 'demoAccess' | 'metrics'>,
  site: () => Promise<Site>,
  // The bench leaves `observe` out, to measure what it costs.
  {
    identify = identifyBy(shop),
    observe = observeRequests(shop.contextFor().services.monitor, settings.trustedProxies),
  }: { identify?: Identify; observe?: MiddlewareHandler } = {},
) {
  const app = new Hono()
  const visitors = visitorsOf(identify, settings.trustedProxies, shop.log)
  const rateLimiter = createMemoryRateLimiter()
  app.onError(answerProblems(shop))
  app.notFound((c) => c.text('Not found', 404))
  const { fromCache, any } = pages(shop, site, {
    publicUrl: settings.publicUrl,
    mode: process.env.NODE_ENV === 'development' ? 'development' : 'production',
    visitors,
    rateLimiter,
  })
  const isKnown = isKnownHost(shop.facts.origin)
  app.use(safeHeaders(settings.mode === 'live'))
  // In a shop that is getting ready a cached page is for those alone whom the doors let in.
  app.use((c, next) => (shop.isOpen && isKnown(c) ? fromCache(c, next) : next()))
  app.use(observe)
  app.use(logRefusals(shop, visitors))
  app.use(knownMethods)
  app.use(async (c, next) => {
    await next()
    if (['GET', 'HEAD'].includes(c.req.method)) return
    shop.contextFor().services.announce()
    await rememberWrite(shop, c)
  })
  healthRoutes(app, shop)
  metricsRoute(app, shop, settings.metrics.token)
  app.use(knownHosts(shop.facts.origin))
  app.use(limitBodies)
  reportRoute(app, shop.log)
  serveFiles(app, shop)
  shopFiles(app, shop)
  app.use(doors(shop, visitors))
  sitemap(app, shop, visitors, rateLimiter)
  previewRoute(app, shop, visitors, rateLimiter)
  deliveryRoute(app, shop, visitors, rateLimiter)
  if (shop.facts.demo?.outboxUrl) outboxPages(app, shop, settings.demoAccess)
  adFrames(app, shop, visitors, rateLimiter)
  app.route('/', createApi(shop, visitors, rateLimiter))
  app.use(sameSiteOnly(shop.facts.origin))
  app.all('*', any)
  return app
}
