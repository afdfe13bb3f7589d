import { type ActWords, type Said, saidOfSeveral } from '#domain/act.ts'
import { namingDays } from '#domain/commission.ts'

/** Spec §8. */
const title = 'Commission status updated'

/** What an admin does with commissions, under the name of its form. */
export const commissionActs = {
  approve: {
    ...{ label: 'Approve', name: 'Approve the commission of order {of}', title: 'Approve this commission?', busy: 'Approving...', look: 'ink' },
    text: ['**{sum}** for order {of} goes into the wallet of **{who}**, who is notified by e-mail.'],
    done: { title, text: 'Approved: it is in the wallet.' },
  },
  reject: {
    ...{ label: 'Reject', name: 'Reject the commission of order {of}', title: 'Reject this commission?', busy: 'Rejecting...', look: 'bad' },
    text: ['**{who}** does not get {sum} for order {of}, and is notified by e-mail.'],
    done: { title, text: 'Rejected.' },
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
    done: { title, text: 'The order has a pending commission.' },
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
  return saidOfSeveral(title, outcomes.length, stayed, { all: `${done}.`, some: `${done}, ${rest}.` })
}
