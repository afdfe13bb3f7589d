import { CacheFirst, NetworkFirst, NetworkOnly, StaleWhileRevalidate, type Strategy } from 'workbox-strategies'
import { cacheKeyOf, isPublicPage, pageOfData } from '#domain/page-url.ts'
import { assetsOf, cacheNames, cachePlugin, deleteViewedCaches, type FromWorker, storeResponse, type ToWorker } from '#web/offline/caches.ts'
import { endPush, openFrom, type PushScope, showPush } from '#web/offline/show-push.ts'

/** The parts of `ServiceWorkerGlobalScope` that are used; the rest of the code is compiled with the types of windows. */
interface WorkerScope {
  addEventListener(name: 'install' | 'activate', hear: (event: ExtendableEvent) => void): void
  addEventListener(name: 'fetch', hear: (event: FetchEvent) => void): void
  addEventListener(name: 'message', hear: (event: ExtendableEvent & { data: unknown }) => void): void
  addEventListener(name: 'push', hear: (event: ExtendableEvent & { data: { text(): string } | null }) => void): void
  addEventListener(name: 'notificationclick', hear: (event: ExtendableEvent & { notification: Notification }) => void): void
  skipWaiting(): Promise<void>
  clients: PushScope['clients'] & { claim(): Promise<void>; get(id: string): Promise<{ postMessage(message: FromWorker): void } | undefined> }
  registration: PushScope['registration'] & { unregister(): Promise<boolean>; navigationPreload?: { enable(): Promise<void> } }
}
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends ExtendableEvent {
  request: Request
  respondWith(response: Promise<Response>): void
}
declare const self: WorkerScope
/** Set by the build (vite.config.ts): its hash, and every script, style sheet and font that a public page needs. */
declare const BUILD: string
declare const SHELL: string[]

const shellFiles = SHELL
const offlinePage = '/offline'
/** Seconds without an answer after which the cached page is shown. */
const timeoutSeconds = 3
const data = cacheNames.data(BUILD)

self.addEventListener('install', (event) => {
  // A new version is active immediately: pages of the old one find their scripts in the cache.
  void self.skipWaiting()
  event.waitUntil(fillShell())
})

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([deleteOutdated(), self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('message', (event) => {
  const { keep, forget } = Object(event.data) as Partial<ToWorker>
  if (forget) event.waitUntil(Promise.all([deleteViewedCaches(), endPush(self)]))
  if (Array.isArray(keep)) event.waitUntil(Promise.all(keep.slice(0, 60).map((address) => cacheNow(String(address), event))))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(self, event.data?.text() ?? '')))
self.addEventListener('notificationclick', (event) => event.waitUntil(openFrom(self, event.notification)))

const pages = new NetworkFirst({
  cacheName: cacheNames.pages,
  networkTimeoutSeconds: timeoutSeconds,
  plugins: [
    cachePlugin(cacheNames.pages, 40, async (cache, address, page) => {
      if (page.status === 404) await cache.delete(address)
      if (page.status !== 200 || page.redirected || !page.headers.get('cache-control')?.startsWith('public')) return
      await cache.put(address, page.clone())
      // Its scripts may have been loaded before the worker was active, or by a page of another build.
      await cacheAssets(assetsOf(await page.text()))
    }),
    { cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && markAsCached(cachedResponse) },
  ],
})
const navigationData = new NetworkFirst({
  cacheName: data,
  networkTimeoutSeconds: timeoutSeconds,
  plugins: [
    cachePlugin(data, 60, storeResponse),
    {
      cachedResponseWillBeUsed: async ({ event, request, cachedResponse }) => {
        if (cachedResponse) await postTo(event, { cachedPath: pageOfData(new URL(request.url).pathname) ?? '' })
        return cachedResponse
      },
    },
  ],
})
const pictures = new StaleWhileRevalidate({ cacheName: cacheNames.pictures, plugins: [cachePlugin(cacheNames.pictures, 200, storeResponse)] })
const assets = new CacheFirst({ cacheName: cacheNames.assets })
const shell = async () => (await caches.match(offlinePage, { cacheName: cacheNames.shell })) ?? fetch(offlinePage)
const networkOnly = new NetworkOnly()

interface Rule {
  takes: (url: URL, request: Request) => boolean
  by: { handle: (options: { event: ExtendableEvent; request: Request }) => Promise<Response> }
}
/** The first rule that matches handles the request. Requests without a rule bypass the worker: the API, every form, the data of private pages. */
const rules: Rule[] = [
  { takes: ({ pathname }, { mode }) => mode === 'navigate' && pathname === offlinePage, by: { handle: shell } },
  { takes: ({ pathname }, { mode }) => mode === 'navigate' && isPublicPage(pathname), by: pages },
  { takes: (_, { mode }) => mode === 'navigate', by: networkOnly },
  { takes: ({ pathname }) => pageOfData(pathname) !== null && isPublicPage(pathname), by: navigationData },
  { takes: ({ pathname }) => /^\/(assets|fonts|icons)\/|^\/(placeholder|favicon)\.svg$/.test(pathname), by: assets },
  { takes: ({ pathname }) => /^\/files\/[a-z]+-images\//.test(pathname), by: pictures },
]
self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  const rule = request.method === 'GET' && url.origin === location.origin && rules.find(({ takes }) => takes(url, request))
  if (rule) event.respondWith(answer(rule.by, event))
})

async function answer(by: Rule['by'], event: FetchEvent): Promise<Response> {
  try {
    return await by.handle({ event, request: event.request })
  } catch (error) {
    return (error as Error).name === 'no-response' ? fallback(event.request) : withoutWorker(event.request)
  }
}

/** The response if the network failed and nothing is cached. */
async function fallback({ url, mode }: Request): Promise<Response> {
  const address = new URL(url)
  if (mode === 'navigate') return Response.redirect(`${offlinePage}?${new URLSearchParams({ to: address.pathname + address.search })}`)
  if (pageOfData(address.pathname) !== null) return redirectRouter(address)
  return (await similarPicture(address)) ?? Response.error()
}

/** The worker itself failed, not the network: it unregisters and lets the request through. */
async function withoutWorker(request: Request): Promise<Response> {
  await self.registration.unregister()
  return fetch(request)
}

/** Redirects the router to the cached page itself, or to the offline page. The headers are React Router's. */
async function redirectRouter({ pathname, search }: URL): Promise<Response> {
  const page = new URL(`${pageOfData(pathname)}${search}`, location.origin)
  page.searchParams.delete('_routes')
  const isKept = await caches.match(cacheKeyOf(page), { cacheName: cacheNames.pages })
  const to = page.pathname + page.search
  const headers = {
    'X-Remix-Redirect': isKept ? to : `${offlinePage}?${new URLSearchParams({ to, gone: '' })}`,
    'X-Remix-Reload-Document': 'true',
    'X-Remix-Status': '302',
  }
  return new Response(null, { status: 204, headers })
}

/** A cached picture in another size or format. */
async function similarPicture({ pathname }: URL): Promise<Response | undefined> {
  const stem = pathname.replace(/(-(400|800|1200))?\.(webp|avif)$/, '')
  const cache = await caches.open(cacheNames.pictures)
  const like = (await cache.keys()).find(({ url }) => new URL(url).pathname.startsWith(stem))
  return like && cache.match(like)
}

async function cacheNow(address: string, event: ExtendableEvent) {
  const request = new Request(new URL(address, location.origin))
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  const strategy = isPublicPage(url.pathname) ? pages : rules.at(-1)?.takes(url, request) ? pictures : null
  if (strategy) await Promise.all(strategy.handleAll({ event, request } as unknown as Parameters<Strategy['handleAll']>[0])).catch(() => {})
}

async function fillShell() {
  const page = await fetch(offlinePage, { credentials: 'omit' })
  if (!page.ok) throw new Error(`${offlinePage} answered ${page.status}`)
  await cacheAssets([...shellFiles, ...assetsOf(await page.clone().text())])
  await (await caches.open(cacheNames.shell)).put(offlinePage, page)
}

/** Caches assets. Files with a hash in their name never change; the few others are loaded again. */
async function cacheAssets(paths: string[]) {
  const cache = await caches.open(cacheNames.assets)
  const missing = await Promise.all([...new Set(paths)].map(async (path) => (path.startsWith('/assets/') && (await cache.match(path)) ? [] : [path])))
  await cache.addAll(missing.flat())
}

/** Deletes the data of other builds, and scripts that no cached page needs. */
async function deleteOutdated() {
  for (const name of await caches.keys()) if (name.startsWith(cacheNames.data('')) && name !== data) await caches.delete(name)
  const texts = (await Promise.all([cacheNames.pages, cacheNames.shell].map(textsIn))).flat()
  const used = new Set([...shellFiles, ...texts.flatMap(assetsOf)])
  const cache = await caches.open(cacheNames.assets)
  for (const key of await cache.keys()) if (!used.has(new URL(key.url).pathname)) await cache.delete(key)
}

async function textsIn(name: string): Promise<string[]> {
  const cache = await caches.open(name)
  return Promise.all((await cache.keys()).map(async (key) => (await cache.match(key))?.text() ?? ''))
}

/** Marks a cached page with `data-kept`, which its scripts read. */
async function markAsCached(page: Response): Promise<Response> {
  const headers = new Headers(page.headers)
  // These headers describe the bytes on the wire, not the decoded text.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name)
  return new Response((await page.text()).replace('<html ', '<html data-kept '), { status: page.status, headers })
}

async function postTo(event: Event, message: FromWorker) {
  const { clientId } = event as Event & { clientId?: string }
  if (clientId) (await self.clients.get(clientId))?.postMessage(message)
}
