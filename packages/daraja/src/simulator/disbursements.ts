import { randomBytes, randomInt } from 'node:crypto'
import type { Book, BookEntry } from './book.ts'
import type { Delivery } from './delivery.ts'
import type { FaultAt, Faults } from './faults.ts'
import type { Initiator } from './initiator.ts'
import { wireStamp } from './nairobi-time.ts'
import { payoutResultBody, timeoutBody } from './payout-notices.ts'
import type { Payout, Payouts } from './payouts.ts'
import type { B2cPayment } from './requests.ts'
import { WireError } from './wire-errors.ts'

/** Processes a payout from its acceptance to its result. Every fact is synced to disk before it is reported or acted on. */
export interface Disbursements {
  /** Throws a refusal for a duplicate OriginatorConversationID. A payment without one gets one. */
  accept(payment: B2cPayment): Promise<Payout>
  /** Sets the account's balance, in whole KSh. */
  setFunds(amount: number): Promise<void>
}

interface Parts {
  book: Book
  payouts: Payouts
  faults: Faults
  delivery: Delivery
  initiator: Initiator
  newReceipt: (at: Date) => string
  now: () => Date
}

/** M-Pesa's minimum payout in whole KSh (daraja §5). */
const minPayout = 10

export function createDisbursements({ book, payouts, faults, delivery, initiator, newReceipt, now }: Parts): Disbursements {
  const arriving = new Set<string>()
  /** Money of payouts whose entry is being written. */
  let leaving = 0

  // Payouts accepted before a kill are still made.
  for (const payout of payouts.list()) if (!payout.result) delivery.follow(carry(payout))

  async function accept(payment: B2cPayment): Promise<Payout> {
    const id = payment.OriginatorConversationID ?? unusedId()
    if (arriving.has(id) || payouts.find(id)) throw new WireError('duplicate')
    arriving.add(id)
    try {
      const verdict = await initiator.judge(payment.InitiatorName, payment.SecurityCredential)
      await record(newPayout(payment, id, verdict))
      const payout = payouts.find(id)!
      delivery.follow(carry(payout, faults.take('payoutResult', payout.phone)))
      return payout
    } finally {
      arriving.delete(id)
    }
  }

  async function carry(payout: Payout, fault?: FaultAt<'payoutResult'>) {
    if (fault?.timeout) await tell(payout, 'timeout', timeoutBody(payout), false)
    await delivery.pause(fault?.afterMs ?? 0)
    if (delivery.isStopping() || fault?.never) return
    await settle(payout, fault?.code ?? ruling(payout))
    await delivery.pause(fault?.delayMs ?? 0)
    if (delivery.isStopping()) return
    const body = payoutResultBody(payout, payouts.funds(), fault)
    const copies = Array.from({ length: fault?.copies ?? 1 }, () => tell(payout, 'result', body, fault?.drop ?? false))
    await Promise.all(copies)
  }

  /** The result code by M-Pesa's own rules. */
  function ruling({ verdict, amount }: Payout): string {
    if (verdict) return verdict
    if (amount < minPayout) return '2'
    return amount > payouts.funds() - leaving ? '1' : '0'
  }

  async function settle(payout: Payout, code: string) {
    const at = now()
    const leaves = code === '0' ? payout.amount : 0
    leaving += leaves
    await record({ kind: 'payoutResult', at: at.toISOString(), conversationId: payout.conversationId, code, transactionId: newReceipt(at) })
    leaving -= leaves
  }

  async function tell(payout: Payout, what: 'result' | 'timeout', body: string, drop: boolean) {
    const url = what === 'result' ? payout.resultUrl : payout.timeoutUrl
    const told = drop ? ({ outcome: 'dropped' } as const) : await delivery.post(url, payout.shortcode, body)
    await record({ kind: 'payoutNotice', at: now().toISOString(), conversationId: payout.conversationId, what, ...told })
  }

  async function record(entry: BookEntry) {
    await book.append(entry)
    payouts.apply(entry)
  }

  function unusedId(): string {
    const id = originatorConversationId()
    return arriving.has(id) || payouts.find(id) ? unusedId() : id
  }

  function newPayout(payment: B2cPayment, id: string, verdict: string | undefined): BookEntry {
    const at = now()
    return {
      kind: 'payout',
      at: at.toISOString(),
      conversationId: conversationId(at),
      originatorConversationId: id,
      phone: payment.PartyB,
      amount: payment.Amount,
      remarks: payment.Remarks,
      occasion: payment.Occassion,
      shortcode: payment.PartyA,
      resultUrl: payment.ResultURL,
      timeoutUrl: payment.QueueTimeOutURL,
      verdict,
    }
  }

  return { accept, setFunds: (amount) => record({ kind: 'funds', at: now().toISOString(), amount }) }
}

/** `AG_20261120_000066640d277b9e519e`. */
export function conversationId(at: Date): string {
  return `AG_${wireStamp(at).slice(0, 8)}_${randomBytes(10).toString('hex')}`
}

/** `16740-34861180-1`: for a request without one. */
export function originatorConversationId(): string {
  return `${randomInt(1000, 100_000)}-${randomInt(1e6, 1e8)}-1`
}
