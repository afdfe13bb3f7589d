import { Problem } from '#domain/problem.ts'

/** What a list is sorted by, before the id. */
export type SortKey = 'instant' | 'number'

/** The place in a list after which a page begins: the sort key and the id of its last row. Opaque to callers. */
export function writeCursor([key, id]: [string, string]): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** Problem `malformed` for anything that `writeCursor` did not write for a list of this order, whose rows have ids of this kind. */
export function readCursor(cursor: string, sortKey: SortKey, isId: (value: unknown) => value is string = isUuid): [string, string] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value) && value.length === 2 && isKey[sortKey](value[0]) && isId(value[1])) return [value[0], value[1]]
  } catch {
    // Falls through: not ours.
  }
  throw new Problem('malformed')
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** The id of a table whose rows are numbered. */
export function isRowNumber(value: unknown): value is string {
  return typeof value === 'string' && /^[1-9]\d{0,17}$/.test(value)
}

/** As PostgreSQL writes them; the connections speak UTC (db/client.ts). A text that PostgreSQL could not read back is not passed on to it. */
const isKey: Record<SortKey, (value: unknown) => value is string> = {
  number: (value): value is string => typeof value === 'string' && /^\d{1,10}(\.\d{1,2})?$/.test(value),
  instant: (value): value is string => {
    const match = typeof value === 'string' ? /^([1-9]\d{3}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d{1,6})?\+00$/.exec(value) : null
    // The 31st of February would become a day in March.
    return match !== null && toIso(`${match[1]}T${match[2]}Z`) === `${match[1]}T${match[2]}.000Z`
  },
}

function toIso(text: string): string | null {
  const instant = new Date(text)
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString()
}
