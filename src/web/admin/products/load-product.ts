import { data } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'

/** What a dialog is about; a product that is gone is a page that is not found. Server only. */
export async function loadProduct<T>(ctx: AdminContext, id: string, verb: (ctx: AdminContext, id: string) => Promise<T>): Promise<T> {
  try {
    return await verb(ctx, id)
  } catch (error) {
    if (isProblem(error) && error.code === 'product_not_found')
      throw data('Product not found', { status: 404, headers: { 'Cache-Control': 'no-store' } })
    throw error
  }
}
