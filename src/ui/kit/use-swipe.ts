import { type PointerEvent, useRef } from 'react'

/** Pixels that a finger goes before it is meant. */
const enough = 72

/** Follows a finger sideways and calls `onAway` when it lets go far enough off; a mouse has the close button. */
export function useSwipe(onAway: () => void) {
  const from = useRef<number | null>(null)
  const end = ({ currentTarget, clientX }: PointerEvent<HTMLElement>, isMeant: boolean) => {
    const way = from.current === null ? 0 : clientX - from.current
    from.current = null
    if (isMeant && Math.abs(way) > enough) onAway()
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
