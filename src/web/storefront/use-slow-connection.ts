import { useSyncExternalStore } from 'react'

/** As far as browsers tell (Network Information API); those that do not are taken to be fast. */
interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}
const connectionNow = () => (navigator as { connection?: Connection }).connection

/** Whether data is dear here, or slow to come: then nothing large is fetched unasked. True on the server and while the page is being taken over. */
export function useSlowConnection(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => isSlow(connectionNow()),
    () => true,
  )
}

export function isSlow(connection: { saveData?: boolean; effectiveType?: string } | undefined): boolean {
  return connection?.saveData === true || ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '')
}

function subscribe(listener: () => void) {
  const connection = connectionNow()
  connection?.addEventListener('change', listener)
  return () => connection?.removeEventListener('change', listener)
}
