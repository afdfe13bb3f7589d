import { type ActButton, type ActWords, type Said, saidOfSeveral } from '#domain/act.ts'
import { formatShillings } from '#domain/money.ts'

/** Spec §8. */
const title = 'Payout status updated'
const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** What an admin does with payouts, under the name of its form. */
export const payoutActs = {
  paid: {
    ...{ label: 'Mark Paid', name: 'Mark Paid: {of}', title: 'Mark as paid?', busy: 'Writing down...' },
    // Payout completed, with KSh amount and number of deductions (spec §8).
    done: ({ amount_processed, deductions_created }: { amount_processed: number; deductions_created: number }) => ({
      title: 'Payout completed',
      text: `${formatShillings(amount_processed)}, ${plural(deductions_created, 'deduction')}`,
    }),
  },
  send: {
    ...{ label: 'Pay by M-Pesa', name: 'Pay by M-Pesa: {of}', title: 'Pay by M-Pesa?', busy: 'Sending...', look: 'pay' },
    text: ['The shop’s M-Pesa account pays at once; M-Pesa’s result completes the payout.'],
    done: { title, text: 'It is at M-Pesa, whose result completes it.' },
  },
  ask: {
    ...{ label: 'Ask M-Pesa', name: 'Ask M-Pesa about {of}', busy: 'Asking...' },
    done: { title: 'M-Pesa was asked', text: 'Its answer settles the payout by itself.' },
  },
  looked: {
    ...{ label: 'Solved', name: 'Solved: {of}', title: 'Is the problem solved?', busy: 'Writing down...' },
    done: { title, text: 'It is no longer among the problems.' },
  },
  reject: {
    ...{ label: 'Reject', name: 'Reject {of}', title: 'Reject this payout?', busy: 'Rejecting...', look: 'bad' },
    text: ['The money goes back into the balance, and the affiliate is notified by e-mail.'],
    done: { title, text: 'Rejected: the money is back in the balance.' },
  },
  'take-back': {
    ...{ label: 'Take back', name: 'Take back from the list: {of}', title: 'Take back from the list?', busy: 'Taking back...' },
    text: ['Only do this if no one is paying it by hand any more: it could be paid twice.'],
    done: ({ taken_back }: { taken_back: number }) => ({ title, text: `${plural(taken_back, 'payout')} taken back from the list.` }),
  },
  resume: {
    ...{ label: 'Let payouts go out again', title: 'Let payouts go out again?', submit: 'Let them go out', busy: 'Resuming...', look: 'ink' },
    text: ['Do this once the cause is fixed: each try with wrong credentials brings the account closer to being locked.'],
    done: { title: 'Payouts go out again' },
  },
  export: {
    ...{ label: 'Export batch', title: 'Export a batch?', submit: 'Export', busy: 'Exporting...' },
    text: [
      'What is on a list is paid by hand, and marked as paid here with its receipt. Until then it is not sent by M-Pesa, not rejected, and its number is not changed; it can be taken back from the list.',
    ],
    done: ({ rows, csv }: { rows: unknown[]; csv: string }): Said =>
      rows.length === 0
        ? { title: 'Nothing to export', text: 'No pending payout with M-Pesa details is without a list.', tone: 'bad' }
        : { title: 'Batch exported', text: `${plural(rows.length, 'payout')} to pay by hand.`, facts: { csv } },
  },
  'send-all': {
    ...{ label: 'Pay selected by M-Pesa', title: 'Pay {of} by M-Pesa?', submit: 'Pay {sum}', busy: 'Sending...', look: 'pay' },
    text: [
      '**{sum}** in all. What cannot be sent stays as it is, and you see why.',
      'M-Pesa may take a few seconds for each: please keep this page open.',
    ],
    done({ payouts }: { payouts: { payout_id: string; refusal: { message: string } | null }[] }): Said {
      const stayed = payouts.flatMap(({ payout_id, refusal }) => (refusal ? [{ id: payout_id, error: refusal.message }] : []))
      const text = `${plural(payouts.length - stayed.length, 'payout')} went to M-Pesa`
      return saidOfSeveral(title, payouts.length, stayed, {
        all: `${text}, whose results complete them.`,
        some: `${text}, ${stayed.length} did not.`,
      })
    },
  },
} satisfies Record<string, ActWords>

/** The button of `take-back` for several. */
export const takeBackSeveral: ActButton = {
  ...{ label: 'Take back from the list', title: 'Take back from the list?', submit: 'Take back', busy: 'Taking back...' },
  text: ['Only do this if no one is paying them by hand any more: they could be paid twice.'],
}

export type PayoutActName = keyof typeof payoutActs
