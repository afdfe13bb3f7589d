/** The cursor of a query, if it is well-formed; the list verb decides whether it is valid. */
export function readCursor(query: URLSearchParams): string | undefined {
  const cursor = query.get('cursor')
  return cursor && /^[\w-]{1,300}$/.test(cursor) ? cursor : undefined
}

/** An id in a list's query; undefined if invalid, so that a bad link shows the whole list. */
export function readId(query: URLSearchParams, name: string): string | undefined {
  const id = query.get(name) ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : undefined
}

/** A query parameter that must be a key of `table`; undefined otherwise. */
export function readChoice<Name extends string>(query: URLSearchParams, name: string, table: Record<Name, unknown>): Name | undefined {
  const choice = query.get(name) ?? ''
  return Object.hasOwn(table, choice) ? (choice as Name) : undefined
}
