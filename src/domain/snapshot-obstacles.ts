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
