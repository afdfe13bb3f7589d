import { randomBytes } from 'node:crypto'
import { type Cents, toShillings } from '#domain/money.ts'
import { type DeclineReason, providerRefusals } from '#domain/payment.ts'
import type { PaymentOutcome, PaymentProvider, PayoutCallback, PayoutOutcome } from '#services/payments/payment-provider.ts'

/** How the till takes the next request. */
type Taking = 'busy' | 'refused' | 'wrong keys' | 'no answer'

interface Transfer {
  id: string
  notify: string
  cents: number
  state: string
  slip: string
}

/**
 * Stub Money: a provider that is nothing like M-Pesa. It keeps its book in memory, speaks in forms (`event=charge&state=settled&cents=…`), names amounts in
 * its query, and answers a question about a payout at once. What it tells the shop is in `sent`, in order.
 */
export function openStubMoney() {
  const charges = new Map<string, Transfer>()
  const transfers = new Map<string, Transfer>()
  const sent: { url: string; body: string }[] = []
  let next: Taking | null = null

  function take(book: Map<string, Transfer>, form: URLSearchParams, id: string): string | null {
    const taking = next
    next = null
    if (taking === 'busy') return 'no=E90&say=Come+again'
    if (taking === 'refused') return 'no=E10&say=No+such+wallet'
    if (taking === 'wrong keys') return 'no=E01&say=Who+are+you'
    if (book.has(id)) return 'no=E20&say=Had+before'
    const slip = `STB${randomBytes(4).toString('hex').toUpperCase()}`
    book.set(id, { id, notify: form.get('notify') as string, cents: Number(form.get('cents')), state: 'waiting', slip })
    // It did its work, and the line was cut.
    return taking === 'no answer' ? null : `yes=${id}`
  }

  /** The other side of the wire: one form in, one form out; null where the line is cut. */
  function ask(text: string): string | null {
    const form = new URLSearchParams(text)
    switch (form.get('do')) {
      case 'charge':
        return take(charges, form, `ST-${randomBytes(6).toString('hex')}`)
      case 'send':
        return take(transfers, form, form.get('ours') as string)
      case 'charge?':
        return tell('charge', charges.get(form.get('id') as string))
      default:
        return tell('send', transfers.get(form.get('id') as string))
    }
  }

  function settle(event: string, book: Map<string, Transfer>, id: string, state: string, cents?: Cents) {
    const transfer = book.get(id) as Transfer
    Object.assign(transfer, { state, cents: cents ?? transfer.cents })
    sent.push({ url: transfer.notify, body: tell(event, transfer) as string })
  }

  return {
    provider: stubProvider(ask),
    sent,
    takeNext: (taking: Taking) => {
      next = taking
    },
    charges: () => [...charges.values()],
    /** What the payer or the bank did: `settled`, `declined-3`, or whatever else. */
    settleCharge: (id: string, state: string, cents?: Cents) => settle('charge', charges, id, state, cents),
    settleTransfer: (id: string, state: string, cents?: Cents) => settle('send', transfers, id, state, cents),
  }
}

function tell(event: string, transfer: Transfer | undefined): string | null {
  if (!transfer) return 'no=E40&say=Not+in+the+book'
  const { id, state, cents, slip } = transfer
  return new URLSearchParams({ event, id, state, ...(state === 'settled' && { cents: String(cents), slip }) }).toString()
}

/** Its own codes of a payment that came to nothing. */
const declines: Record<string, { reason: DeclineReason; sentence: string }> = {
  'declined-1': { reason: 'low_balance', sentence: 'Your Stub wallet has too little in it. Fill it up, then try again.' },
  'declined-3': { reason: 'cancelled', sentence: 'You said no in your Stub wallet. Nothing was paid.' },
}

function stubProvider(ask: (text: string) => string | null): PaymentProvider {
  const call = (form: Record<string, string>) => {
    const reply = ask(new URLSearchParams(form).toString())
    if (reply === null) return { outcome: 'unknown', reason: 'cut' } as const
    const { yes, no, say } = Object.fromEntries(new URLSearchParams(reply))
    if (yes !== undefined) return { outcome: 'accepted', externalId: yes } as const
    // It has had this one: it may be made.
    if (no === 'E20') return { outcome: 'unknown', reason: 'had before' } as const
    return { outcome: 'refused', code: no ?? 'odd', message: say ?? '', busy: no === 'E90', credentials: no === 'E01', ours: no === 'E01' } as const
  }
  return {
    name: 'Stub Money',
    async request({ phone, amount, reference, callbackUrl }) {
      if (!Number.isInteger(toShillings(amount))) throw new RangeError('no whole shillings')
      const answer = call({ do: 'charge', phone, cents: String(amount), memo: reference, notify: callbackUrl })
      return answer.outcome === 'accepted' ? { ...answer, requestId: null } : answer
    },
    async query(id) {
      const fields = fieldsOf(ask(`do=charge?&id=${id}`) ?? '', 'charge')
      return fields ? chargeOutcome(fields) : { outcome: 'no_answer', reason: 'not in the book' }
    },
    listPaid: async () => null,
    readCallback(body) {
      const fields = fieldsOf(body, 'charge')
      return fields && { externalId: fields.id, phone: null, result: final(chargeOutcome(fields)) }
    },
    describe(code) {
      if (code === providerRefusals.forGood.code) return { sentence: 'Stub Money did not take this number.', reason: null }
      if (code === providerRefusals.forNow.code) return { sentence: 'Stub Money is busy. Wait a minute, then try again.', reason: null }
      if (code === providerRefusals.ours.code) return { sentence: 'Stub Money does not take the account of this shop.', reason: null }
      if (code === 'settled') return { sentence: 'Stub Money has your payment.', reason: null }
      return (Object.hasOwn(declines, code) && declines[code]) || { sentence: 'Stub Money has not reported the outcome yet.', reason: null }
    },
    acknowledgement: { heard: 'yes' },
    payouts: {
      request: async ({ payoutId, phone, amount, resultUrl }) =>
        call({ do: 'send', ours: payoutId, phone, cents: String(amount), notify: resultUrl }),
      async query(payoutId) {
        const found = payoutIn(ask(`do=send?&id=${payoutId}`) ?? '')
        return found ? { outcome: 'found', found } : { outcome: 'unknown', reason: 'not in the book' }
      },
    },
    readPayoutCallback: (body) => payoutIn(body),
    credentialWords: 'Stub Money does not know the shop’s keys.',
  }
}

type Fields = { id: string; state: string; cents?: string; slip?: string }

/** Null for what is no form of this event. */
function fieldsOf(body: string, event: string): Fields | null {
  const fields = Object.fromEntries(new URLSearchParams(body)) as Record<string, string>
  const { id, state } = fields
  return fields.event === event && id && state && /^[\w-]{1,40}$/.test(id) && /^[\w-]{1,40}$/.test(state) ? (fields as unknown as Fields) : null
}

function statementOf({ state, cents, slip }: Fields) {
  return { code: state, text: state, receipt: slip ?? null, amount: cents !== undefined && /^\d{1,9}$/.test(cents) ? Number(cents) : null }
}

function chargeOutcome(fields: Fields): PaymentOutcome {
  const decline = Object.hasOwn(declines, fields.state) && declines[fields.state]
  if (decline) return { ...statementOf(fields), outcome: 'failed', reason: decline.reason }
  const open = fields.state === 'waiting' ? 'pending' : 'unclear'
  return { ...statementOf(fields), outcome: fields.state === 'settled' ? 'paid' : open }
}

/** It notifies at the end of a charge. */
function final(said: PaymentOutcome): PaymentOutcome {
  return said.outcome === 'unclear' ? { ...said, outcome: 'failed', reason: 'declined' } : said
}

function payoutIn(body: string): PayoutCallback | null {
  const fields = fieldsOf(body, 'send')
  if (!fields) return null
  const said = statementOf(fields)
  const outcomes: Record<string, PayoutOutcome> = {
    settled: { ...said, outcome: 'paid' },
    waiting: { ...said, outcome: 'open' },
    'declined-7': { ...said, outcome: 'failed', sentence: 'Stub Money does not know this number' },
  }
  const result = (Object.hasOwn(outcomes, fields.state) && outcomes[fields.state]) || { ...said, outcome: 'unknown' as const }
  return { payoutId: fields.id, result, credentials: false }
}
