import { type RefObject, useEffect } from 'react'

/** Keeps the box inside what is seen of the page: a keyboard on the screen takes its lower half without telling the page's sheets. */
export function useRoom(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    const measure = () => {
      if (!seen || !box.current) return
      box.current.style.setProperty('--below', `${Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop))}px`)
      box.current.style.setProperty('--seen', `${Math.round(seen.height)}px`)
    }
    measure()
    seen?.addEventListener('resize', measure)
    seen?.addEventListener('scroll', measure)
    return () => {
      seen?.removeEventListener('resize', measure)
      seen?.removeEventListener('scroll', measure)
    }
  }, [box])
}
