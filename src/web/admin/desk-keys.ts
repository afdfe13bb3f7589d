import { useEffect } from 'react'

/** The rows of a list that the keys walk through: each has one link that opens it and may have a box that selects it. */
const rows = '[data-row]'
const search = '.workbench-bar input[type=search]'

/**
 * Keys of the panel: `/` goes to the search, and the arrow down from there to the rows; J and K go to the next and the previous row, X selects the row, and Enter opens
 * it, because its link has the focus. A goes to what can be done with the selected rows, or else with the row; Escape closes the row that is open. Each act is reachable by Tab as well. Keys
 * with Ctrl, Alt or Cmd, and keys in fields and dialogs, are left alone.
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
  if (event.key === 'ArrowDown' && target.matches(search)) focus(event, neighbour(document.body, 1))
  if (target.matches('input:not([type=checkbox]), select, textarea, [contenteditable]') || document.querySelector('dialog[open]')) return
  const key = event.key.toLowerCase()
  const step = { j: 1, k: -1 }[key]
  if (key === '/') focus(event, document.querySelector(search))
  else if (step) focus(event, neighbour(target, step))
  else if (key === 'x') (target.closest(rows) ?? openRow())?.querySelector<HTMLInputElement>('input[type=checkbox]:not(:disabled)')?.click()
  else if (key === 'a') focus(event, document.querySelector<HTMLElement>('[data-acts] :is(a, button)') ?? actOf(target.closest(rows) ?? openRow()))
  else if (key === 'escape') document.querySelector<HTMLElement>('[data-close]')?.click()
}

const openRow = () => document.querySelector(`:is(${rows}) [aria-current]`)?.closest(rows) ?? null

const actOf = (row: Element | null | undefined) => row?.querySelector<HTMLElement>('button[type=submit]:not(details *), summary') ?? null

/** The link of the next row, counted from the one that has the focus or is open; else of the first. */
function neighbour(target: Element, step: number): HTMLElement | null {
  const all = [...document.querySelectorAll(rows)]
  const from = target.closest(rows) ?? openRow()
  const place = from ? all.indexOf(from) : -1
  const next = all[place < 0 ? 0 : place + step]
  return next?.querySelector('a') ?? null
}

function focus(event: Event, element: HTMLElement | null): void {
  if (!element) return
  event.preventDefault()
  element.focus()
  element.closest(rows)?.scrollIntoView({ block: 'nearest' })
}
