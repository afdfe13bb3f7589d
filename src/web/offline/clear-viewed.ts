import { deleteViewedCaches, type ToWorker } from '#web/offline/cache-names.ts'
import { clearViewed } from '#web/offline/viewed-products.ts'

/** Set once the visitor has signed out: pages loaded before must no longer be cached. */
export const visit = { isOver: false }

/**
 * Deletes the pages that the visitor has viewed from this device. The service worker deletes them too: it outlives a tab that is closed, and knows the requests
 * that are still pending (service-worker.ts).
 */
export async function clearViewedPages(): Promise<void> {
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
