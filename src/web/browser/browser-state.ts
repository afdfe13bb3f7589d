import { useCallback, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const never = () => () => {}

/** False on the server and during hydration; true once the browser's stores (cart, session) can be read. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/** Whether a media query matches; false on the server and during hydration. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** The state of the connection: `none` is offline; `bad` means that the page came from the cache because the server did not answer in time. */
type Connection = 'good' | 'bad' | 'none'

/** The path of the page that was answered from the cache. */
let cachedPath = typeof document !== 'undefined' && 'kept' in document.documentElement.dataset ? location.pathname : null
const listeners = new Set<() => void>()

/** Called when the service worker reports that this page came from the cache. */
export function setCachedPath(path: string): void {
  cachedPath = path
  for (const listener of listeners) listener()
}

export function useConnection(): Connection {
  const { pathname } = useLocation()
  const online = useOnline()
  const cached = useSyncExternalStore(subscribe, () => cachedPath, noPathOnServer)
  return online ? (cached === pathname ? 'bad' : 'good') : 'none'
}

/** Whether the browser is online; true on the server and during hydration. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine, onlineOnServer)
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

const onlineOnServer = () => true
const noPathOnServer = () => null
