import { useConnection } from '#web/browser/connection.ts'
import { clearViewedPages } from '#web/offline/start-worker.ts'
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
