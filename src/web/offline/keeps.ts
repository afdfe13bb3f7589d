import type { WorkboxPlugin } from 'workbox-core'
import { cacheKeyOf } from '#domain/public-page.ts'
import { forgetKept } from '#web/offline/kept.ts'

/**
 * Keeps answers under their public address, the latest `most` of them, in the cache as it was when they were asked for. When the visitor signs out that cache is
 * deleted, and answers that come later are written into the deleted cache, which nothing reads any more: workbox itself would write them into a new one.
 */
export function keeps(name: string, most: number, keep: (kept: Cache, address: string, answer: Response) => Promise<void>): WorkboxPlugin {
  return {
    cacheKeyWillBeUsed: async ({ request }) => cacheKeyOf(new URL(request.url)),
    // Opened before anything else is done, and not waited for.
    handlerWillStart: async ({ state }) => {
      if (state) state.kept = caches.open(name)
    },
    cacheWillUpdate: async ({ request, response, state }) => {
      const kept: Cache = await state?.kept
      try {
        await keep(kept, cacheKeyOf(new URL(request.url)), response)
      } catch (error) {
        if ((error as Error).name !== 'QuotaExceededError') throw error
        await forgetKept()
      }
      // The oldest first.
      const all = await kept.keys()
      await Promise.all(all.slice(0, Math.max(0, all.length - most)).map((old) => kept.delete(old)))
      return null
    },
  }
}

/** Whatever is whole and came from the address itself. */
export async function whatCame(kept: Cache, address: string, answer: Response) {
  if (answer.status === 200 && !answer.redirected) await kept.put(address, answer)
}
