import type { PaymentView } from '#domain/order-view.ts'
import { problemCodeOf } from '#domain/payment.ts'
import { Problem } from '#domain/problem.ts'

/** The refusal of an order's newest prompt, where M-Pesa did not take it; with the reason, where the cause is temporary. */
export function promptProblem(payment: PaymentView | null): Problem | null {
  const code = problemCodeOf(payment?.result_code)
  if (code === null) return null
  return new Problem(code, code === 'prompt_failed' ? { reason: payment?.sentence ?? undefined } : {})
}
