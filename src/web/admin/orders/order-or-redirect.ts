import { data, redirect } from 'react-router'
import { isProblem } from '#domain/problem.ts'
import { findOrderDeletionTime } from '#features/orders/payments/find-payments-of-deleted-orders.ts'
import type { AdminContext } from '#web/admin/as-admin.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'

/** Throws a 404 response if the order does not exist. A cleared order redirects to its payments. Server only. */
export async function orderOrRedirect<T>(ctx: AdminContext, id: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (!isProblem(error) || error.code !== 'order_not_found') throw error
    const headers = { 'Cache-Control': 'no-store' }
    if (await findOrderDeletionTime(ctx, id)) throw redirect(adminSectionUrl('orders', { search: id }), { headers })
    throw data('Page Not Found', { status: 404, headers })
  }
}
