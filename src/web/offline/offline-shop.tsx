import { setCachedPath, useConnection } from '#web/browser/browser-state.ts'
import { deleteViewedCaches, type FromWorker, type ToWorker } from '#web/offline/caches.ts'
import { clearViewed } from '#web/offline/viewed-products.ts'
import { onSignOut } from '#web/session/clear-on-sign-out.ts'

onSignOut(() => void clearViewedPages())

const words = {
  good: null,
  bad: 'The shop cannot be reached right now. This is the page as you last saw it; prices may have changed.',
  none: 'You are offline. These are the pages as you last saw them; prices may have changed.',
}

/** Warns that the page may be out of date. */
export function OfflineBar() {
  const text = words[useConnection()]
  return <div role="status">{text && <p className="ribbon offline">{text}</p>}</div>
}

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

/** Set once the visitor has signed out: pages loaded before must no longer be cached. */
const visit = { isOver: false }

/**
 * Deletes the pages that the visitor has viewed from this device. The service worker deletes them too: it outlives a tab that is closed, and knows the requests
 * that are still pending (service-worker.ts).
 */
async function clearViewedPages(): Promise<void> {
  visit.isOver = true
  clearViewed()
  if (typeof caches === 'undefined') return
  navigator.serviceWorker?.controller?.postMessage({ forget: true } satisfies ToWorker)
  try {
    await deleteViewedCaches()
  } catch {
    // A browser that forbids access to its caches has none.
  }
}
