import { Problem } from '#domain/problem.ts'

/** The place in a list after which a page begins: the sort key and the id of its last row. Opaque to callers. */
export function writeCursor([key, id]: [string, string]): string {
  return Buffer.from(JSON.stringify([key, id])).toString('base64url')
}

/** Problem `malformed` for anything that `writeCursor` did not write. */
export function readCursor(cursor: string): [string, string] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(value) && value.length === 2 && isKey(value[0]) && isUuid(value[1])) return [value[0], value[1]]
  } catch {
    // Falls through: not ours.
  }
  throw new Problem('malformed')
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)
}

/** A number or an instant, as PostgreSQL writes them. */
function isKey(value: unknown): value is string {
  return typeof value === 'string' && /^(\d{1,12}(\.\d{1,2})?|\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?)$/.test(value)
}
