import { data } from 'react-router'
import { isProblem } from '#domain/problem.ts'

/** An address that names no order is a page that is not there. Server only. */
export async function orNotFound<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (isProblem(error) && error.code === 'order_not_found') throw data('Page Not Found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
    throw error
  }
}
