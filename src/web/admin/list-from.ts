import { isProblem } from '#domain/problem.ts'
import { readPlace } from '#web/storefront/list-filter.ts'

/** A page of a list in the shape of `AdminList`, from the cursor of the address on; a cursor that is not ours begins at the beginning. Server only. */
export async function listFrom<Row>(
  query: URLSearchParams,
  load: (cursor: string | undefined) => Promise<{ data: Row[]; next: string | null }>,
): Promise<{ rows: Row[]; next: string | null }> {
  const cursor = readPlace(query)
  try {
    const { data, next } = await load(cursor)
    return { rows: data, next }
  } catch (error) {
    if (!cursor || !isProblem(error) || error.code !== 'malformed') throw error
    const { data, next } = await load(undefined)
    return { rows: data, next }
  }
}
