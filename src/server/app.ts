import { Hono, type MiddlewareHandler } from 'hono'
import { createApi } from '#server/api/create-api.ts'
import { limitBodies } from '#server/http-server.ts'
import { healthRoutes, metricsRoute, observeRequests } from '#server/monitoring.ts'
import { adFrames, deliveryRoute } from '#server/page-requests.ts'
import type { Site } from '#server/pages/render-page.ts'
import { pages, rememberWrite } from '#server/pages/serve-pages.ts'
import { answerProblems, logRefusals } from '#server/problem-responses.ts'
import type { Shop } from '#server/running-shop.ts'
import { beforeOpening, isKnownHost, knownHosts, knownMethods, reportRoute, safeHeaders, sameSiteOnly } from '#server/security.ts'
import { previewRoute, serveFiles } from '#server/serve-files.ts'
import type { Settings } from '#server/settings.ts'
import { shopFiles, sitemap } from '#server/shop-files.ts'
import { createMemoryRateLimiter, type Identify, identifyBy, visitorsOf } from '#server/visitors.ts'

/** The whole HTTP application: files, the HTTP API, and rendered pages for all other paths. */
export function createApp(
  shop: Shop,
  settings: Pick<Settings, 'mode' | 'publicUrl' | 'trustedProxies' | 'metrics'>,
  site: () => Promise<Site>,
  // The bench leaves `observe` out, to measure what it costs.
  {
    identify = identifyBy(shop),
    observe = observeRequests(shop.contextFor().services.monitor, settings.trustedProxies),
    demoPages,
  }: { identify?: Identify; observe?: MiddlewareHandler; demoPages?: (app: Hono) => void } = {},
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
  // In a shop that is getting ready a cached page is only for those who may come in before it opens.
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
  app.use(beforeOpening(shop, visitors))
  sitemap(app, shop, visitors, rateLimiter)
  previewRoute(app, shop, visitors, rateLimiter)
  deliveryRoute(app, shop, visitors, rateLimiter)
  demoPages?.(app)
  adFrames(app, shop, visitors, rateLimiter)
  app.route('/', createApi(shop, visitors, rateLimiter))
  app.use(sameSiteOnly(shop.facts.origin))
  app.all('*', any)
  return app
}
