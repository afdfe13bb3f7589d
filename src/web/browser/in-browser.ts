import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration; true once the browser's stores (cart, session) can be read. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
