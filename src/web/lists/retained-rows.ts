import { useState } from 'react'

interface WithId {
  id: string
}

/**
 * Rows that an action has removed from a list keep their place until the list is loaded again: no other row slides under a slow second click. `gone`
 * has the ids of those that are only retained.
 */
export function useRetainedRows<Row>(rows: Row[], retain = false): { rows: Row[]; gone: ReadonlySet<string> } {
  const [before, setBefore] = useState(rows)
  const shown = retain ? retainedRows(before, rows) : rows
  if (retain && (shown.length !== before.length || shown.some((row, place) => row !== before[place]))) setBefore(shown)
  if (shown.length === rows.length) return { rows: shown, gone: none }
  const presentIds = new Set(rows.map(idOf))
  return { rows: shown, gone: new Set(shown.map(idOf).filter((id) => !presentIds.has(id))) }
}

const none: ReadonlySet<string> = new Set()

/** The current rows in their order, with each removed row after the row that it followed before. */
export function retainedRows<Row>(before: Row[], now: Row[]): Row[] {
  const presentIds = new Set(now.map(idOf))
  const shown = [...now]
  before.forEach((row, place) => {
    if (presentIds.has(idOf(row))) return
    const previousIndex = place === 0 ? -1 : shown.findIndex((each) => idOf(each) === idOf(before[place - 1] as Row))
    shown.splice(previousIndex + 1, 0, row)
  })
  return shown
}

const idOf = <Row>(row: Row) => (row as WithId).id
