import { namingActs } from '#domain/affiliate-acts.ts'
import { buttonActs, orderActs, paymentActs, refundActs, reviewActs, riderActs } from '#domain/order-acts.ts'
import { Problem } from '#domain/problem.ts'
import { orderCommissionOperations } from '#features/affiliates/commission-operations.ts'
import { orderOperations, riderOperations } from '#features/orders/order-operations.ts'
import { paymentOperations, refundOperations, reviewOperations } from '#features/orders/payments/payment-operations.ts'
import { emptyForCash } from '#features/orders/payments/receipt-input.ts'
import { type Act, actAsAdmin } from '#web/admin/act-as-admin.ts'
import type { PanelRequest } from '#web/admin/as-admin.ts'
import { operationActs } from '#web/admin/operation-acts.ts'

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

/** The action of the pages of Order Management. Server only. */
export const actOnOrders = (args: PanelRequest) => actAsAdmin(args, acts)

/** A ticked box says that it was cash; the box above it is then empty, whatever is wrong with what is in it. */
function receiptOrCash({ receipt, cash }: Record<string, string>) {
  if (cash !== 'on') return { receipt, cash: undefined }
  if (receipt) throw new Problem('bad_input', { fields: { receipt: emptyForCash } })
  return { receipt: undefined, cash: true }
}
