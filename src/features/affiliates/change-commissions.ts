import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { retryTransient } from '#core/retry-transient.ts'
import { isProblem } from '#domain/problem.ts'
import { changeCommission, commissionChanges } from '#features/affiliates/change-commission.ts'
import { commissionStatus } from '#features/affiliates/commission-row.ts'

export const commissionsChanges = z.object({
  ids: z
    .array(z.uuid("We don't know this commission."), 'Say which commissions.')
    .min(1, 'Say which commissions.')
    .max(100, 'At most 100 at once.')
    .transform((ids) => [...new Set(ids)]),
  ...commissionChanges.shape,
})

/** What became of one commission: its status now, or why it stayed as it was. */
export const commissionOutcome = z.object({
  id: z.uuid(),
  status: commissionStatus.nullable().meta({ description: 'What it is now; null when it stayed as it was' }),
  code: z.string().nullable(),
  error: z.string().nullable().meta({ description: 'Why it stayed as it was' }),
})
export type CommissionOutcome = z.infer<typeof commissionOutcome>

/**
 * An admin approves or rejects several commissions, each on its own: a refusal of one does not stop the others. Each change is written to the audit log and
 * sent to its affiliate by e-mail.
 */
export async function changeCommissions(ctx: Context, sent: unknown): Promise<CommissionOutcome[]> {
  requirePermission(ctx, 'pay_affiliates')
  requireUser(ctx)
  const { ids, ...change } = parseInput(commissionsChanges, sent)
  const outcomes: CommissionOutcome[] = []
  // One after the other: two commissions of one affiliate would only wait for each other.
  for (const id of ids) outcomes.push(await outcomeOf(ctx, id, change))
  return outcomes
}

async function outcomeOf(ctx: Context, id: string, change: object): Promise<CommissionOutcome> {
  try {
    const { status } = await retryTransient(() => changeCommission(ctx, id, change))
    return { id, status, code: null, error: null }
  } catch (error) {
    if (!isProblem(error)) throw error
    return { id, status: null, code: error.code, error: error.message }
  }
}
