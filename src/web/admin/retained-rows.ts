import { useState } from 'react'

interface Named {
  id: string
}

/**
 * Rows that an action has removed from a list keep their place until the list is loaded again: no other row slides under a slow second click. `gone`
 * has the ids of those that are only retained.
 */
export function useRetainedRows<Row>(rows: Row[], stays = false): { rows: Row[]; gone: ReadonlySet<string> } {
  const [before, setBefore] = useState(rows)
  const shown = stays ? retainedRows(before, rows) : rows
  if (stays && (shown.length !== before.length || shown.some((row, place) => row !== before[place]))) setBefore(shown)
  if (shown.length === rows.length) return { rows: shown, gone: none }
  const there = new Set(rows.map(idOf))
  return { rows: shown, gone: new Set(shown.map(idOf).filter((id) => !there.has(id))) }
}

const none: ReadonlySet<string> = new Set()

/** The rows of now, in their order, and each removed row behind the one it stood behind. */
export function retainedRows<Row>(before: Row[], now: Row[]): Row[] {
  const there = new Set(now.map(idOf))
  const shown = [...now]
  before.forEach((row, place) => {
    if (there.has(idOf(row))) return
    const above = place === 0 ? -1 : shown.findIndex((each) => idOf(each) === idOf(before[place - 1] as Row))
    shown.splice(above + 1, 0, row)
  })
  return shown
}

const idOf = <Row>(row: Row) => (row as Named).id
