import { useEffect } from 'react'

/** The rows of a list that the keys walk through: each has one link that opens it and may have a box that selects it. */
const rows = '[data-row]'

/**
 * Keys of the panel: `/` goes to the search, J and K to the next and the previous row, X selects the row, and Enter opens it, because its link has the focus.
 * Each act is reachable by Tab as well. Keys with Ctrl, Alt or Cmd, and keys in fields and dialogs, are left alone.
 */
export function useDeskKeys(): void {
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function onKey(event: KeyboardEvent): void {
  const target = event.target as Element
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
  if (target.matches('input:not([type=checkbox]), select, textarea, [contenteditable]') || document.querySelector('dialog[open]')) return
  const step = { j: 1, k: -1 }[event.key.toLowerCase()]
  if (event.key === '/') focus(event, document.querySelector('.desk-bar input[type=search]'))
  else if (step) focus(event, neighbour(target, step))
  else if (event.key.toLowerCase() === 'x') target.closest(rows)?.querySelector<HTMLInputElement>('input[type=checkbox]:not(:disabled)')?.click()
}

/** The link of the next row, or of the first where no row has the focus. */
function neighbour(target: Element, step: number): HTMLElement | null {
  const all = [...document.querySelectorAll(rows)]
  const place = all.findIndex((row) => row.contains(target))
  const next = all[place < 0 ? 0 : place + step]
  return next?.querySelector('a') ?? null
}

function focus(event: Event, element: HTMLElement | null): void {
  if (!element) return
  event.preventDefault()
  element.focus()
  element.closest(rows)?.scrollIntoView({ block: 'nearest' })
}
