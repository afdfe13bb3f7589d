import { useConnection } from '#web/offline/connection.ts'

const words = {
  good: null,
  bad: 'The shop cannot be reached just now. This is the page you saw last; prices may have changed.',
  none: 'You are offline. These are the pages you saw last; prices may have changed.',
}

/** Says that what is on the screen may be old. */
export function OfflineBar() {
  const text = words[useConnection()]
  return <div role="status">{text && <p className="ribbon away">{text}</p>}</div>
}
