import { z } from 'zod'
import { exampleId, operation, withFields } from '#core/operation.ts'
import { pauseAffiliate, pauseInput } from '#features/affiliates/affiliates.ts'
import { assignDebt, writeOffDebt } from '#features/affiliates/debts.ts'

const affiliate_id = z.string('Say which affiliate.').meta({ format: 'uuid' })
const debt_id = z.string('Say which debt.').meta({ format: 'uuid' })

/** The call, whose two answers are a form each in the panel. */
const pausing = operation({
  ...{ may: 'pay_affiliates', call: 'POST /functions/pause-affiliate', summary: 'Pause an affiliate, or let them go on' },
  description: 'A paused affiliate’s links bring nobody; what was earned stays, and can be paid out. They are notified by e-mail.',
  input: z.object({ affiliate_id, paused: z.boolean('Write true or false.'), ...pauseInput.shape }),
  ...{ said: 'They are paused, or not', problems: ['affiliate_not_found'] },
  example: { affiliate_id: exampleId, paused: true, reason: 'Clicks that no people made' },
  run: (ctx, { affiliate_id, paused, reason }) => pauseAffiliate(ctx, affiliate_id, paused, { reason }),
})

/** What admins do with affiliates, under the names of domain/affiliate-acts.ts. */
export const affiliateOperations = {
  pausing,
  pause: withFields(pausing, { paused: true }),
  resume: withFields(pausing, { paused: false }),
}

/** And with the debts of deleted accounts. */
export const debtOperations = {
  attach: operation({
    ...{ may: 'settle_debts', call: 'POST /functions/assign-debt', summary: 'Attach the debt of a deleted account to an affiliate' },
    description: 'To one of those that the debt lists as alike, for good: the debt is taken off what they earn, and they are notified by e-mail.',
    input: z.object({ debt_id, affiliate_id: z.uuid('Say which affiliate.') }),
    ...{ said: 'It is attached', example: { debt_id: exampleId, affiliate_id: exampleId } },
    problems: ['debt_not_found', 'debt_not_alike'],
    run: (ctx, { debt_id, affiliate_id }) => assignDebt(ctx, debt_id, affiliate_id),
  }),
  'write-off': operation({
    ...{ may: 'settle_debts', call: 'POST /functions/write-off-debt', summary: 'Write off what a deleted account still owes' },
    description: 'Done twice it is done.',
    ...{ input: z.object({ debt_id }), example: { debt_id: exampleId }, problems: ['debt_not_found'] },
    said: 'It is owed no more',
    output: { amount: z.number().meta({ description: 'KSh that were written off' }) },
    run: async (ctx, { debt_id }) => ({ amount: await writeOffDebt(ctx, debt_id) }),
  }),
}
