import { useEffect, useRef } from 'react'
import { createLayers, type Layers } from '#ui/kit/layers.ts'

let layers: Layers | undefined

/** Before the router starts. */
export function startLayers(): void {
  layers = createLayers(window)
}

/** While `open`, Back closes this before anything below it. */
export function useLayer(open: boolean, onClose: () => void): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => (open ? layers?.open(() => close.current()) : undefined), [open])
}
