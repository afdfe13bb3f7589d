import type { ActWords, Said } from '#domain/act.ts'
import { clearedMessage, restoredMessage } from '#domain/user-data.ts'

/** What is done with the data of the shop as a whole, under the name of its form; the answer is null while it goes on. */
export const clearingActs = {
  clear: {
    ...{ label: 'Clear All User Data', busy: 'Clearing...', look: 'bad' },
    done: (cleared: { counts: Record<string, number> } | null): Said =>
      cleared
        ? { title: 'Data Cleared Successfully', text: clearedMessage(cleared.counts.orders ?? 0) }
        : { title: 'Clearing', text: 'There is a lot to clear: it takes minutes, and continues if you leave.' },
  },
} satisfies Record<string, ActWords>

export const snapshotActs = {
  restore: {
    ...{ label: 'Put it back', title: 'Put this snapshot back?', busy: 'Putting back...' },
    text: [
      'Its orders, lines, clicks, commissions and payouts come back as they were, beside those of today. No row of today is changed.',
      'Orders that waited for their money come back as Buyer Not Paid: their pairs went back on the shelf and are not held again. Affiliates get their code where nobody else has it. It is done whole or not at all, and meanwhile there can be no orders.',
    ],
    done: (restored: Parameters<typeof restoredMessage>[0] | null): Said =>
      restored
        ? { title: 'Snapshot put back', text: restoredMessage(restored) }
        : {
            title: 'Putting back',
            text: 'There is a lot to put back: it takes minutes, and continues if you leave. Data Management says when it is done.',
          },
  },
} satisfies Record<string, ActWords>
