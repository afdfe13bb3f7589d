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
