import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { Problem } from '#domain/problem.ts'
import { type Identify, identifyBy, visitorsOf } from '#server/actor.ts'
import { createApi } from '#server/api.ts'
import { reportDoor } from '#server/csp-reports.ts'
import { serveFiles } from '#server/files.ts'
import { healthDoors } from '#server/health.ts'
import { outboxPages } from '#server/outbox-pages.ts'
import { pages, type Site } from '#server/pages.ts'
import { answerProblems } from '#server/problems.ts'
import { knownHosts, safeHeaders, sameSiteOnly } from '#server/security.ts'
import type { Settings } from '#server/settings.ts'
import type { Shop } from '#server/shop.ts'
import { createTurns } from '#server/turns.ts'

/** All doors of the shop on one floor: files, the HTTP API, and the rendered pages behind everything else. `identify` finds out who asks, for all of them. */
export function createApp(
  shop: Shop,
  settings: Pick<Settings, 'mode' | 'publicUrl' | 'dataDir' | 'trustedProxies'>,
  site: () => Promise<Site>,
  { identify = identifyBy(shop) }: { identify?: Identify } = {},
) {
  const app = new Hono()
  const visitors = visitorsOf(identify, settings.trustedProxies)
  const turns = createTurns()
  app.onError(answerProblems(shop.log, shop.facts))
  app.notFound((c) => c.text('Not found', 404))
  app.use(safeHeaders(settings.mode === 'live'))
  healthDoors(app, shop)
  app.use(knownHosts(settings.publicUrl))
  app.use('/api/callbacks/*', limit(16))
  app.use('/api/orders', limit(32))
  app.use('/csp-reports', limit(16))
  app.use(limit(64))
  reportDoor(app, shop.log)
  serveFiles(app, settings.dataDir)
  if (shop.facts.demo?.outboxUrl) outboxPages(app, shop)
  app.route('/', createApi(shop, visitors, turns))
  app.use(sameSiteOnly)
  app.all(
    '*',
    pages(shop, site, {
      publicUrl: settings.publicUrl,
      mode: process.env.NODE_ENV === 'development' ? 'development' : 'production',
      visitors,
      turns,
    }),
  )
  return app
}

function limit(kilobytes: number): MiddlewareHandler {
  const limited = bodyLimit({
    maxSize: kilobytes * 1024,
    onError: () => {
      throw new Problem('too_large')
    },
  })
  // A read has no body, and looking for one costs as much as sending a kept page.
  return (c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : limited(c, next))
}
