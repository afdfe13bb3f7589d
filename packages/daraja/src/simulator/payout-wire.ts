import { Hono } from 'hono'
import type { Disbursements } from './disbursements.ts'
import type { Faults } from './faults.ts'
import type { Inquiries } from './inquiries.ts'
import { answerError, reply, type WireContext } from './replies.ts'
import { type B2cPayment, readB2cPayment, readB2cPaymentV1, readStatusQuestion } from './requests.ts'
import type { Tokens } from './tokens.ts'
import { WireError } from './wire-errors.ts'

interface Parts {
  /** Shortcodes of the payout account, and of the account that customers pay to. */
  shortcode: string
  shopShortcode: string
  tokens: Tokens
  faults: Faults
  disbursements: Disbursements
  inquiries: Inquiries
}

const payments = { '/mpesa/b2c/v3/paymentrequest': readB2cPayment, '/mpesa/b2c/v1/paymentrequest': readB2cPaymentV1 }
const statusPath = '/mpesa/transactionstatus/v1/query'

/** Safaricom's side of payouts: paths, envelopes and texts of daraja §5 and §6. */
export function createPayoutWire({ shortcode, shopShortcode, tokens, faults, disbursements, inquiries }: Parts) {
  const wire = new Hono<{ Bindings: WireContext['env'] }>()
  wire.onError((cause, c) => answerError(c, cause))

  for (const [path, read] of Object.entries(payments)) {
    wire.post(path, async (c) => {
      tokens.check(c.req.header('authorization'))
      const payment: B2cPayment = await read(c.req.raw)
      checkParty(payment.PartyA, shortcode)
      return reply(c, faults.take('payout', payment.PartyB), async () => c.json(acceptance(await disbursements.accept(payment))))
    })
  }

  wire.post(statusPath, async (c) => {
    tokens.check(c.req.header('authorization'))
    const question = await readStatusQuestion(c.req.raw)
    checkParty(question.PartyA, shortcode, shopShortcode)
    return reply(c, faults.take('status', inquiries.subjectOf(question)?.phone), async () => c.json(acceptance(await inquiries.accept(question))))
  })

  for (const path of [...Object.keys(payments), statusPath]) wire.all(path, wrongMethod)
  return wire
}

function checkParty(partyA: string, ...own: string[]) {
  if (!own.includes(partyA)) throw new WireError('invalidField', { field: 'PartyA' })
}

function acceptance(ids: { conversationId: string; originatorConversationId: string }) {
  return {
    ConversationID: ids.conversationId,
    OriginatorConversationID: ids.originatorConversationId,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  }
}

function wrongMethod(): never {
  throw new WireError('wrongMethod')
}
