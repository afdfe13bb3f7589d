import { type TouchEvent, useRef } from 'react'

const maxZoom = 4

/** Zooms the content of a frame, 1 to 4 times, and keeps a point of the screen in place (by default the middle). CSS reads `--zoom`. Returns the new zoom factor. */
export function zoomTo(frame: HTMLElement, wanted: number, x?: number, y?: number): number {
  const zoom = Math.min(Math.max(wanted, 1), maxZoom)
  const box = frame.getBoundingClientRect()
  const point = { x: x === undefined ? box.width / 2 : x - box.left, y: y === undefined ? box.height / 2 : y - box.top }
  const by = zoom / zoomOf(frame)
  const next = { left: (frame.scrollLeft + point.x) * by - point.x, top: (frame.scrollTop + point.y) * by - point.y }
  frame.style.setProperty('--zoom', String(zoom))
  frame.scrollTo({ ...next, behavior: 'instant' })
  return zoom
}

function zoomOf(frame: HTMLElement): number {
  return Number(frame.style.getPropertyValue('--zoom')) || 1
}

/** Touch handlers for pinching. `onPinch` gets the new zoom factor and the point of the screen to keep in place. */
export function usePinch(frame: () => HTMLElement | undefined, onPinch: (zoom: number, x: number, y: number) => void) {
  const from = useRef<{ apart: number; zoom: number } | null>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const fingers = read(touches)
      const box = frame()
      from.current = fingers && box ? { apart: fingers.apart, zoom: zoomOf(box) } : null
    },
    onTouchMove: ({ touches }: TouchEvent) => {
      const fingers = read(touches)
      if (fingers && from.current) onPinch(from.current.zoom * (fingers.apart / from.current.apart), fingers.x, fingers.y)
    },
    onTouchEnd: ({ touches }: TouchEvent) => {
      if (touches.length < 2) from.current = null
    },
  }
}

function read({ 0: one, 1: other, length }: TouchEvent['touches']) {
  if (length !== 2 || !one || !other) return null
  const [across, down] = [one.clientX - other.clientX, one.clientY - other.clientY]
  return { apart: Math.max(Math.hypot(across, down), 1), x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
}
