import type { Context } from '#core/context.ts'
import { closedByHand, type DeclineReason } from '#domain/payment.ts'

/** The sentence that people read for an attempt's stored outcome, and why the attempt failed; nulls where there is no outcome yet. */
export function describePaymentOutcome(
  { services }: Pick<Context, 'services'>,
  { result_code, result_desc }: { result_code: string | null; result_desc: string | null },
): { sentence: string | null; reason: DeclineReason | null } {
  if (result_code === null) return { sentence: null, reason: null }
  if (result_code === closedByHand.code) return { sentence: closedByHand.sentence, reason: null }
  return services.payments.describe(result_code, result_desc)
}
