import { isSeen } from '#web/offline/kept.ts'
import { forgetSeen } from '#web/offline/seen.ts'

/** Takes what somebody looked at from this device; the shop itself stays, for whoever comes next. */
export async function forgetEverythingSeen(): Promise<void> {
  forgetSeen()
  if (typeof caches === 'undefined') return
  try {
    for (const name of await caches.keys()) if (isSeen(name)) await caches.delete(name)
  } catch {
    // A browser that lets nobody look into its caches keeps none.
  }
}
