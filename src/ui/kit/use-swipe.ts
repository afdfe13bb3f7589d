import { type PointerEvent, useRef } from 'react'

/** Pixels of movement from which on it counts as a swipe. */
const threshold = 72

/** Pointer handlers that move an element sideways with a finger and call `onDismiss` if it is released beyond the threshold. A mouse is ignored. */
export function useSwipe(onDismiss: () => void) {
  const from = useRef<number | null>(null)
  const end = ({ currentTarget, clientX }: PointerEvent<HTMLElement>, isReleased: boolean) => {
    const distance = from.current === null ? 0 : clientX - from.current
    from.current = null
    if (isReleased && Math.abs(distance) > threshold) onDismiss()
    else currentTarget.style.translate = ''
  }
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent<HTMLElement>) => {
      if (pointerType !== 'mouse') from.current = clientX
    },
    onPointerMove: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      if (from.current !== null) currentTarget.style.translate = `${clientX - from.current}px`
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
    onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
  }
}
