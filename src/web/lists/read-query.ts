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
