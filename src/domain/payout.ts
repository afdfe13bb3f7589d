import { type Cents, formatMoney, sum } from '#domain/money.ts'
import { formatDateTime } from '#domain/nairobi-time.ts'
import type { ProblemCode } from '#domain/problem.ts'

/** Every status of a payout with the wallet's label for it (decisions, Affiliates and wallet). */
export const payoutStatuses = {
  pending: { label: 'Pending', tone: 'amber', waiting: true },
  processing: { label: 'Approved', tone: 'lake', waiting: true },
  completed: { label: 'Paid', tone: 'leaf-solid', waiting: false },
  rejected: { label: 'Rejected', tone: 'bad', waiting: false },
  failed: { label: 'Rejected', tone: 'bad', waiting: false },
} as const
export type PayoutStatus = keyof typeof payoutStatuses

/** The statuses whose money is reserved; an affiliate has at most one such payout. */
export const openPayoutStatuses = ['pending', 'processing'] as const satisfies PayoutStatus[]
/** The statuses that reduce the balance: reserved or paid. */
export const countedPayoutStatuses = [...openPayoutStatuses, 'completed'] as const satisfies PayoutStatus[]

/** M-Pesa's own minimum and maximum for one payout (daraja §5). */
export const payoutMinimum: Cents = 10_00
export const payoutMaximum: Cents = 250_000_00
/** Maximum requests of one affiliate in 24 hours (promises §5): of those that count (`countedPayoutStatuses`), of all, and why one more is refused. */
export const [payoutsPerDay, payoutTriesPerDay] = [5, 20]
export const dayIsFull = `At most ${payoutsPerDay} payouts can be requested in 24 hours, or ${payoutTriesPerDay} with cancelled ones.`

/** The balance for payouts: approved and paid commissions minus open and completed payouts, clawbacks and debts of deleted accounts (`carried`). May be negative. */
export function availableBalance(books: {
  earned: Cents[]
  payouts: { status: PayoutStatus; amount: Cents }[]
  clawbacks: Cents[]
  carried?: Cents
}): Cents {
  const counted = books.payouts.filter(({ status }) => (countedPayoutStatuses as readonly PayoutStatus[]).includes(status))
  return sum(books.earned) - sum(counted.map(({ amount }) => amount)) - sum(books.clawbacks) - (books.carried ?? 0)
}

interface RequestedPayout {
  /** KSh, unvalidated. */
  amount: unknown
  /** Phone and name are undefined when they come later, by PATCH. */
  phone?: string | null | undefined
  name?: string | null | undefined
}

/** Why a payout cannot be requested, or null (spec §5, Payout). */
export function payoutRefusal(request: RequestedPayout, wallet: { available: Cents; hasOpen: boolean; minimum: Cents }): ProblemCode | null {
  if (wallet.hasOpen) return 'payout_open'
  if (request.amount === undefined || request.amount === null || request.amount === '') return 'payout_amount_missing'
  if (typeof request.amount !== 'number' || !Number.isFinite(request.amount)) return 'payout_amount_unclear'
  if (request.amount <= 0 || request.amount * 100 > wallet.available) return 'payout_invalid'
  const amount = payoutAmount(request.amount)
  if (amount === null) return 'payout_amount_cents'
  if (amount < wallet.minimum) return 'payout_too_small'
  if (amount > payoutMaximum) return 'payout_too_large'
  if ([request.phone, request.name].some((text) => text === null || text?.trim() === '')) return 'payout_details_missing'
  return null
}

/** Whole shillings above zero, or null: M-Pesa takes no cents. */
export function payoutAmount(amount: unknown): Cents | null {
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 && amount <= 10_000_000 ? amount * 100 : null
}

interface WalletState {
  available: Cents
  minimum: Cents
  carried: Cents
  /** When the limit of a day lets the next request through; null if it does now. */
  nextAt?: string | null
}

/** A sentence for the affiliate why no amount can be paid out now, or null when the form may be shown. */
export function closedWallet({ available, minimum, carried, nextAt = null }: WalletState): string | null {
  if (available < 0)
    return `${belowZeroReason({ available, carried })}, so your balance is ${formatMoney(-available)} below zero. The next commissions make up for it.`
  if (available < minimum)
    return `Payouts begin at ${formatMoney(minimum)}, and your balance is ${formatMoney(available)}. Commissions join it when they are approved.`
  return nextAt && `${dayIsFull} The next request is possible from ${formatDateTime(nextAt)} on.`
}

/** Why a balance is below zero, for the affiliate to read. `carried` is the debt of deleted accounts in it. */
export function belowZeroReason({ available, carried }: { available: Cents; carried: Cents }): string {
  if (carried === 0) return 'Orders you were paid for were cancelled'
  const debt = `An account of yours that was deleted owed ${formatMoney(carried)}`
  return available + carried < 0 ? `${debt}, and orders you were paid for were cancelled` : debt
}

/** The current state of a payout, for deciding what a report of M-Pesa or an admin's action does. */
export interface PayoutState {
  status: PayoutStatus
  amount: Cents
  receipt: string | null
  /** It waits in the admins' review queue. */
  isInReview: boolean
  /** M-Pesa paid money for it that is not recorded. */
  hasUnrecordedPayment: boolean
}

type PaidEffect =
  | { do: 'nothing' }
  | { do: 'record'; receipt: string }
  /** Its money is back in the balance: it is recorded if the balance still covers it; otherwise it is queued for review with the reason `otherwise`. */
  | { do: 'record late'; receipt: string; otherwise: string }
  /** An admin has to review it. `ask`: M-Pesa is queried as well. */
  | { do: 'review'; reason: string; ask: boolean }

/** What a report that M-Pesa paid does to a payout. `amount` and `receipt` are null where the report has none that can be read. */
export function paidEffect(payout: PayoutState, { receipt, amount }: { receipt: string | null; amount: Cents | null }): PaidEffect {
  const review = (reason: string, ask = false): PaidEffect => ({ do: 'review', reason, ask })
  const isOver = payout.status === 'failed' || payout.status === 'rejected'
  if (payout.status === 'completed')
    return receipt === null || receipt === payout.receipt ? { do: 'nothing' } : review(`M-Pesa names a second receipt: ${receipt}`)
  if (amount !== null && amount !== payout.amount)
    return review(`M-Pesa paid ${formatMoney(amount)}, not the amount of the payout${receipt ? `: ${receipt}` : ''}`)
  if (receipt === null) return review('M-Pesa says it paid, and names no receipt', payout.status === 'processing')
  if (!isOver) return { do: 'record', receipt }
  const before = payout.status === 'failed' ? 'had failed' : 'was rejected'
  return { do: 'record late', receipt, otherwise: `M-Pesa paid it after it ${before}, and its money is gone: ${receipt}` }
}

/** The facts that decide what an admin may do to a payout. */
type ReviewedPayout = Pick<PayoutState, 'status' | 'isInReview' | 'hasUnrecordedPayment'>

/** Seconds after signing in for which an affiliate need not give the password to be paid to another number. */
export const freshSignIn = 600

/**
 * Whether an admin may record that it was paid by hand. A payout that M-Pesa is processing only once it is in the review queue; a held one only after
 * its review. One that the affiliate or the shop cancelled (`isByAdmin` false) may have been paid by hand just before.
 */
export function mayBePaidByHand({
  status,
  isInReview,
  hasUnrecordedPayment,
  isHeld,
  isByAdmin,
}: ReviewedPayout & { isHeld: boolean; isByAdmin: boolean }): boolean {
  return (
    (status === 'pending' && !isHeld) ||
    (status === 'processing' && isInReview) ||
    (status === 'rejected' && !isByAdmin) ||
    (status !== 'completed' && hasUnrecordedPayment)
  )
}

/** Whether an admin may reject it: not while M-Pesa is processing it, nor after M-Pesa reported that it paid. */
export function mayBeRejected({ status, isInReview, hasUnrecordedPayment }: ReviewedPayout): boolean {
  return !hasUnrecordedPayment && (status === 'pending' || (status === 'processing' && isInReview))
}

/** The reason stored with a request that the affiliate cancelled. */
export const cancelledReason = 'Cancelled by you'

/** Why an affiliate can no longer cancel their request, as the end of a sentence; or null. */
export function cancellationRefusal({
  status,
  isExported,
  hasUnrecordedPayment,
}: Pick<PayoutState, 'status' | 'hasUnrecordedPayment'> & { isExported: boolean }) {
  if (status === 'completed') return 'it was paid.'
  if (status === 'processing') return 'it is on its way by M-Pesa.'
  if (status === 'failed') return 'it could not be paid, and its money is back in your balance.'
  return isExported || hasUnrecordedPayment ? 'we are paying it.' : null
}

/** Seconds that M-Pesa has to answer the last query about a payout, before an admin may reject it. */
export const lastQueryWait = 600

interface UnpaidCommission {
  id: string
  /** The part that payouts have not paid yet. */
  left: Cents
  isClawedBack: boolean
}

/**
 * Which commissions a payout pays: the oldest first, clawed-back ones last; `commissions` must be sorted oldest first. The parts sum to the amount;
 * `isCovered` is true when the commission is then paid in full. Throws when the commissions do not cover the amount: the books are inconsistent.
 */
export function allocate(amount: Cents, commissions: UnpaidCommission[]): { id: string; amount: Cents; isCovered: boolean }[] {
  const parts: { id: string; amount: Cents; isCovered: boolean }[] = []
  let left = amount
  for (const commission of [...commissions.filter((each) => !each.isClawedBack), ...commissions.filter((each) => each.isClawedBack)]) {
    const part = Math.min(left, commission.left)
    if (part <= 0) continue
    parts.push({ id: commission.id, amount: part, isCovered: part === commission.left })
    left -= part
  }
  if (left > 0) throw new Error(`the commissions do not cover a payout: ${left} cents are missing`)
  return parts
}

const minute = 60
const hour = 60 * minute
/** Seconds until M-Pesa is queried about a processing payout again, by the number of queries; null when it goes to the review queue. */
export function nextPayoutQueryAfter(looks: number): number | null {
  return payoutQuerySchedule[looks] ?? null
}
const payoutQuerySchedule = [minute, 2 * minute, 5 * minute, 15 * minute, ...Array<number>(24).fill(hour)]
