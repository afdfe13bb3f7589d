import { useSyncExternalStore } from 'react'

/** The Network Information API. Browsers without it are assumed to be fast. */
interface Connection extends EventTarget {
  saveData?: boolean
  effectiveType?: string
}
const connectionNow = () => (navigator as { connection?: Connection }).connection

/** Whether the connection is slow or data should be saved: nothing large is then loaded automatically. True on the server and during hydration. */
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
