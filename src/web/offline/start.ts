import type { FromWorker, ToWorker } from '#web/offline/cache-names.ts'
import { visit } from '#web/offline/clear-viewed.ts'
import { setCachedPath } from '#web/offline/connection.ts'

/**
 * Registers the service worker and lets it cache the current page. Call it when the page is idle, so that the first visit is not slowed down. Does nothing
 * where the browser has no service workers or forbids them.
 */
export async function startOfflineWorker(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  workers.addEventListener('message', ({ data }) => setCachedPath((data as FromWorker).cachedPath))
  const isFirst = workers.controller === null
  try {
    await workers.register('/sw.js', { updateViaCache: 'none' })
    // The first page was loaded before the worker, so its addresses are sent to it.
    const { active } = await workers.ready
    if (isFirst && !visit.isOver) active?.postMessage({ keep: [location.href, ...shownPictures()] } satisfies ToWorker)
  } catch {
    // The shop works without a service worker.
  }
}

function shownPictures(): string[] {
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
  return fetched.filter((address) => address.startsWith(`${location.origin}/files/`)).slice(0, 50)
}
