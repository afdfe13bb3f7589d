import { useLayoutEffect, useRef } from 'react'
import { createLayers, type Layers } from '#ui/kit/layers.ts'

let layers: Layers | undefined

/** Call it once, before the router starts. */
export function startLayers(): void {
  layers = createLayers(window)
}

/** While `open`, the browser's Back button calls `onClose` instead of leaving the page. The last overlay that opened closes first. */
export function useLayer(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  // A layout effect, so that Back works as soon as the overlay is visible.
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => (open ? layers?.open(() => close.current()) : undefined), [open])
}
