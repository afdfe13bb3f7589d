import { type RefObject, useEffect } from 'react'

/** Fits the chat box into the visual viewport: an on-screen keyboard covers the lower half without any change that CSS sees. */
export function useViewportFit(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const viewport = window.visualViewport
    const measure = () => {
      if (!viewport || !box.current) return
      box.current.style.setProperty('--below', `${Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))}px`)
      box.current.style.setProperty('--seen', `${Math.round(viewport.height)}px`)
    }
    measure()
    viewport?.addEventListener('resize', measure)
    viewport?.addEventListener('scroll', measure)
    return () => {
      viewport?.removeEventListener('resize', measure)
      viewport?.removeEventListener('scroll', measure)
    }
  }, [box])
}
