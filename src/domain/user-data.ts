import type { ActWords, Said } from '#domain/act.ts'
import { formatShillings } from '#domain/money.ts'

/** The word that the owner types to clear all user data (spec §5). */
export const clearingWord = 'DELETE'

/** Days for which the snapshot of cleared data can be downloaded; limited because it contains personal data. */
export const snapshotDays = 30

/** Orders that are paid and have not been shipped; `sum` in KSh. */
export interface Unshipped {
  orders: number
  sum: number
}

/** Debts of affiliates whose accounts were deleted; `sum` in KSh. */
export interface Debts {
  debts: number
  sum: number
}

export function unshippedMessage({ orders, sum }: Unshipped): string {
  if (orders === 1) return `One order of ${formatShillings(sum)} is paid and has not been shipped.`
  return `${orders.toLocaleString('en-KE')} orders of ${formatShillings(sum)} in all are paid and have not been shipped.`
}

/** The warning about the buyers of these orders. */
export function waitingBuyersMessage({ orders }: Unshipped): string {
  if (orders === 1) return 'Its buyer waits for shoes, and will find that the order was cleared.'
  return 'Their buyers wait for shoes, and will find that their orders were cleared.'
}

export function debtsMessage({ debts, sum }: Debts): string {
  if (debts === 1) return `It also wipes one debt of a deleted account, of ${formatShillings(sum)}.`
  return `It also wipes ${debts.toLocaleString('en-KE')} debts of deleted accounts, of ${formatShillings(sum)} in all.`
}

export function clearedMessage(orders: number): string {
  return `${orders === 1 ? 'One order was' : `${orders.toLocaleString('en-KE')} orders were`} cleared; a snapshot is kept below.`
}

/** What came back of a snapshot; `unpaid` are orders that hold no pairs any more, `codes_taken` affiliates without a code. */
export function restoredMessage({ orders, unpaid, codes_taken }: { orders: number; unpaid: number; codes_taken: number }): string {
  const count = (number: number, one: string, several: string) => (number === 1 ? one : `${number.toLocaleString('en-KE')} ${several}`)
  return [
    `${count(orders, 'One order is', 'orders are')} back.`,
    ...(unpaid > 0
      ? [`${count(unpaid, 'One order that waited for its money is', 'orders that waited for their money are')} Buyer Not Paid now.`]
      : []),
    ...(codes_taken > 0 ? [`${count(codes_taken, 'One affiliate has', 'affiliates have')} no code any more, because somebody else has it.`] : []),
  ].join(' ')
}

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

/** What may stand in the way of putting a snapshot back: each as the page says it of one and of several; `{}` is what it is about. */
export const obstacles = {
  old: ['This snapshot is older than putting back: it holds too little for it. It can still be downloaded.', ''],
  lines: ['The product of {} line, or its size, is gone.', 'The products of {} lines, or their sizes, are gone.'],
  orders: ['Order {} is in the shop already.', 'Orders {} are in the shop already.'],
  receipts: ['Receipt {}.', 'Receipts {}.'],
  payouts: [
    '{} has a new open payout beside the one in the snapshot: settle the new one first.',
    '{} have new open payouts beside those in the snapshot: settle the new ones first.',
  ],
  affiliates: ['{} affiliate of it has deleted their account since.', '{} affiliates of it have deleted their accounts since.'],
  accounts: ['The account of {} order is gone.', 'The accounts of {} orders are gone.'],
  books: ['With it the books would not balance: {}.', 'With it the books would not balance: {}.'],
} as const
export type ObstacleName = keyof typeof obstacles

/** More are counted. */
const maxNamed = 5

/** A sentence about an obstacle: `what` are names, or how many there are. Null where there are none. */
export function obstacleSentence(name: ObstacleName, what: string[] | number): string | null {
  const count = typeof what === 'number' ? what : what.length
  if (count === 0) return null
  const text = obstacles[name][count === 1 || !obstacles[name][1] ? 0 : 1]
  return text.replace('{}', typeof what === 'number' ? what.toLocaleString('en-KE') : listOf(what))
}

function listOf(names: string[]): string {
  const more = names.length - maxNamed
  const all = more > 0 ? [...names.slice(0, maxNamed), `${more.toLocaleString('en-KE')} more`] : names
  return all.join(', ').replace(/, ([^,]*)$/, ' and $1')
}

/** Why an order keeps its buyer for now: somebody needs to know whom to bring it to, or whom to pay back. */
const openReasons = {
  refund: ['has money that is due back', 'have money that is due back'],
  undelivered: ['is paid and not delivered', 'are paid and not delivered'],
  unpaid: ['can still be paid', 'can still be paid'],
  fresh: ['was placed in the last half hour', 'were placed in the last half hour'],
} as const
type OpenReason = keyof typeof openReasons

export interface OpenOrder {
  code: string
  reason: OpenReason
  /** Somebody else bought it; the customer receives it. */
  isReceiver: boolean
}

/** What stands in the way of deleting a customer, with the orders by name: a sentence for each reason. Null where nothing does. */
export function deletionRefusal(orders: OpenOrder[]): string | null {
  const reasons = Object.keys(openReasons) as OpenReason[]
  const sentences = reasons.flatMap((reason) => {
    const open = orders.filter((order) => order.reason === reason)
    if (open.length === 0) return []
    const [one, several] = openReasons[reason]
    return [`${open.length === 1 ? 'Order' : 'Orders'} ${namesOf(open)} ${open.length === 1 ? one : several}.`]
  })
  return sentences.length > 0 ? sentences.join(' ') : null
}

function namesOf(open: OpenOrder[]): string {
  return listOf(open.map(({ code, isReceiver }) => (isReceiver ? `${code} (they receive it)` : code)))
}
