import { type ActButton, type ActWords, type Said, saidOfSeveral } from '#domain/act.ts'
import { namingDays } from '#domain/commission.ts'
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

/** Spec §8. */
const commissionUpdated = 'Commission status updated'

/** What an admin does with commissions, under the name of its form. */
export const commissionActs = {
  approve: {
    ...{ label: 'Approve', name: 'Approve the commission of order {of}', title: 'Approve this commission?', busy: 'Approving...', look: 'ink' },
    text: ['**{sum}** for order {of} goes into the wallet of **{who}**, who is notified by e-mail.'],
    done: { title: commissionUpdated, text: 'Approved: it is in the wallet.' },
  },
  reject: {
    ...{ label: 'Reject', name: 'Reject the commission of order {of}', title: 'Reject this commission?', busy: 'Rejecting...', look: 'bad' },
    text: ['**{who}** does not get {sum} for order {of}, and is notified by e-mail.'],
    done: { title: commissionUpdated, text: 'Rejected.' },
  },
  'approve-all': {
    ...{ label: 'Approve selected', title: 'Approve {of}?', submit: 'Approve', busy: 'Approving...', look: 'ink' },
    text: ['**{sum}** in all. What cannot be approved stays as it is, and you see why.'],
    done: (answer: Outcomes) => saidOf(answer, 'approved'),
  },
  'reject-all': {
    ...{ label: 'Reject selected', title: 'Reject {of}?', submit: 'Reject', busy: 'Rejecting...', look: 'bad' },
    text: ['**{sum}** in all is not paid.'],
    done: (answer: Outcomes) => saidOf(answer, 'rejected'),
  },
  create: {
    ...{ label: 'Make a commission', name: 'Make a commission for order {of}', busy: 'Making...', look: 'ink' },
    done: { title: commissionUpdated, text: 'The order has a pending commission.' },
  },
} satisfies Record<string, ActWords>

/** Of an order that is not delivered. */
export const earlyApproval = { title: 'Approve before delivery?', submit: 'Approve before delivery' }
export const earlyApprovalWarning =
  'What you approve can be withdrawn at once. Should an order be cancelled after that, it can only be taken off later commissions.'

/** What an admin does with an order that has no commission. */
export const namingActs = {
  'name-affiliate': {
    ...{ label: 'Name an affiliate', title: 'Who brought order {of}?', submit: 'Name affiliate', busy: 'Naming...' },
    text: [
      `It came by no affiliate's link. The affiliate you name earns {percent}% of it, once you have approved the commission. This can be done once, within ${namingDays} days of the order, and stands in the audit log.`,
    ],
    done: ({ commission: { status, reason } }: { commission: { status: string; reason: string | null } }) => ({
      title: 'Affiliate named',
      text: status === 'rejected' ? `The commission was rejected: ${reason}.` : 'The order has a pending commission.',
    }),
  },
} satisfies Record<string, ActWords>

type Outcomes = { outcomes: { id: string; error: string | null }[] }

function saidOf({ outcomes }: Outcomes, status: string): Said {
  const stayed = outcomes.flatMap(({ id, error }) => (error === null ? [] : [{ id, error }]))
  const done = `${outcomes.length - stayed.length} ${status}`
  const rest = `${stayed.length} stayed as ${stayed.length === 1 ? 'it was' : 'they were'}`
  return saidOfSeveral(commissionUpdated, outcomes.length, stayed, { all: `${done}.`, some: `${done}, ${rest}.` })
}

/** Spec §8. */
const payoutUpdated = 'Payout status updated'
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
    done: { title: payoutUpdated, text: 'It is at M-Pesa, whose result completes it.' },
  },
  ask: {
    ...{ label: 'Ask M-Pesa', name: 'Ask M-Pesa about {of}', busy: 'Asking...' },
    done: { title: 'M-Pesa was asked', text: 'Its answer settles the payout by itself.' },
  },
  looked: {
    ...{ label: 'Solved', name: 'Solved: {of}', title: 'Is the problem solved?', busy: 'Writing down...' },
    done: { title: payoutUpdated, text: 'It is no longer among the problems.' },
  },
  reject: {
    ...{ label: 'Reject', name: 'Reject {of}', title: 'Reject this payout?', busy: 'Rejecting...', look: 'bad' },
    text: ['The money goes back into the balance, and the affiliate is notified by e-mail.'],
    done: { title: payoutUpdated, text: 'Rejected: the money is back in the balance.' },
  },
  'take-back': {
    ...{ label: 'Take back', name: 'Take back from the list: {of}', title: 'Take back from the list?', busy: 'Taking back...' },
    text: ['Only do this if no one is paying it by hand any more: it could be paid twice.'],
    done: ({ taken_back }: { taken_back: number }) => ({ title: payoutUpdated, text: `${plural(taken_back, 'payout')} taken back from the list.` }),
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
      return saidOfSeveral(payoutUpdated, payouts.length, stayed, {
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
