import { maskPhone } from '#domain/phone.ts'
import type { Sms, SmsSettings } from '#services/sms/sms.ts'
import { readAnswer } from '#services/sms/sms-answers.ts'
import { exchange } from '#services/wire.ts'

interface Options {
  /** Gets outcomes, codes, durations and masked phones; never a key or a message's text. */
  log?: (event: Record<string, unknown>) => void
  /** Timeouts in milliseconds: for connecting, and for the whole request (promises §5). */
  connectTimeoutMs?: number
  totalTimeoutMs?: number
}

/** SMS through Africa's Talking: `POST /version1/messaging`. Sends each once, without retries; the caller decides about those. */
export function createAfricasTalking(settings: SmsSettings, { log = () => {}, connectTimeoutMs = 3000, totalTimeoutMs = 15_000 }: Options = {}): Sms {
  return {
    async send({ to, text }) {
      const begun = performance.now()
      const outgoing = {
        method: 'POST' as const,
        url: `${settings.baseUrl}/version1/messaging`,
        headers: { apiKey: settings.apiKey, Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ username: settings.username, to: `+${to}`, message: text, from: settings.senderId })),
      }
      const answer = readAnswer(await exchange(outgoing, connectTimeoutMs, AbortSignal.timeout(totalTimeoutMs)))
      const ms = Math.round(performance.now() - begun)
      log({ event: 'sms', outcome: answer.outcome, ...('code' in answer && { code: answer.code }), ms, to: maskPhone(to) })
      return answer
    },
  }
}
