import {
  callbackAnswer,
  createDaraja,
  type DarajaSettings,
  type Mpesa,
  readPayoutResult,
  readStkCallback,
  readTransactionStatus,
} from '@viatu/daraja'
import type { PaymentProvider, PayoutCallback } from '#services/payments/payment-provider.ts'
import type { PaymentAccount } from '#services/payments/providers.ts'
import { closedCode, explainOutcome, paymentOutcome, payoutOutcome, statusOutcome } from './mpesa-outcomes.ts'

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
    describe: explainOutcome,
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

/** The shop's account with Safaricom, or with the simulator. */
export function mpesaAccount({ callbackBaseUrl, ...settings }: DarajaSettings & { callbackBaseUrl: string }): PaymentAccount {
  const { baseUrl, shortcode } = settings
  return {
    name: 'M-Pesa',
    settings,
    callbackBaseUrl,
    fact: `${baseUrl}, shortcode ${shortcode}`,
    unready: [
      ...(baseUrl.startsWith('https://') ? [] : ['MPESA_BASE_URL should begin with https://']),
      ...(callbackBaseUrl.startsWith('https://') ? [] : ['MPESA_CALLBACK_BASE_URL should begin with https://']),
    ],
    open: (tools) => mpesaProvider(createDaraja(settings, tools)),
  }
}

/** M-Pesa where the shop has no account that it can use: it refuses prompts for now, learns nothing by asking, and reads what M-Pesa sends as ever. */
export const closedAccount: PaymentProvider = mpesaProvider({
  requestPrompt: async () => ({ outcome: 'refused', code: closedCode, message: 'The shop has no M-Pesa account that it can use', busy: true }),
  queryPrompt: async () => ({ outcome: 'no_answer', reason: 'no account to ask with' }),
  listPaid: async () => null,
  payouts: null,
})
