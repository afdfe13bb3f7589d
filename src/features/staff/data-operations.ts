import { z } from 'zod'
import { exampleId, operation } from '#core/operation.ts'
import { proofRefusals } from '#features/people/require-identity.ts'
import { cleared, clearingInput, clearUserData } from '#features/staff/clear-user-data.ts'
import { restored, restoreSnapshot } from '#features/staff/restore-snapshot.ts'

/** What is done with the data of the shop as a whole, under the names of domain/user-data.ts. */
export const dataOperations = {
  clear: operation({
    ...{ may: 'clear_data', call: 'POST /rpc/clear_all_user_data', summary: 'Clear all user data', said: 'It is cleared' },
    description:
      'Orders with their lines, also those taken back or never placed, clicks, commissions, payouts and deductions, what deleted accounts owe, and what makes somebody an affiliate. Where orders are paid and have not been shipped, it is refused with their number and sum (`clearing_unshipped`) until the call carries `password`, and `code` where your account has a second factor. One transaction, a snapshot first; payments, refunds and the audit log stay. A million orders take minutes: a connection that is lost meanwhile changes nothing, and `GET /api/data_snapshots` has it when it is done.',
    ...{ input: clearingInput, example: { confirmation: 'DELETE' }, output: cleared, run: clearUserData },
    problems: ['clearing_cancelled', 'clearing_unshipped', ...proofRefusals, 'clearing_failed'],
  }),
  restore: operation({
    ...{ may: 'run_shop', call: 'POST /rpc/restore_data_snapshot', summary: 'Put back what was cleared', said: 'It is back' },
    description:
      'Every row as it was, in one transaction, while that overwrites no row and uses no receipt twice; otherwise `snapshot_blocked` says what stands in the way. Orders that waited for their money come back as Buyer Not Paid and hold no pairs. Done twice it is done. A million orders take minutes; `put_back_at` of the snapshot says when it was done.',
    ...{ input: z.object({ snapshot_id: z.string('Say which snapshot.').meta({ format: 'uuid' }) }), example: { snapshot_id: exampleId } },
    ...{ output: restored, problems: ['snapshot_not_found', 'snapshot_blocked'] },
    run: (ctx, { snapshot_id }) => restoreSnapshot(ctx, snapshot_id),
  }),
}
