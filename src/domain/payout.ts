import { type Cents, formatMoney, sum } from '#domain/money.ts'
import type { ProblemCode } from '#domain/problem.ts'

/** Every status of a payout with the wallet's own words for it (decisions, Affiliates and wallet). */
export const payoutStatuses = {
  pending: { label: 'Pending', tone: 'amber', waiting: true },
  processing: { label: 'Approved', tone: 'lake', waiting: true },
  completed: { label: 'Paid', tone: 'leaf-x', waiting: false },
  rejected: { label: 'Rejected', tone: 'bad', waiting: false },
  failed: { label: 'Rejected', tone: 'bad', waiting: false },
} as const
export type PayoutStatus = keyof typeof payoutStatuses

/** Its money is reserved; an affiliate has at most one such payout. */
export const openPayoutStatuses = ['pending', 'processing'] as const satisfies PayoutStatus[]
/** Its money is reserved or gone: it lessens the balance. */
export const countedPayoutStatuses = [...openPayoutStatuses, 'completed'] as const satisfies PayoutStatus[]

/** M-Pesa's own minimum and maximum for one payout (daraja §5). */
export const payoutMinimum: Cents = 10_00
export const payoutMaximum: Cents = 250_000_00
/** Requests of one affiliate in a day (promises §5). */
export const payoutsPerDay = 5

/** What payouts may be paid of: approved and paid commissions, less open and completed payouts, less clawbacks, less debts of deleted accounts. May be negative, never payable. */
export function availableBalance(books: {
  earned: Cents[]
  payouts: { status: PayoutStatus; amount: Cents }[]
  clawbacks: Cents[]
  carried?: Cents
}): Cents {
  const counted = books.payouts.filter(({ status }) => (countedPayoutStatuses as readonly PayoutStatus[]).includes(status))
  return sum(books.earned) - sum(counted.map(({ amount }) => amount)) - sum(books.clawbacks) - (books.carried ?? 0)
}

export interface PayoutRequest {
  /** KSh as somebody wrote them. */
  amount: unknown
  /** Undefined when they come later, by PATCH. */
  phone?: string | null | undefined
  name?: string | null | undefined
}

/** Why a payout cannot be requested, or null (spec §5, Payout). */
export function payoutRefusal(request: PayoutRequest, wallet: { available: Cents; hasOpen: boolean; minimum: Cents }): ProblemCode | null {
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

/** Why no payout can be requested whatever the amount, in a sentence for the affiliate, or null: then the form is open. */
export function closedWallet({ available, minimum, carried }: { available: Cents; minimum: Cents; carried: Cents }): string | null {
  if (available < 0)
    return `${belowZeroReason({ available, carried })}, so your balance is ${formatMoney(-available)} below zero. The next commissions make up for it.`
  if (available < minimum)
    return `Payouts begin at ${formatMoney(minimum)}, and your balance is ${formatMoney(available)}. Commissions join it when they are approved.`
  return null
}

/** Why a balance is below zero. `carried` is the debt of deleted accounts in it. */
export function belowZeroReason({ available, carried }: { available: Cents; carried: Cents }): string {
  if (carried === 0) return 'Orders you were paid for were cancelled'
  const debt = `An account of yours that was deleted owed ${formatMoney(carried)}`
  return available + carried < 0 ? `${debt}, and orders you were paid for were cancelled` : debt
}

/** A payout as it stands when M-Pesa or a person says something of it. */
export interface StandingPayout {
  status: PayoutStatus
  amount: Cents
  receipt: string | null
  /** It lies on a person's desk. */
  isOnDesk: boolean
  /** Money was paid for it that the books do not hold. */
  isUnbooked: boolean
}

export type PaidEffect =
  | { do: 'nothing' }
  | { do: 'record'; receipt: string }
  /** Its money went back into the balance: it is written down if the balance still holds it, and lies on the desk for this reason otherwise. */
  | { do: 'record late'; receipt: string; otherwise: string }
  /** A person has to look. `ask`: M-Pesa may know more. */
  | { do: 'desk'; reason: string; ask: boolean }

/** What it does when M-Pesa says that it paid. `amount` is null where M-Pesa names none, `receipt` where it names none that can be read. */
export function paidEffect(payout: StandingPayout, { receipt, amount }: { receipt: string | null; amount: Cents | null }): PaidEffect {
  const desk = (reason: string, ask = false): PaidEffect => ({ do: 'desk', reason, ask })
  const isOver = payout.status === 'failed' || payout.status === 'rejected'
  if (payout.status === 'completed')
    return receipt === null || receipt === payout.receipt ? { do: 'nothing' } : desk(`M-Pesa names a second receipt: ${receipt}`)
  if (amount !== null && amount !== payout.amount)
    return desk(`M-Pesa paid ${formatMoney(amount)}, not the amount of the payout${receipt ? `: ${receipt}` : ''}`)
  if (receipt === null) return desk('M-Pesa says it paid, and names no receipt', payout.status === 'processing')
  if (!isOver) return { do: 'record', receipt }
  const before = payout.status === 'failed' ? 'had failed' : 'was rejected'
  return { do: 'record late', receipt, otherwise: `M-Pesa paid it after it ${before}, and its money is gone: ${receipt}` }
}

/** What decides what a person may do. */
type AtDesk = Pick<StandingPayout, 'status' | 'isOnDesk' | 'isUnbooked'>

/** Seconds after signing in for which an affiliate need not give the password to be paid to another number. */
export const freshSignIn = 600

/**
 * Whether a person may write down that it was paid: what M-Pesa is paying is left to M-Pesa until it has been silent for so long that a person looks, and a
 * held one is looked at first. What its affiliate or the shop took back (`isByAdmin` false) may have been paid by hand just before.
 */
export function mayBePaidByHand({ status, isOnDesk, isUnbooked, isHeld, isByAdmin }: AtDesk & { isHeld: boolean; isByAdmin: boolean }): boolean {
  return (
    (status === 'pending' && !isHeld) ||
    (status === 'processing' && isOnDesk) ||
    (status === 'rejected' && !isByAdmin) ||
    (status !== 'completed' && isUnbooked)
  )
}

/** Whether a person may reject it: not while M-Pesa is paying it, nor when M-Pesa says that it did. */
export function mayBeRejected({ status, isOnDesk, isUnbooked }: AtDesk): boolean {
  return !isUnbooked && (status === 'pending' || (status === 'processing' && isOnDesk))
}

/** The reason that stands in a request that its own affiliate cancelled. */
export const cancelledReason = 'Cancelled by you'

/** Why an affiliate can no longer cancel a request of their own, because it may be being paid already; or null. */
export function cancellationRefusal({ status, isExported, isUnbooked }: Pick<StandingPayout, 'status' | 'isUnbooked'> & { isExported: boolean }) {
  if (status === 'completed') return 'it was paid.'
  if (status === 'processing') return 'it is on its way by M-Pesa.'
  if (status === 'failed') return 'it could not be paid, and its money is back in your balance.'
  return isExported || isUnbooked ? 'we are paying it.' : null
}

/** Seconds that M-Pesa has for its answer to the last question about a payout, before a person may reject it. */
export const lastLookWait = 600

export interface UnpaidCommission {
  id: string
  /** What payouts have not paid of it yet. */
  left: Cents
  isClawedBack: boolean
}

/**
 * Which commissions a payout pays, the oldest first, those that were taken back last of all; `commissions` come oldest first. The parts sum to the
 * payout; `isCovered` says that nothing is left of the commission. Throws when they do not reach: then the books are broken and nothing may be paid.
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
/** Seconds after which a payout on its way is looked up, by how often it was; past the last one a person looks. */
export function nextLookAfter(looks: number): number | null {
  return lookSchedule[looks] ?? null
}
const lookSchedule = [minute, 2 * minute, 5 * minute, 15 * minute, ...Array<number>(24).fill(hour)]
