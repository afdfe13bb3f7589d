import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while the browser takes the page over; true as soon as what the browser keeps (cart, session) can be read. */
export function useInBrowser(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
