import { type Cents, percentOf } from '#domain/money.ts'
import { type OrderStatus, statusLabel } from '#domain/order.ts'

/** Every status of a commission (spec §4) with its label and badge tone. Paid counts as earnings. */
export const commissionStatuses = {
  pending: { label: 'Pending', tone: 'amber', waiting: true },
  approved: { label: 'Approved', tone: 'lake', waiting: false },
  rejected: { label: 'Rejected', tone: 'bad', waiting: false },
  paid: { label: 'Paid', tone: 'leaf-solid', waiting: false },
} as const
export type CommissionStatus = keyof typeof commissionStatuses

/** Label and tone of a commission: those of its status, or of a clawback, which leaves the status unchanged. */
export function commissionBadge({ status, clawed_back }: { status: CommissionStatus; clawed_back: boolean }) {
  return clawed_back ? ({ label: 'Taken back', tone: 'bad', waiting: false } as const) : commissionStatuses[status]
}

/** What affiliates earn of the goods of an order, in whole per cent; until the owner sets another (spec §9). */
export const commissionPercents = { least: 0, initial: 10, most: 30 } as const

export function commissionOf(goods: Cents, percent: number): Cents {
  return percentOf(goods, percent)
}

/** A text of the specification, which says 10%, at the commission that the shop has set. */
export const atCommission = (text: string, percent: number) => text.replace('10%', `${percent}%`)

/** Per cent as the API and the tables have it: a part of one, `0.1`. */
export const rateOf = (percent: number) => percent / 100

/** What an admin may do to a commission: the buttons, the verb's check and the SQL's condition all read this table (spec §4); their words are in domain/affiliate-acts.ts. */
export const commissionActions = {
  approve: { from: 'pending', to: 'approved' },
  reject: { from: 'pending', to: 'rejected' },
} as const satisfies Record<string, { from: CommissionStatus; to: CommissionStatus }>
export type CommissionAction = keyof typeof commissionActions

/** Which action leads to a status, for routes that speak in statuses (`PATCH affiliate_commissions`, spec §7). */
export function commissionActionTo(status: string): CommissionAction | null {
  return (Object.keys(commissionActions) as CommissionAction[]).find((action) => commissionActions[action].to === status) ?? null
}

/** Why the shop itself rejects a commission: stored as the row's reason and shown to the affiliate and to admins. */
export const systemReasons = {
  own: 'Bought through your own link',
  cancelled: 'The order was cancelled',
  unpaid: 'The order was never paid',
  deleted: 'The affiliate deleted their account',
  visitOver: 'Another order of this visit was paid first',
} as const

/** The facts about an order that decide its commission. */
export interface ReferredOrder {
  status: OrderStatus
  isPaid: boolean
  isDiscarded: boolean
  /** Placed, received or paid by the affiliate: with their account or its mailbox, a number that is or was theirs, or their browser (domain/commission.ts; decisions, Affiliates and wallet). Never reset to false. */
  isOwn: boolean
  /** The affiliate's account was deleted: commissions that were pending then are rejected. */
  isAffiliateDeleted: boolean
  /** Another order of the same visit was paid first, which ended the visit (decisions, A referral link). */
  isVisitOver: boolean
}

/** The current state of a commission; callers pass null while an order has none. */
export interface CommissionState {
  status: CommissionStatus
  amount: Cents
  /** The shop rejected it, not an admin. */
  isBySystem: boolean
  /** Why it is rejected; null while it is not. */
  reason: string | null
  /** The part of it that payouts have paid. */
  paidOut: Cents
  isClawedBack: boolean
}

type CommissionEffect =
  | { do: 'nothing' }
  | { do: 'create' }
  | { do: 'reopen' }
  | { do: 'reject'; reason: string }
  /** It was paid out or is reserved by an open payout, so it is taken off later earnings. */
  | { do: 'claw back'; reason: string }
  /** The order counts again. */
  | { do: 'undo clawback' }

/** Why an order earns no commission, or null when it does or still may. */
export function earningRefusal(order: Pick<ReferredOrder, 'status' | 'isDiscarded'>): string | null {
  if (order.status === 'cancelled') return systemReasons.cancelled
  if (order.isDiscarded || order.status === 'buyer_not_paid') return systemReasons.unpaid
  return null
}

/** Days after an order was placed in which an admin may name its affiliate (decisions, A referral link). */
export const namingDays = 30

/** Why no affiliate can be named for an order, in plain words; null when one can. `ageDays` since it was placed, `percent` that affiliates earn now. */
export function namingRefusal(
  order: Pick<ReferredOrder, 'status' | 'isDiscarded'> & { hasAffiliate: boolean; ageDays: number; percent: number },
): string | null {
  if (order.hasAffiliate) return 'This order has its affiliate already.'
  const refusal = earningRefusal(order)
  if (refusal) return `${refusal}.`
  if (order.ageDays > namingDays) return `This order was placed more than ${namingDays} days ago.`
  return order.percent === 0 ? 'Affiliates earn 0 % now: an owner sets another commission under Settings.' : null
}

/**
 * What brings a commission in line with its order (decisions, Affiliates and wallet). `available` is the wallet's balance: an approved commission
 * that it no longer covers is reserved by a payout, so it is clawed back instead of rejected. An admin's rejection is never undone.
 */
export function commissionEffect(order: ReferredOrder, commission: CommissionState | null, available: Cents): CommissionEffect {
  const refusal = earningRefusal(order)
  if (commission === null) return { do: 'create' }
  const { status } = commission
  if (status === 'approved' || status === 'paid') {
    if (refusal === null) return commission.isClawedBack ? { do: 'undo clawback' } : { do: 'nothing' }
    if (commission.isClawedBack) return { do: 'nothing' }
    return { do: isUntouched(commission, available) ? 'reject' : 'claw back', reason: refusal }
  }
  const reason = pendingRefusal(order)
  if (status === 'pending') return reason === null ? { do: 'nothing' } : { do: 'reject', reason }
  if (!commission.isBySystem) return { do: 'nothing' }
  if (reason === null) return { do: 'reopen' }
  return reason === commission.reason ? { do: 'nothing' } : { do: 'reject', reason }
}

/** Why a commission that is not approved yet cannot become so, or null. */
export function pendingRefusal(order: ReferredOrder): string | null {
  if (order.isOwn) return systemReasons.own
  const refusal = earningRefusal(order)
  if (refusal) return refusal
  if (order.isAffiliateDeleted) return systemReasons.deleted
  return order.isVisitOver ? systemReasons.visitOver : null
}

/** Whether no payout has paid any of it and no open payout needs it. */
export function isUntouched(commission: Pick<CommissionState, 'status' | 'amount' | 'paidOut'>, available: Cents): boolean {
  return commission.status === 'approved' && commission.paidOut === 0 && available >= commission.amount
}

/** Why a commission cannot be approved, in plain words; null when it can (decisions: refused while the order is unpaid). */
export function approvalRefusal(order: ReferredOrder): string | null {
  const refusal = pendingRefusal(order)
  if (refusal) return `${refusal}.`
  return order.isPaid ? null : `The order is not paid: ${statusLabel(order.status)}.`
}

/** Providers that ignore dots in the name of a mailbox, and are one provider. The SQL function `mailbox_of` has the same list. */
const dotless = ['gmail.com', 'googlemail.com']

/**
 * The mailbox that an e-mail address leads to, for comparing: lower case, without a tag after `+`, and without dots where the provider ignores them. An order
 * with the mailbox, an own number for buyer, receiver or payer, the account or the browser of its affiliate is their own purchase (`is_own_purchase`, which
 * compares by the SQL function `mailbox_of`; a test holds the two together).
 */
export function mailboxOf(email: string): string {
  const [name = '', domain = ''] = email.toLowerCase().split('@')
  const untagged = name.split('+')[0] || name
  return dotless.includes(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}

interface Party {
  name: string | null
  email: string | null
  address: string | null
}

/**
 * What of a buyer or receiver is like the affiliate without making it their own purchase: two people may have it, so it only marks the commission, for an
 * admin. Null if nothing is.
 */
export function likenessOf(buyer: Party & { receiver: string | null }, affiliate: Party): string | null {
  const isName = (name: string | null) => same(wordsOf(name).sort(), wordsOf(affiliate.name).sort())
  const addresses = [wordsOf(buyer.address), wordsOf(affiliate.address)] as const
  const alike = [
    (isName(buyer.name) || isName(buyer.receiver)) && 'name',
    // A town alone is the address of many.
    addresses[0].length > 2 && same(...addresses) && 'address',
    buyer.email && affiliate.email && same([boxName(buyer.email)], [boxName(affiliate.email)]) && 'e-mail at another provider',
  ].filter((each) => each)
  return alike.length > 0 ? `Like the affiliate: same ${alike.join(', ')}` : null
}

/** The name of a mailbox at any provider; dots are ignored, because a name may have them at one provider and not at another. */
const boxName = (email: string) => mailboxOf(email).split('@')[0]?.replaceAll('.', '') ?? ''

const wordsOf = (text: string | null) => (text ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const same = (one: readonly string[], other: readonly string[]) => one.length > 0 && one.join(' ') === other.join(' ')
