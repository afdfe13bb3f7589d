import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { Problem } from '#domain/problem.ts'
import { type Completion, handInput, payByHand } from '#features/affiliates/wallet/pay-by-hand.ts'
import { startB2cPayout } from '#features/affiliates/wallet/start-b2c-payout.ts'

export const completionInput = z.object(handInput.partial().shape)

/** "Mark Paid" (spec §4): by hand, with the receipt code; or without one by M-Pesa, where that is set up, whose result completes it. */
export async function completePayout(ctx: Context, id: string, sent: unknown): Promise<Completion> {
  requirePermission(ctx, 'pay_affiliates')
  const input = parseInput(completionInput, sent)
  if (input.receipt !== undefined) return payByHand(ctx, id, input)
  if (!ctx.services.payments.payouts) throw new Problem('bad_input', { fields: { receipt: 'Enter the M-Pesa receipt code.' } })
  return startB2cPayout(ctx, id)
}
