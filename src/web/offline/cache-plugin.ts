import type { WorkboxPlugin } from 'workbox-core'
import { cacheKeyOf } from '#domain/public-page.ts'
import { deleteViewedCaches } from '#web/offline/cache-names.ts'

/**
 * A workbox plugin that stores responses under their public address in the cache `name`, the latest `maxEntries` of them. The cache is opened when the request
 * starts: sign-out deletes it, and responses that arrive later go into the deleted cache, which nothing reads. Workbox itself would create a new one.
 */
export function cachePlugin(
  name: string,
  maxEntries: number,
  store: (cache: Cache, address: string, answer: Response) => Promise<void>,
): WorkboxPlugin {
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
