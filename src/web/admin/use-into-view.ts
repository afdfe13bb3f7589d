import { useEffect, useRef } from 'react'

/** Brings what has just gone wrong into view, where it is said: who waits for a file looks elsewhere meanwhile. */
export function useIntoView<Of extends HTMLElement>(isWanted: boolean) {
  const element = useRef<Of>(null)
  useEffect(() => {
    if (isWanted) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isWanted])
  return element
}
