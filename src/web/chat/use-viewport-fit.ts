import { type RefObject, useEffect } from 'react'

/** Fits the chat box into the visual viewport: an on-screen keyboard covers the lower half without any change that CSS sees. */
export function useViewportFit(box: RefObject<HTMLElement | null>): void {
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
