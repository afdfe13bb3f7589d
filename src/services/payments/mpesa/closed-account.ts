import type { PaymentProvider } from '#services/payments/payment-provider.ts'
import { mpesaProvider } from './mpesa-provider.ts'
import { closedCode } from './payment-outcomes.ts'

/** M-Pesa where the shop has no account that it can use: it refuses prompts for now, learns nothing by asking, and reads what M-Pesa sends as ever. */
export const closedAccount: PaymentProvider = mpesaProvider({
  requestPrompt: async () => ({ outcome: 'refused', code: closedCode, message: 'The shop has no M-Pesa account that it can use', busy: true }),
  queryPrompt: async () => ({ outcome: 'no_answer', reason: 'no account to ask with' }),
  listPaid: async () => null,
  payouts: null,
})
