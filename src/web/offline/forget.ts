import { forgetKept, type ToWorker } from '#web/offline/kept.ts'
import { forgetSeen } from '#web/offline/seen.ts'

/** Whether the visitor has signed out since this page was loaded: then its data is theirs, and must not be kept. */
export const visit = { isOver: false }

/**
 * Takes what the signed-in visitor looked at from this device. The worker does so as well: it outlives a tab that is closed at once, and knows what was asked for before
 * and has not come yet (worker.ts).
 */
export async function forgetEverythingSeen(): Promise<void> {
  visit.isOver = true
  forgetSeen()
  if (typeof caches === 'undefined') return
  navigator.serviceWorker?.controller?.postMessage({ forget: true } satisfies ToWorker)
  try {
    await forgetKept()
  } catch {
    // A browser that lets nobody look into its caches keeps none.
  }
}
