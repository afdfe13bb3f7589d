import type { Paging } from '#core/page-of.ts'
import { foldText } from '#domain/plain-text.ts'
import { isProblem } from '#domain/problem.ts'

/** Rows per page of the panel's lists. */
const pageSize = 24

/** Loads the page of a list of rows at the query's cursor. Server only. */
export async function loadPage<Row>(
  query: URLSearchParams,
  list: (page: Paging) => Promise<{ data: Row[]; next: string | null }>,
): Promise<{ rows: Row[]; next: string | null }> {
  return fromCursor(readCursor(query), async (cursor) => {
    const { data, next } = await list({ limit: pageSize, cursor })
    return { rows: data, next }
  })
}

/** Loads a page of a list. A cursor that is not ours starts at the beginning. Server only. */
export async function fromCursor<Page>(cursor: string | undefined, load: (cursor: string | undefined) => Promise<Page>): Promise<Page> {
  try {
    return await load(cursor)
  } catch (error) {
    if (cursor && isProblem(error) && error.code === 'malformed') return load(undefined)
    throw error
  }
}

/** A search text; undefined if empty. Server only. */
export function readSearch(query: URLSearchParams, name = 'search'): string | undefined {
  const words = foldText(query.get(name) ?? '').trim()
  return foldText(words.slice(0, 80)) || undefined
}

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
