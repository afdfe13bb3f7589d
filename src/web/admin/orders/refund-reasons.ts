import type { RefundReason } from '#domain/payment.ts'

/** The reasons of refunds, as admins read them. */
export const refundReasons: Record<RefundReason, string> = {
  late_payment: 'Paid too late: the pairs were gone',
  double_payment: 'Paid twice',
  cancelled: 'Paid, and cancelled',
  account_test: 'Paid to test the M-Pesa account',
}
