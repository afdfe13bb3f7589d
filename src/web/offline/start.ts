import { setCachedPath } from '#web/browser/connection.ts'
import type { FromWorker, ToWorker } from '#web/offline/cache-names.ts'
import { visit } from '#web/offline/clear-viewed.ts'

/**
 * Registers the service worker and lets it cache the current page. Call it when the page is idle, so that the first visit is not slowed down. Does nothing
 * where the browser has no service workers or forbids them.
 */
export async function startOfflineWorker(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  workers.addEventListener('message', ({ data }) => setCachedPath((data as FromWorker).cachedPath))
  try {
    await workers.register('/sw.js', { updateViaCache: 'none' })
    const { active } = await workers.ready
    // A page that came past the worker is sent to it. That there is a controller by now says nothing: a worker that another page registered may have claimed this one since.
    if (!cameThroughWorker() && !visit.isOver) active?.postMessage({ keep: [location.href, ...shownPictures()] } satisfies ToWorker)
  } catch {
    // The shop works without a service worker.
  }
}

function cameThroughWorker(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation !== undefined && navigation.workerStart > 0
}

function shownPictures(): string[] {
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
  return fetched.filter((address) => address.startsWith(`${location.origin}/files/`)).slice(0, 50)
}
