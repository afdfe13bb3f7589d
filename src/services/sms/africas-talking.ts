import { type Exchange, exchange } from '@viatu/daraja'
import { z } from 'zod'
import { maskPhone } from '#domain/phone.ts'
import type { Sms, SmsAnswer, SmsSettings } from '#services/sms/sms.ts'

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
        headers: { 'User-Agent': 'Viatu', apiKey: settings.apiKey, Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' },
        body: String(new URLSearchParams({ username: settings.username, to: `+${to}`, message: text, from: settings.senderId })),
      }
      const answer = readAnswer(await exchange(outgoing, connectTimeoutMs, AbortSignal.timeout(totalTimeoutMs)))
      const ms = Math.round(performance.now() - begun)
      log({ event: 'sms', outcome: answer.outcome, ...('code' in answer && { code: answer.code }), ms, to: maskPhone(to) })
      return answer
    },
  }
}

/**
 * The outcome of a message by the status code of its recipient (Africa's Talking, "SMS sending"). `later`: an unregistered sender, an empty account or a
 * gateway error may be fixed. `never`: the number does not accept our messages. A message that the gateway holds for review may still be sent, so it is
 * not repeated.
 */
const outcomes: Record<number, Exclude<SmsAnswer['outcome'], 'unknown'>> = {
  100: 'sent',
  101: 'sent',
  102: 'sent',
  401: 'never',
  402: 'later',
  403: 'never',
  404: 'never',
  405: 'later',
  406: 'never',
  407: 'later',
  409: 'never',
  500: 'later',
  501: 'later',
  502: 'later',
}

const body = z.object({
  SMSMessageData: z.object({
    Message: z.string().optional(),
    Recipients: z.array(z.object({ statusCode: z.number(), status: z.string().optional(), messageId: z.string().optional() })),
  }),
})

/** Parses the gateway's answer, which may be incomplete. */
function readAnswer(exchange: Exchange): SmsAnswer {
  if (exchange.outcome === 'unsent') return { outcome: 'later', code: word(exchange.reason) }
  if (exchange.outcome === 'lost') return { outcome: 'unknown', code: word(exchange.reason) }
  const { status } = exchange
  if (status >= 200 && status < 300) return ofRecipient(exchange.body)
  // Wrong name or key, rate limit, or unavailable: nothing was sent. Any other error may have happened after sending.
  if ([401, 402, 403, 429, 503].includes(status)) return { outcome: 'later', code: `http ${status}` }
  return { outcome: status >= 500 ? 'unknown' : 'never', code: `http ${status}` }
}

function ofRecipient(text: string): SmsAnswer {
  const read = body.safeParse(parsed(text))
  if (!read.success) return { outcome: 'unknown', code: 'no answer of the gateway' }
  const { Message, Recipients } = read.data.SMSMessageData
  const [recipient] = Recipients
  // Without a recipient nothing was sent; the message is the reason, such as InvalidSenderId.
  if (!recipient) return { outcome: 'later', code: word(Message ?? 'no recipient') }
  const { statusCode, status = '', messageId = '' } = recipient
  const outcome = Object.hasOwn(outcomes, statusCode) ? outcomes[statusCode] : undefined
  if (outcome === 'sent') return { outcome, id: /^[\w-]{2,100}$/.test(messageId) && messageId !== 'None' ? messageId : null }
  return { outcome: outcome ?? 'unknown', code: word(`${statusCode} ${status}`) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The loggable part of the gateway's text: short, one line, without digits that could be a phone number. */
function word(text: string): string {
  return text
    .replace(/\d{7,}/g, '...')
    .replace(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
