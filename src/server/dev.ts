import { closeOnSignal } from '#server/close-on-signal.ts'
import type { Site } from '#server/pages/render-page.ts'
import { readSettings } from '#server/settings.ts'

/** `npm run dev`: the shop with Vite, which reloads pages as they are edited. */
// React chooses its build when it is loaded, so what loads it is imported afterwards.
process.env.NODE_ENV = 'development'
const { createServer } = await import('vite')
const { startShop } = await import('#server/start-shop.ts')
const settings = readSettings()
// Hot module replacement uses a port of its own, next to the simulator's.
const vite = await createServer({ server: { middlewareMode: true, hmr: { port: settings.port + 2 } }, appType: 'custom' })
const site = async (): Promise<Site> => ({
  build: (await vite.ssrLoadModule('virtual:react-router/server-build')) as Site['build'],
  shopContext: (await vite.ssrLoadModule('/src/web/shop-context.ts')).shopContext,
})
const opening = startShop(settings, site, vite.middlewares)
closeOnSignal(async () => {
  await (await opening).stop()
  await vite.close()
})
console.log((await opening).facts.join('\n'))
