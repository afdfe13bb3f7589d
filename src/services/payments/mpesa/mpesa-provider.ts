import type { PaymentProvider, PayoutCallback } from '#services/payments/payment-provider.ts'
import { callbackAnswer, readStkCallback } from './callback.ts'
import type { Mpesa } from './mpesa.ts'
import { describePaymentOutcome, paymentOutcome } from './payment-outcomes.ts'
import { payoutOutcome, statusOutcome } from './payout-outcomes.ts'
import { readPayoutResult, readTransactionStatus } from './payout-result.ts'

/** M-Pesa as a PaymentProvider, in the shop's words. */
export function mpesaProvider(mpesa: Mpesa): PaymentProvider {
  const { payouts } = mpesa
  return {
    name: 'M-Pesa',
    async request(payment) {
      const answer = await mpesa.requestPrompt(payment)
      if (answer.outcome !== 'accepted') return answer
      return { outcome: 'accepted', externalId: answer.checkoutRequestId, requestId: answer.merchantRequestId }
    },
    async query(checkoutRequestId) {
      const answer = await mpesa.queryPrompt(checkoutRequestId)
      // The answer to a query names neither receipt nor amount (daraja §3).
      return answer.outcome === 'answered'
        ? paymentOutcome({ code: answer.resultCode, text: answer.resultDesc, receipt: null, amount: null }, { isFinal: false })
        : answer
    },
    listPaid: (since) => mpesa.listPaid(since),
    readCallback(body) {
      const callback = readStkCallback(body)
      if (!callback) return null
      const { checkoutRequestId, resultCode, resultDesc, receipt, amount, phone } = callback
      return {
        externalId: checkoutRequestId,
        phone,
        result: paymentOutcome({ code: resultCode, text: resultDesc, receipt, amount }, { isFinal: true }),
      }
    },
    describe: describePaymentOutcome,
    acknowledgement: callbackAnswer,
    payouts: payouts && {
      async request(payout) {
        const answer = await payouts.requestPayout(payout)
        return answer.outcome === 'accepted' ? { outcome: 'accepted', externalId: answer.conversationId } : answer
      },
      async query(payoutId, callbackUrl) {
        const answer = await payouts.queryTransaction({ originatorConversationId: payoutId, resultUrl: callbackUrl, timeoutUrl: callbackUrl })
        return answer.outcome === 'accepted' ? { outcome: 'accepted', externalId: answer.conversationId } : answer
      },
    },
    readPayoutCallback: (body, address) => (address === 'result' ? resultIn(body) : statusIn(body)),
    credentialWords: 'M-Pesa does not take the initiator’s name, password or certificate.',
  }
}

function resultIn(body: string): PayoutCallback | null {
  const result = readPayoutResult(body)
  if (!result) return null
  const { originatorConversationId, resultCode, resultDesc, receipt, amount } = result
  return {
    payoutId: originatorConversationId || null,
    result: payoutOutcome({ code: resultCode, text: resultDesc, receipt, amount }),
    credentials: false,
  }
}

/** The answer to a query: a failed query proves nothing about the payout (daraja §6). */
function statusIn(body: string): PayoutCallback | null {
  const status = readTransactionStatus(body)
  if (!status) return null
  return {
    payoutId: status.originatorConversationId || null,
    result: statusOutcome(status),
    credentials: ['2001', '8006'].includes(status.resultCode),
  }
}
