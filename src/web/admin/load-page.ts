import { isProblem } from '#domain/problem.ts'
import type { Paging } from '#features/page-of.ts'
import { readPlace } from '#web/storefront/list-filter.ts'

/** Rows of a page of the panel: few enough to look over, enough not to press often. */
const size = 24

/** The page of a list that the address asks for, as `AdminList` takes it. A cursor that is not of this list begins at the beginning. Server only. */
export async function loadPage<Row>(
  query: URLSearchParams,
  list: (page: Paging) => Promise<{ data: Row[]; next: string | null }>,
): Promise<{ rows: Row[]; next: string | null }> {
  const cursor = readPlace(query)
  const asked = (place: string | undefined) => list({ limit: size, cursor: place }).then(({ data, next }) => ({ rows: data, next }))
  try {
    return await asked(cursor)
  } catch (error) {
    if (cursor && isProblem(error) && error.code === 'malformed') return asked(undefined)
    throw error
  }
}

/** What is typed into a search box: plain words, or nothing. Server only. */
export function readWords(query: URLSearchParams, name = 'search'): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL takes no NUL, and nobody types the others
  const words = (query.get(name) ?? '').replace(/[\u0000-\u001f\u007f]/g, ' ').trim()
  return words !== '' && words.isWellFormed() ? words.slice(0, 80) : undefined
}
