/** An id in the address of a list, or nothing: a bad link shows the whole list. */
export function readId(query: URLSearchParams, name: string): string | undefined {
  const id = query.get(name) ?? ''
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id) ? id.toLowerCase() : undefined
}

/** One of the names of a table, as the address chooses it. */
export function readChoice<Name extends string>(query: URLSearchParams, name: string, table: Record<Name, unknown>): Name | undefined {
  const choice = query.get(name) ?? ''
  return Object.hasOwn(table, choice) ? (choice as Name) : undefined
}
