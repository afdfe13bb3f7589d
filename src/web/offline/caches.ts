import type { Strategy } from 'workbox-strategies'
import { cacheKeyOf } from '#domain/page-url.ts'

/** The names of the caches on a device. They hold public pages only, which are the same for all visitors. */
export const cacheNames = {
  /** HTML pages. */
  pages: 'viatu-pages',
  /** Data of client navigations. It belongs to the scripts of one build. */
  data: (build: string) => `viatu-data-${build}`,
  pictures: 'viatu-pictures',
  /** Scripts, style sheets and fonts: those of the current build, and those that cached pages of earlier builds need. */
  assets: 'viatu-assets',
  /** The offline page, for pages that are not cached. */
  shell: 'viatu-shell',
} as const

/** Whether a cache holds what a visitor viewed. It is deleted at sign-out, because phones are shared. */
export const isViewedCache = (name: string) => name === cacheNames.pages || name === cacheNames.pictures || name.startsWith(cacheNames.data(''))

/** Deletes the viewed pages; the shop's own files stay. */
export async function deleteViewedCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter(isViewedCache).map((name) => caches.delete(name)))
}

/** Messages from the page to the service worker. */
export type ToWorker = {
  /** Addresses that the page loaded before the worker was active. */
  keep?: string[]
  /** The visitor signed out. */
  forget?: true
}
/** A message from the worker to the page: the network was too slow, and the page at this path came from the cache. */
export interface FromWorker {
  cachedPath: string
}

/** What a strategy of Workbox calls on the way to a response. */
export type CachePlugin = Strategy['plugins'][number]

/** The scripts and style sheets that a page links. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g) ?? [])]
}

/**
 * A workbox plugin that stores responses under their public address in the cache `name`, the latest `maxEntries` of them. The cache is opened when the request
 * starts: sign-out deletes it, and responses that arrive later go into the deleted cache, which nothing reads. Workbox itself would create a new one.
 */
export function cachePlugin(
  name: string,
  maxEntries: number,
  store: (cache: Cache, address: string, answer: Response) => Promise<void>,
): CachePlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => cacheKeyOf(new URL(request.url)),
    // Opened first and not awaited.
    handlerWillStart: async ({ state }) => {
      if (state) state.kept = caches.open(name)
    },
    cacheWillUpdate: async ({ request, response, state }) => {
      const cache: Cache = await state?.kept
      try {
        await store(cache, cacheKeyOf(new URL(request.url)), response)
      } catch (error) {
        if ((error as Error).name !== 'QuotaExceededError') throw error
        await deleteViewedCaches()
      }
      // Deletes the oldest.
      const all = await cache.keys()
      await Promise.all(all.slice(0, Math.max(0, all.length - maxEntries)).map((old) => cache.delete(old)))
      return null
    },
  }
}

/** Stores a complete response that was not redirected. */
export async function storeResponse(cache: Cache, address: string, answer: Response) {
  if (answer.status === 200 && !answer.redirected) await cache.put(address, answer)
}
