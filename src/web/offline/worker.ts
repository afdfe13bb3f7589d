import type { RouteHandlerCallbackOptions } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate, type Strategy } from 'workbox-strategies'
import { cacheKeyOf, isPublicPage, pageOfData } from '#domain/public-page.ts'
import { keeps, whatCame } from '#web/offline/keeps.ts'
import { assetsOf, type FromWorker, forgetKept, keptNames, type ToWorker } from '#web/offline/kept.ts'

/** The parts of a worker's global that are used here; the rest of this program is made for windows. */
interface Worker {
  addEventListener(name: 'install' | 'activate', hear: (event: Lasting) => void): void
  addEventListener(name: 'message', hear: (event: Lasting & { data: unknown }) => void): void
  skipWaiting(): Promise<void>
  clients: { claim(): Promise<void>; get(id: string): Promise<{ postMessage(message: FromWorker): void } | undefined> }
  registration: { unregister(): Promise<boolean>; navigationPreload?: { enable(): Promise<void> } }
}
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void
}
declare const self: Worker
/** Written in by the build (vite.config.ts): its mark, and every script, sheet and font that a public page needs. */
declare const BUILD: string
declare const SHELL: string[]

const needed = SHELL
const offlinePage = '/offline'
/** After so many seconds without an answer, what was seen last is better than nothing. */
const patience = 3
const data = keptNames.data(BUILD)

self.addEventListener('install', (event) => {
  // Nobody has to close the shop for a new version: pages of the old one find their scripts among the kept ones.
  void self.skipWaiting()
  event.waitUntil(fillShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOld(), self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('message', (event) => {
  const { keep, forget } = Object(event.data) as Partial<ToWorker>
  if (forget) event.waitUntil(forgetKept())
  if (Array.isArray(keep)) event.waitUntil(Promise.all(keep.slice(0, 60).map((address) => keepNow(String(address), event))))
})

const pages = new NetworkFirst({
  cacheName: keptNames.pages,
  networkTimeoutSeconds: patience,
  plugins: [
    keeps(keptNames.pages, 40, async (kept, address, page) => {
      if (page.status === 404) await kept.delete(address)
      if (page.status !== 200 || page.redirected || !page.headers.get('cache-control')?.startsWith('public')) return
      await kept.put(address, page.clone())
      // Its scripts were fetched before there was a worker, or by a page of another build.
      await keepAssets(assetsOf(await page.text()))
    }),
    { cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && marked(cachedResponse) },
  ],
})
const navigationData = new NetworkFirst({
  cacheName: data,
  networkTimeoutSeconds: patience,
  plugins: [
    keeps(data, 60, whatCame),
    {
      cachedResponseWillBeUsed: async ({ event, request, cachedResponse }) => {
        if (cachedResponse) await tell(event, { kept: pageOfData(new URL(request.url).pathname) ?? '' })
        return cachedResponse
      },
    },
  ],
})
const pictures = new StaleWhileRevalidate({ cacheName: keptNames.pictures, plugins: [keeps(keptNames.pictures, 200, whatCame)] })
const assets = new CacheFirst({ cacheName: keptNames.assets })
const shell = async () => (await caches.match(offlinePage, { cacheName: keptNames.shell })) ?? fetch(offlinePage)
const straight = new NetworkOnly()

/** In this order; what none of them takes goes its way as if there were no worker: the API, every form, every private page's data. */
const rules: { takes: (url: URL, request: Request) => boolean; by: { handle: (asked: RouteHandlerCallbackOptions) => Promise<Response> } }[] = [
  { takes: ({ pathname }, { mode }) => mode === 'navigate' && pathname === offlinePage, by: { handle: shell } },
  { takes: ({ pathname }, { mode }) => mode === 'navigate' && isPublicPage(pathname), by: pages },
  { takes: (_, { mode }) => mode === 'navigate', by: straight },
  { takes: ({ pathname }) => pageOfData(pathname) !== null && isPublicPage(pathname), by: navigationData },
  { takes: ({ pathname }) => /^\/(assets|fonts|icons)\/|^\/(placeholder|favicon)\.svg$/.test(pathname), by: assets },
  { takes: ({ pathname }) => /^\/files\/[a-z]+-images\//.test(pathname), by: pictures },
]
for (const { takes, by } of rules) {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && takes(url, request),
    async (asked) => {
      try {
        return await by.handle(asked)
      } catch (error) {
        return (error as Error).name === 'no-response' ? insteadOf(asked.request) : networkAlone(asked.request)
      }
    },
  )
}

/** What neither came nor was kept. */
async function insteadOf({ url, mode }: Request): Promise<Response> {
  const address = new URL(url)
  if (mode === 'navigate') return Response.redirect(`${offlinePage}?${new URLSearchParams({ to: address.pathname + address.search })}`)
  if (pageOfData(address.pathname) !== null) return sendOn(address)
  return (await likePicture(address)) ?? Response.error()
}

/** Here the worker itself is at fault, not the network: it leaves, and is in nobody's way until then. */
async function networkAlone(request: Request): Promise<Response> {
  await self.registration.unregister()
  return fetch(request)
}

/** The router is sent to the page itself, or to the one that says so. These are the router's own words for it. */
async function sendOn({ pathname, search }: URL): Promise<Response> {
  const page = new URL(`${pageOfData(pathname)}${search}`, location.origin)
  page.searchParams.delete('_routes')
  const isKept = await caches.match(cacheKeyOf(page), { cacheName: keptNames.pages })
  const to = page.pathname + page.search
  const headers = {
    'X-Remix-Redirect': isKept ? to : `${offlinePage}?${new URLSearchParams({ to, gone: '' })}`,
    'X-Remix-Reload-Document': 'true',
    'X-Remix-Status': '302',
  }
  return new Response(null, { status: 204, headers })
}

/** The same picture in another size or format. */
async function likePicture({ pathname }: URL): Promise<Response | undefined> {
  const stem = pathname.replace(/(-(400|800|1200))?\.(webp|avif)$/, '')
  const kept = await caches.open(keptNames.pictures)
  const like = (await kept.keys()).find(({ url }) => new URL(url).pathname.startsWith(stem))
  return like && kept.match(like)
}

async function keepNow(address: string, event: Lasting) {
  const request = new Request(new URL(address, location.origin))
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  const strategy = isPublicPage(url.pathname) ? pages : rules.at(-1)?.takes(url, request) ? pictures : null
  if (strategy) await Promise.all(strategy.handleAll({ event, request } as unknown as Parameters<Strategy['handleAll']>[0])).catch(() => {})
}

async function fillShell() {
  const page = await fetch(offlinePage, { credentials: 'omit' })
  if (!page.ok) throw new Error(`${offlinePage} answered ${page.status}`)
  await keepAssets([...needed, ...assetsOf(await page.clone().text())])
  await (await caches.open(keptNames.shell)).put(offlinePage, page)
}

/** Names with a hash never change what they hold; the few others are fetched anew. */
async function keepAssets(paths: string[]) {
  const kept = await caches.open(keptNames.assets)
  const missing = await Promise.all([...new Set(paths)].map(async (path) => (path.startsWith('/assets/') && (await kept.match(path)) ? [] : [path])))
  await kept.addAll(missing.flat())
}

/** The data of other builds, and scripts that no kept page needs any more. */
async function dropOld() {
  for (const name of await caches.keys()) if (name.startsWith(keptNames.data('')) && name !== data) await caches.delete(name)
  const texts = (await Promise.all([keptNames.pages, keptNames.shell].map(textsIn))).flat()
  const used = new Set([...needed, ...texts.flatMap(assetsOf)])
  const kept = await caches.open(keptNames.assets)
  for (const key of await kept.keys()) if (!used.has(new URL(key.url).pathname)) await kept.delete(key)
}

async function textsIn(name: string): Promise<string[]> {
  const kept = await caches.open(name)
  return Promise.all((await kept.keys()).map(async (key) => (await kept.match(key))?.text() ?? ''))
}

/** A kept page says so to its own scripts: nothing else of it is changed. */
async function marked(page: Response): Promise<Response> {
  const headers = new Headers(page.headers)
  // Of the bytes as they were sent, not of the text that is in hand.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response((await page.text()).replace('<html ', '<html data-kept '), { status: page.status, headers })
}

async function tell(event: Event, message: FromWorker) {
  const { clientId } = event as Event & { clientId?: string }
  if (clientId) (await self.clients.get(clientId))?.postMessage(message)
}
