import { type FocusEvent, type PointerEvent, useState } from 'react'

/** Whether the visitor is looking at a carousel: a mouse is over it, or the keyboard focus is in it. Spread `holders` on it. */
export function useHeld() {
  const [held, setHeld] = useState(false)
  const holders = {
    onPointerEnter: (event: PointerEvent) => event.pointerType === 'mouse' && setHeld(true),
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && setHeld(false),
    onFocus: (event: FocusEvent) => event.target.matches(':focus-visible') && setHeld(true),
    onBlur: (event: FocusEvent) => !event.currentTarget.contains(event.relatedTarget) && setHeld(event.currentTarget.matches(':hover')),
  }
  return { held, holders }
}
