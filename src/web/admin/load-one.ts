import { data } from 'react-router'
import { isProblem, problemStatus } from '#domain/problem.ts'

/** Loads a row, and throws a 404 response if it does not exist. Server only. */
export async function loadOne<Row>(get: () => Promise<Row>): Promise<Row> {
  try {
    return await get()
  } catch (error) {
    if (!isProblem(error) || problemStatus(error) !== 404) throw error
    throw data(error.message, { status: 404, headers: { 'Cache-Control': 'no-store' } })
  }
}
