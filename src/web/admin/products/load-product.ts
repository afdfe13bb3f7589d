import { data } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'

/** Loads a product for a dialog, and throws a 404 response if it does not exist. Server only. */
export async function loadProduct<T>(ctx: AdminContext, id: string, verb: (ctx: AdminContext, id: string) => Promise<T>): Promise<T> {
  try {
    return await verb(ctx, id)
  } catch (error) {
    if (isProblem(error) && error.code === 'product_not_found')
      throw data('Product not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
    throw error
  }
}
