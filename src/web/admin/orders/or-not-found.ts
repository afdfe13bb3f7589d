import { data, redirect } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import { clearedSince } from '#features/orders/find-cleared.ts'
import { adminSectionUrl } from '#web/addresses.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'

/** An address that names no order is a page that is not there; one of an order that was cleared leads to what remains of it. Server only. */
export async function orNotFound<T>(ctx: AdminContext, id: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!isProblem(error) || error.code !== 'order_not_found') throw error
    const headers = { 'Cache-Control': 'no-store' }
    if (await clearedSince(ctx, id)) throw redirect(adminSectionUrl('orders', { search: id }), { headers })
    throw data('Page Not Found', { status: 404, headers })
  }
}
