import { useLayoutEffect, useRef } from 'react'
import { createLayers, type Layers } from '#ui/kit/layers.ts'

let layers: Layers | undefined

/** Before the router starts. */
export function startLayers(): void {
  layers = createLayers(window)
}

/** While `open`, Back closes this before anything below it. */
export function useLayer(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  // In step with what is shown: a Back that comes as soon as it can be seen closes it.
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => (open ? layers?.open(() => close.current()) : undefined), [open])
}
