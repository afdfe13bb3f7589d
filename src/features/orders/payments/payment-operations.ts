import { z } from 'zod'
import { exampleId, operation } from '#core/operation.ts'
import { attemptState, orderStatus as status } from '#features/orders/order-row.ts'
import { askMpesa } from '#features/orders/payments/ask-mpesa.ts'
import { completeRefund, refundInput } from '#features/orders/payments/complete-refund.ts'
import { markPaymentReviewed, paymentReviewInput } from '#features/orders/payments/mark-payment-reviewed.ts'
import { recordInput, recordPayment } from '#features/orders/payments/record-payment.ts'

const may = 'take_payments'
const idOf = (what: string) => z.string(`Say which ${what}.`).meta({ format: 'uuid', example: exampleId })
const [order_id, attempt_id, refund_id] = ['order', 'payment', 'refund'].map(idOf) as [z.ZodString, z.ZodString, z.ZodString]

/** What admins do about payments, under the names of domain/order-acts.ts. */
export const paymentOperations = {
  ask: operation({
    ...{ may, call: 'POST /functions/ask-mpesa', summary: 'Ask M-Pesa what became of the prompts of an order' },
    ...{ input: z.object({ order_id }), example: { order_id: exampleId }, problems: ['order_not_found', 'nothing_to_ask'] },
    output: {
      answers: z.array(z.enum(['paid', 'failed', 'known', 'pending', 'review'])).meta({ description: 'One per prompt, the oldest first' }),
      status,
    },
    said: 'What M-Pesa said, and the status of the order now',
    async run(ctx, { order_id }) {
      const { answers, order } = await askMpesa(ctx, order_id)
      return { answers, status: order.status }
    },
  }),
  record: operation({
    ...{ may, call: 'POST /functions/record-payment', summary: 'Record a payment by its receipt' },
    description: 'For an admin who has seen the money: its receipt of M-Pesa, which counts once, or `cash`.',
    ...{ input: z.object({ order_id, ...recordInput.shape }), example: { order_id: exampleId, receipt: 'QKJ4XT81ZP' } },
    ...{ output: { status, mpesa_receipt_number: z.string().nullable() }, said: 'The order is paid' },
    problems: ['order_not_found', 'already_paid', 'order_locked', 'receipt_used', 'pairs_gone'],
    async run(ctx, { order_id, ...money }) {
      const { status, mpesa_receipt_number } = await recordPayment(ctx, order_id, money)
      return { status, mpesa_receipt_number }
    },
  }),
}

/** With a payment that a person has to look at. */
export const reviewOperations = {
  'looked-at': operation({
    ...{ may, call: 'POST /functions/payment-looked-at', summary: 'Take a payment off the desk' },
    description:
      'With what was found; the audit log keeps it. One without an outcome is closed as not paid; money that comes for it later still counts.',
    input: z.object({ attempt_id, ...paymentReviewInput.shape }),
    example: { attempt_id: exampleId, note: 'M-Pesa shows no such payment.' },
    ...{ output: { id: z.uuid(), state: attemptState }, said: 'It left the desk', problems: ['payment_not_found'] },
    run: (ctx, { attempt_id, ...sent }) => markPaymentReviewed(ctx, attempt_id, sent),
  }),
}

/** With money that has to go back. */
export const refundOperations = {
  'refund-done': operation({
    ...{ may, call: 'POST /functions/refund-done', summary: 'Write down that the money of a refund went back' },
    ...{ input: z.object({ refund_id, ...refundInput.shape }), example: { refund_id: exampleId, receipt: 'QKJ4XT81ZP' } },
    ...{ output: { id: z.uuid(), state: z.literal('done'), receipt: z.string() }, said: 'It left the list' },
    problems: ['refund_not_found', 'refund_settled', 'receipt_used'],
    run: (ctx, { refund_id, ...sent }) => completeRefund(ctx, refund_id, sent),
  }),
}
