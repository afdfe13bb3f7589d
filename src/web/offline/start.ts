import { learnKept } from '#web/offline/connection.ts'
import { visit } from '#web/offline/forget.ts'
import type { FromWorker, ToWorker } from '#web/offline/kept.ts'

/**
 * Lets the device keep what it has seen of the shop. Called once the page is at rest: nobody's first visit waits for it. A browser that cannot have a worker, or
 * is not allowed one, goes on without.
 */
export async function keepOffline(): Promise<void> {
  const workers = navigator.serviceWorker
  if (!workers) return
  workers.addEventListener('message', ({ data }) => learnKept((data as FromWorker).kept))
  const isFirst = workers.controller === null
  try {
    await workers.register('/sw.js', { updateViaCache: 'none' })
    // Its answers are read, so it says what this page was made of.
    const { active } = await workers.ready
    if (isFirst && !visit.isOver) active?.postMessage({ keep: [location.href, ...shownPictures()] } satisfies ToWorker)
  } catch {
    // Then this device keeps nothing.
  }
}

function shownPictures(): string[] {
  const fetched = performance.getEntriesByType('resource').map(({ name }) => name)
  return fetched.filter((address) => address.startsWith(`${location.origin}/files/`)).slice(0, 50)
}
