import { Hono } from 'hono'
import type { Disbursements } from './disbursements.ts'
import type { Faults } from './faults.ts'
import type { Inquiries } from './inquiries.ts'
import type { Payouts } from './payouts.ts'
import { answerError, reply, type WireContext } from './replies.ts'
import { readB2cPayment, readStatusQuestion } from './requests.ts'
import type { Tokens } from './tokens.ts'
import { WireError } from './wire-errors.ts'

interface Parts {
  shortcode: string
  tokens: Tokens
  faults: Faults
  payouts: Payouts
  disbursements: Disbursements
  inquiries: Inquiries
}

const paths = { payment: '/mpesa/b2c/v3/paymentrequest', status: '/mpesa/transactionstatus/v1/query' }

/** Safaricom's side of payouts: paths, envelopes and texts of daraja §5 and §6. */
export function createPayoutWire({ shortcode, tokens, faults, payouts, disbursements, inquiries }: Parts) {
  const wire = new Hono<{ Bindings: WireContext['env'] }>()
  wire.onError((cause, c) => answerError(c, cause))

  wire.post(paths.payment, async (c) => {
    tokens.check(c.req.header('authorization'))
    const payment = await readB2cPayment(c.req.raw)
    checkPayer(payment.PartyA)
    return reply(c, faults.take('payout', payment.PartyB), async () => c.json(acceptance(await disbursements.accept(payment))))
  })

  wire.post(paths.status, async (c) => {
    tokens.check(c.req.header('authorization'))
    const question = await readStatusQuestion(c.req.raw)
    checkPayer(question.PartyA)
    const payout = payouts.find(question.OriginalConversationID ?? '') ?? payouts.findByReceipt(question.TransactionID ?? '')
    return reply(c, faults.take('status', payout?.phone), async () => c.json(acceptance(await inquiries.accept(question))))
  })

  wire.all(paths.payment, wrongMethod).all(paths.status, wrongMethod)
  return wire

  function checkPayer(partyA: string) {
    if (partyA !== shortcode) throw new WireError('invalidField', { field: 'PartyA' })
  }
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
