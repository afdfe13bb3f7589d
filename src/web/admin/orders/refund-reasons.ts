import type { RefundReason } from '#domain/payment.ts'

/** Why money has to go back, as admins read it. */
export const refundReasons: Record<RefundReason, string> = {
  late_payment: 'Paid too late: the pairs were gone',
  double_payment: 'Paid twice',
  cancelled: 'Paid, and cancelled',
}
