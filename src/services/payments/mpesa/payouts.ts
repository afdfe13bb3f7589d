import { maskPhone } from '#domain/phone.ts'
import type { PayoutAnswer, PayoutSettings, Payouts } from './mpesa.ts'
import type { Reply } from './mpesa-answers.ts'
import { readPayoutAnswer } from './payout-answers.ts'
import { checkPayoutSettings, payoutBody, questionBody } from './payout-bodies.ts'

interface Line {
  /** One request with a good token, sent once more only where M-Pesa did not act on the first. */
  ask(path: string, body: object): Promise<Reply>
  log(event: Record<string, unknown>): void
}

/** Payouts over the wire. Throws RangeError for settings with which none could work. */
export function createPayouts(settings: PayoutSettings, { ask, log }: Line): Payouts {
  checkPayoutSettings(settings)

  async function send(event: string, path: string, body: object, payoutId: string | null, more: object): Promise<PayoutAnswer> {
    const begun = performance.now()
    const answer = readPayoutAnswer(await ask(path, body), payoutId)
    log({ event, ...outcomeOf(answer), ms: Math.round(performance.now() - begun), ...more })
    return answer
  }

  return {
    requestPayout: async (payout) =>
      send('mpesa payout', '/mpesa/b2c/v3/paymentrequest', payoutBody(settings, payout), payout.payoutId, { phone: maskPhone(payout.phone) }),
    queryTransaction: async (question) =>
      send('mpesa payout question', '/mpesa/transactionstatus/v1/query', questionBody(settings, question), null, {}),
  }
}

/** The part of an answer that may be logged: the code, never the words around it. */
function outcomeOf(answer: PayoutAnswer): Record<string, unknown> {
  switch (answer.outcome) {
    case 'accepted':
      return { outcome: answer.outcome }
    case 'refused':
      return { outcome: answer.outcome, code: answer.code, busy: answer.busy, credentials: answer.credentials }
    case 'unknown':
      return { outcome: answer.outcome, reason: answer.reason }
  }
}
