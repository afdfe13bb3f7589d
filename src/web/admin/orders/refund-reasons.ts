import type { RefundView } from '#features/orders/get-admin-order.ts'

/** Why money has to go back, as admins read it. */
export const refundReasons: Record<RefundView['reason'], string> = {
  late_payment: 'Paid too late: the pairs were gone',
  double_payment: 'Paid twice',
  cancelled: 'Paid, and cancelled',
}
