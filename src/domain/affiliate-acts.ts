import type { ActWords } from '#domain/act.ts'
import { formatShillings } from '#domain/money.ts'

/** What an admin does with affiliates, under the name of its form. */
export const affiliateActs = {
  pause: {
    ...{ label: 'Pause', name: 'Pause {of}', title: 'Pause this affiliate?', busy: 'Pausing...' },
    text: [
      'The links of **{of}** earn nothing while they are paused. What was earned stays, and can be paid out. They get an e-mail with the reason.',
    ],
    done: { title: 'Affiliate paused' },
  },
  resume: {
    ...{ label: 'Resume', name: 'Resume {of}', title: 'Resume this affiliate?', busy: 'Resuming...' },
    text: ['The links of **{of}** count again from now on, and they get an e-mail.{why}'],
    done: { title: 'Affiliate resumed' },
  },
} satisfies Record<string, ActWords>

/** What an owner does with the debts of deleted accounts. */
export const debtActs = {
  attach: {
    ...{ label: 'Attach', name: 'Attach {sum} to {of}', title: 'Is it {of}’s debt?', busy: 'Attaching...' },
    text: [
      '**{sum}** is taken off what {of} earns, and they are notified by e-mail. Attach it only if you are sure that the deleted account was theirs: a number alone can be another person’s. This cannot be undone.',
    ],
    done: { title: 'Debt attached', text: 'It is taken off what they earn.' },
  },
  'write-off': {
    ...{ label: 'Write off', name: 'Write off {sum} of {of}', title: 'Write this debt off?', busy: 'Writing off...' },
    text: ['**{sum}** is owed no more. This cannot be undone; the audit log keeps it.'],
    done: ({ amount }: { amount: number }) => ({ title: 'Debt written off', text: `${formatShillings(amount)} is owed no more.` }),
  },
} satisfies Record<string, ActWords>
