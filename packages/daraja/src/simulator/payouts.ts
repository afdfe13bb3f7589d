import type { BookEntry, EntryOf } from './book.ts'

/** A payment from the shop to a phone; open until it has a result. */
export interface Payout extends Omit<EntryOf<'payout'>, 'kind'> {
  result?: PayoutOutcome
  notices: { what: 'result' | 'timeout'; outcome: 'answered' | 'unanswered' | 'dropped'; status?: number }[]
}

export interface PayoutOutcome {
  code: string
  at: string
  transactionId: string
}

/** The payouts in memory, built only from the book's entries. */
export interface Payouts {
  apply(entry: BookEntry): void
  /** By the shop's id. */
  find(originatorConversationId: string): Payout | undefined
  /** By the TransactionID of its result, which failures have as well. */
  findByTransaction(transactionId: string): Payout | undefined
  /** Oldest first. */
  list(phone?: string): Payout[]
  transactionIds(): string[]
  /** Balance of the payout account, in whole KSh. */
  funds(): number
}

export function readPayouts(entries: BookEntry[], openingFunds: number): Payouts {
  const payouts = new Map<string, Payout>()
  const byOurId = new Map<string, Payout>()
  let funds = openingFunds

  function apply(entry: BookEntry) {
    switch (entry.kind) {
      case 'payout':
        return add(entry)
      case 'payoutResult':
        return settle(known(entry), { code: entry.code, at: entry.at, transactionId: entry.transactionId })
      case 'payoutNotice':
        return void known(entry).notices.push({ what: entry.what, outcome: entry.outcome, status: entry.status })
      case 'funds':
        funds = entry.amount
    }
  }

  function add({ kind: _, ...facts }: EntryOf<'payout'>) {
    const payout: Payout = { ...facts, notices: [] }
    payouts.set(payout.originatorConversationId, payout)
    byOurId.set(payout.conversationId, payout)
  }

  function settle(payout: Payout, result: PayoutOutcome) {
    payout.result = result
    if (result.code === '0') funds -= payout.amount
  }

  function known({ kind, conversationId }: { kind: string; conversationId: string }): Payout {
    const payout = byOurId.get(conversationId)
    if (!payout) throw new Error(`the book has a ${kind} for ${conversationId}, but no payout`)
    return payout
  }

  for (const entry of entries) apply(entry)
  const list = () => [...payouts.values()]
  return {
    apply,
    find: (id) => payouts.get(id),
    findByTransaction: (transactionId) => list().find(({ result }) => result?.transactionId === transactionId),
    list: (phone) => list().filter((payout) => phone === undefined || payout.phone === phone),
    transactionIds: () => list().flatMap(({ result }) => result?.transactionId ?? []),
    funds: () => funds,
  }
}

export function payoutState({ result }: Payout): 'open' | 'paid' | 'failed' {
  if (!result) return 'open'
  return result.code === '0' ? 'paid' : 'failed'
}

export function receiptOf({ result }: Payout): string | null {
  return result?.code === '0' ? result.transactionId : null
}
