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

/** What payouts may be paid of: approved and paid commissions, less open and completed payouts, less clawbacks. May be negative, never payable. */
export function availableBalance(books: { earned: Cents[]; payouts: { status: PayoutStatus; amount: Cents }[]; clawbacks: Cents[] }): Cents {
  const counted = books.payouts.filter(({ status }) => (countedPayoutStatuses as readonly PayoutStatus[]).includes(status))
  return sum(books.earned) - sum(counted.map(({ amount }) => amount)) - sum(books.clawbacks)
}

export interface PayoutWish {
  /** KSh as somebody wrote them. */
  amount: unknown
  /** Undefined when they come later, by PATCH. */
  phone?: string | null | undefined
  name?: string | null | undefined
}

/** Why a payout cannot be requested, or null: the form's check and the verb's (spec §5, Payout). */
export function payoutRefusal(wish: PayoutWish, wallet: { available: Cents; hasOpen: boolean; minimum: Cents }): ProblemCode | null {
  if (wallet.hasOpen) return 'payout_open'
  const amount = wishedCents(wish.amount)
  if (amount === null || amount > wallet.available) return 'payout_invalid'
  if (amount < wallet.minimum) return 'payout_too_small'
  if (amount > payoutMaximum) return 'payout_too_large'
  if ([wish.phone, wish.name].some((text) => text === null || text?.trim() === '')) return 'payout_details_missing'
  return null
}

/** Whole shillings above zero, or null: M-Pesa takes no cents. */
export function wishedCents(amount: unknown): Cents | null {
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 && amount <= 10_000_000 ? amount * 100 : null
}

/**
 * KSh as people write them: `7000`, `7,000`, `7 000`, `7,000.00`. Null for anything that could be read in two ways, such as `10.000`, and for cents:
 * M-Pesa takes none.
 */
export function readShillings(text: string): number | null {
  const match = /^(\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:\s\d{3})+)(?:\.00?)?$/.exec(text.trim())
  return match ? Number((match[1] as string).replace(/\D/g, '')) : null
}

/** A payout as it stands when M-Pesa or a person says something of it. */
export interface StandingPayout {
  status: PayoutStatus
  amount: Cents
  receipt: string | null
  /** It lies on a person's desk. */
  isOnDesk: boolean
  /** M-Pesa has told of money for it that the books do not hold. */
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

/** Whether a person may write down that it was paid: what M-Pesa is paying is left to M-Pesa until it has been silent for so long that a person looks. */
export function mayBePaidByHand({ status, isOnDesk, isUnbooked }: AtDesk): boolean {
  return status === 'pending' || (status === 'processing' && isOnDesk) || (status !== 'completed' && isUnbooked)
}

/** Whether a person may reject it: not while M-Pesa is paying it, nor when M-Pesa says that it did. */
export function mayBeRejected({ status, isOnDesk, isUnbooked }: AtDesk): boolean {
  return !isUnbooked && (status === 'pending' || (status === 'processing' && isOnDesk))
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

/** What a ResultCode of a payout means: what the affiliate reads, and, where nothing else will work either, why all payouts stop (daraja §5). */
export interface PayoutOutcome {
  outcome: 'paid' | 'failed' | 'unknown'
  sentence: string
  stops?: string
}

const ours = 'M-Pesa could not make the payment from our account'
const number = 'M-Pesa does not know this number. Ask for a new payout to another one'
const outcomes: Record<string, PayoutOutcome> = {
  '0': { outcome: 'paid', sentence: 'Paid' },
  '1': { outcome: 'failed', sentence: ours, stops: 'the payout account has not enough money in its utility account.' },
  '2': { outcome: 'failed', sentence: 'The amount is below what M-Pesa pays out' },
  '3': { outcome: 'failed', sentence: 'The amount is above what M-Pesa pays out at once' },
  '4': { outcome: 'failed', sentence: 'This payment would pass your M-Pesa limit for today. Ask again tomorrow' },
  '8': { outcome: 'failed', sentence: 'This payment would pass the highest balance of your M-Pesa account. Ask again later' },
  '11': { outcome: 'failed', sentence: ours, stops: 'the payout account is not active.' },
  '17': { outcome: 'failed', sentence: 'M-Pesa could not make the payment. Ask again later' },
  '18': { outcome: 'failed', sentence: ours, stops: 'M-Pesa does not take the initiator’s credential.' },
  '20': { outcome: 'failed', sentence: ours, stops: 'M-Pesa does not know the initiator.' },
  '21': { outcome: 'failed', sentence: ours, stops: 'the initiator may not make payouts.' },
  '22': { outcome: 'failed', sentence: ours, stops: 'the initiator may not make payouts.' },
  '26': { outcome: 'failed', sentence: 'M-Pesa was too busy. Ask again in a few minutes' },
  '2001': { outcome: 'failed', sentence: ours, stops: 'M-Pesa does not take the initiator’s name, password or certificate.' },
  '2006': { outcome: 'failed', sentence: ours, stops: 'the payout account is not active.' },
  '2028': { outcome: 'failed', sentence: ours, stops: 'the shortcode may not make payouts.' },
  '2040': { outcome: 'failed', sentence: number },
  SFC_IC0003: { outcome: 'failed', sentence: number },
  '8006': { outcome: 'failed', sentence: ours, stops: 'the initiator is locked.' },
}

/** A code that no list names proves nothing: the payout is looked up, and ends on a person's desk. Its money stays reserved. */
export function payoutOutcome(code: string): PayoutOutcome {
  return (Object.hasOwn(outcomes, code) && outcomes[code]) || { outcome: 'unknown', sentence: 'M-Pesa has not told the outcome yet' }
}

const minute = 60
const hour = 60 * minute
/** Seconds after which a payout on its way is looked up, by how often it was; past the last one a person looks. */
export function nextLookAfter(looks: number): number | null {
  return lookSchedule[looks] ?? null
}
const lookSchedule = [minute, 2 * minute, 5 * minute, 15 * minute, ...Array<number>(24).fill(hour)]
