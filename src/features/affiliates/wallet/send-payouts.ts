import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { isProblem } from '#domain/problem.ts'
import { startB2cPayout } from '#features/affiliates/wallet/start-b2c-payout.ts'

/** M-Pesa may take a quarter of a minute for each. */
const most = 20
export const sendingInput = z.object({
  payout_ids: z
    .array(z.string('Say which payouts.'), 'Say which payouts.')
    .min(1, 'Say which payouts.')
    .max(most, `At most ${most} at once.`)
    .transform((ids) => [...new Set(ids)]),
})

export const sending = z.object({
  payout_id: z.string(),
  /** Null when it was sent: only its result completes it. */
  refusal: z.union([z.object({ code: z.string(), message: z.string() }), z.null()]),
})
export type Sending = z.infer<typeof sending>

/**
 * Sends several pending payouts by M-Pesa, one after the other; the refusal of one does not stop the others, but once payouts are stopped no more are sent.
 */
export async function sendPayouts(ctx: Context, sent: unknown): Promise<Sending[]> {
  requirePermission(ctx, 'pay_affiliates')
  const sendings: Sending[] = []
  for (const payout_id of parseInput(sendingInput, sent).payout_ids)
    sendings.push({ payout_id, refusal: await refusalOf(startB2cPayout(ctx, payout_id)) })
  return sendings
}

async function refusalOf(work: Promise<unknown>): Promise<Sending['refusal']> {
  try {
    await work
    return null
  } catch (error) {
    if (!isProblem(error)) throw error
    return { code: error.code, message: error.message }
  }
}
