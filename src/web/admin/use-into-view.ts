import { useEffect, useRef } from 'react'

/** Scrolls an error into view: an admin who waits for an upload may have scrolled away. */
export function useIntoView<Of extends HTMLElement>(isShown: boolean) {
  const element = useRef<Of>(null)
  useEffect(() => {
    if (isShown) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return element
}
