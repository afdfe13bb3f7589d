import { data, redirect } from 'react-router'
import { namingActs } from '#domain/affiliate-acts.ts'
import { buttonActs, orderActs, paymentActs, refundActs, reviewActs, riderActs } from '#domain/order-acts.ts'
import { isProblem, Problem } from '#domain/problem.ts'
import { orderCommissionOperations } from '#features/affiliates/commission-operations.ts'
import { orderOperations, riderOperations } from '#features/orders/order-operations.ts'
import { findOrderDeletionTime } from '#features/orders/payments/payment-lists.ts'
import { paymentOperations, refundOperations, reviewOperations } from '#features/orders/payments/payment-operations.ts'
import { emptyForCash } from '#features/orders/payments/receipts.ts'
import { operationActs } from '#web/admin/operation-acts.ts'
import { adminSectionUrl } from '#web/admin/panel-addresses.ts'
import { type Act, type AdminContext, actAsAdmin, type PanelRequest } from '#web/admin/panel-requests.ts'

const acts: Record<string, Act> = {
  ...operationActs('order', { ...buttonActs, ...orderActs }, orderOperations, {
    change: ({ restock }) => ({ restock: restock === 'on' }),
    pack: ({ packed = '' }) => ({ packed: packed !== '' }),
    note: ({ replaces = '' }) => ({ replaces: replaces === '' ? null : Number(replaces) }),
  }),
  ...operationActs('order', namingActs, orderCommissionOperations),
  ...operationActs('order', paymentActs, paymentOperations, { record: receiptOrCash }),
  ...operationActs('attempt', reviewActs, reviewOperations),
  ...operationActs('refund', refundActs, refundOperations, {
    'refund-done': ({ reversed, ...sent }) => ({ ...receiptOrCash(sent), reversed: reversed === 'on' }),
  }),
  ...operationActs('rider_day', riderActs, riderOperations),
}

/** The action of the pages of Order Management. Server only, as all that is here. */
export const actOnOrders = (args: PanelRequest) => actAsAdmin(args, acts)

/** A ticked box says that it was cash; the box above it is then empty, whatever is wrong with what is in it. */
function receiptOrCash({ receipt, cash }: Record<string, string>) {
  if (cash !== 'on') return { receipt, cash: undefined }
  if (receipt) throw new Problem('bad_input', { fields: { receipt: emptyForCash } })
  return { receipt: undefined, cash: true }
}

/** Throws a 404 response if the order does not exist. A cleared order redirects to its payments. */
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
