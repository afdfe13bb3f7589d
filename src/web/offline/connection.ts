import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

/** What the shop can say about the connection: there is none, or the page is as it was seen last because the answer did not come in time. */
export type Connection = 'good' | 'bad' | 'none'

/** The path of a page that was answered from what the device keeps. */
let keptPath = typeof document !== 'undefined' && 'kept' in document.documentElement.dataset ? location.pathname : null
const listeners = new Set<() => void>()

/** The worker told that the page at this path is as it was seen last. */
export function learnKept(path: string): void {
  keptPath = path
  for (const listener of listeners) listener()
}

export function useConnection(): Connection {
  const { pathname } = useLocation()
  const online = useOnline()
  const kept = useSyncExternalStore(subscribe, () => keptPath, nothing)
  return online ? (kept === pathname ? 'bad' : 'good') : 'none'
}

/** Whether the browser has a connection; on the server, and while it takes a page over, it has. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine, always)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const names = ['online', 'offline'] as const
  for (const name of names) addEventListener(name, listener)
  return () => {
    listeners.delete(listener)
    for (const name of names) removeEventListener(name, listener)
  }
}

const always = () => true
const nothing = () => null
