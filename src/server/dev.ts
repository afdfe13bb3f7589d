import type { Site } from '#server/pages.ts'
import { readSettings } from '#server/settings.ts'
import { startShop } from '#server/start-shop.ts'

/** `npm run dev`: the same shop, with pages that reload as they are edited. */
process.env.NODE_ENV = 'development'

const { createServer } = await import('vite')
const settings = readSettings()
const vite = await createServer({
  server: { middlewareMode: true, hmr: { port: settings.port === 0 ? undefined : settings.port + 2 } },
  appType: 'custom',
})
const site = async (): Promise<Site> => ({
  build: (await vite.ssrLoadModule('virtual:react-router/server-build')) as Site['build'],
  shopContext: (await vite.ssrLoadModule('/src/web/shop-context.ts')).shopContext,
})
const { facts, stop } = await startShop(settings, site, vite.middlewares)
console.log(facts.join('\n'))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(
    signal,
    () =>
      void stop()
        .then(() => vite.close())
        .then(() => process.exit(0)),
  )
