import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

interface DropdownProps {
  /** The name of the choice, which screen readers read before the current value. */
  label?: string
  current: ReactNode
  /** Links, buttons, or a small form. */
  children: ReactNode
  className?: string
}

/** A dropdown of links in a `<details>`, which works without scripts; scripts add Escape, arrow keys and closing on a click outside. */
export function Dropdown({ label, current, children, className }: DropdownProps) {
  const box = useRef<HTMLDetailsElement>(null)
  useClosing(box)
  return (
    <details
      ref={box}
      className={className ? `dropdown ${className}` : 'dropdown'}
      onKeyDown={(event) => box.current && onKeyDown(event, box.current)}
    >
      <summary className="input">
        {label && <span className="visually-hidden">{label}: </span>}
        {current}
      </summary>
      <div className="dropdown-body">{children}</div>
    </details>
  )
}

function onKeyDown(event: KeyboardEvent, box: HTMLDetailsElement) {
  // A dialog that one of its buttons has opened has keys of its own.
  if ((event.target as Element).closest('dialog')) return
  const summary = box.querySelector('summary')
  if (event.key === 'Escape' && box.open) {
    event.preventDefault()
    box.open = false
    summary?.focus()
    return
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !(event.target as Element).matches('a, summary')) return
  event.preventDefault()
  box.open = true
  const links = [...box.querySelectorAll<HTMLElement>('a')]
  const place = links.indexOf(event.target as HTMLElement)
  const next = place < 0 && step < 0 ? links.length - 1 : (place + step + links.length) % links.length
  links[next]?.focus()
}

/** Closes the menu on a navigation, and when the pointer or the focus goes elsewhere. */
function useClosing(box: { current: HTMLDetailsElement | null }) {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change of place is what it answers to
  useEffect(() => {
    if (box.current) box.current.open = false
  }, [key])
  useEffect(() => {
    const closeIfOutside = (event: Event) => {
      if (box.current?.open && !box.current.contains(event.target as Node)) box.current.open = false
    }
    document.addEventListener('pointerdown', closeIfOutside)
    document.addEventListener('focusin', closeIfOutside)
    return () => {
      document.removeEventListener('pointerdown', closeIfOutside)
      document.removeEventListener('focusin', closeIfOutside)
    }
  }, [box])
}
