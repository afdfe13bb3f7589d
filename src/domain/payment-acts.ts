import type { ActWords } from '#domain/act.ts'
import { receiptLabel } from '#domain/receipt-code.ts'

const answers = {
  paid: 'It says that the order was paid.',
  failed: 'It says that nothing was paid.',
  known: 'It says what we knew already.',
  pending: 'It has no outcome yet. We keep asking.',
  review: 'Its answer needs a person: look under "Problems".',
}

/** What admins do about the payment of an order, under the name of its form. */
export const paymentActs = {
  ask: {
    ...{ label: 'Ask M-Pesa', busy: 'Asking...' },
    done: (asked: { answers: (keyof typeof answers)[] }) => ({
      title: 'M-Pesa was asked',
      text: [...new Set(asked.answers)].map((answer) => answers[answer]).join(' '),
    }),
  },
  record: {
    ...{ label: 'Record payment', title: 'Record payment?', keep: 'Not yet' },
    text: ['You have seen {sum} for order {of} on the M-Pesa statement, or have it in cash. It becomes paid and ready to ship.'],
    done: ({ mpesa_receipt_number: receipt }: { mpesa_receipt_number: string | null }) => ({
      title: 'Payment recorded',
      text: `${receiptLabel(receipt)} ${receipt}. The order is paid and ready to ship.`,
    }),
  },
} satisfies Record<string, ActWords>

/** With a payment that a person has to look at. */
export const reviewActs = {
  'looked-at': {
    ...{ label: 'Solved', name: 'Solved{of}', title: 'Is the problem of this payment solved?', keep: 'Not yet' },
    done: { title: 'Removed from the list', text: 'What you found is in the audit log.' },
  },
} satisfies Record<string, ActWords>

export const reviewText = {
  settled: 'It leaves this list; nothing else changes.',
  open: 'Look at the M-Pesa statement first. If the money is there, press Record payment on the order instead. Otherwise this prompt is closed as not paid; money that comes for it later still counts.',
}

/** With money that has to go back. */
export const refundActs = {
  'refund-done': {
    ...{ label: 'Refund done', name: 'Refund done{of}', title: 'Refund done?', keep: 'Not yet' },
    text: ['{sum} went back to {who}. The refund leaves the list and cannot be opened again.'],
    done: { title: 'Refund done', text: 'It has left the list.' },
  },
} satisfies Record<string, ActWords>
