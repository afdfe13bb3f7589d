import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import type { Book } from './book.ts'
import type { Faults } from './faults.ts'
import type { Inbox } from './inbox.ts'
import { reply, type WireContext } from './replies.ts'

/** The gateway account that may send. */
export interface SmsAccount {
  username: string
  apiKey: string
  senderId: string
}

interface Parts {
  account: SmsAccount
  faults: Faults
  inbox: Inbox
  book: Book
  now: () => Date
}

const outgoing = z.object({ username: z.string(), to: z.string(), message: z.string().min(1).max(1600), from: z.string().optional() })

/** The names of the codes of a recipient (Africa's Talking, "SMS sending"). */
const statuses: Record<number, string> = {
  100: 'Processed',
  101: 'Success',
  102: 'Queued',
  401: 'RiskHold',
  402: 'InvalidSenderId',
  403: 'InvalidPhoneNumber',
  404: 'UnsupportedNumberType',
  405: 'InsufficientBalance',
  406: 'UserInBlacklist',
  407: 'CouldNotRoute',
  409: 'DoNotDisturbRejection',
  500: 'InternalServerError',
  501: 'GatewayError',
  502: 'RejectedByGateway',
}

/** Africa's Talking's API for SMS, with one recipient per message, as the shop sends them. */
export function createSmsWire({ account, faults, inbox, book, now }: Parts) {
  const wire = new Hono<{ Bindings: WireContext['env'] }>()

  wire.post('/version1/messaging', async (c) => {
    const read = outgoing.safeParse(await c.req.parseBody())
    if (c.req.header('apikey') !== account.apiKey || (read.success && read.data.username !== account.username))
      return c.text('The supplied authentication is invalid', 401)
    if (!read.success) return c.text(`Request is missing required form field '${read.error.issues[0]?.path.join('.')}'`, 400)
    const { to, message, from } = read.data
    if (from !== undefined && from !== account.senderId) return c.json(sent('InvalidSenderId', []), 201)
    const phone = to.replace(/^\+/, '')
    const fault = faults.take('sms', phone)
    const code = fault?.code ?? (/^254[17]\d{8}$/.test(phone) ? 101 : 403)
    const deliver = async () => c.json(sent(...(await accept(code, phone, message, from ?? 'AFRICASTKNG'))), 201)
    return fault && fault.answer !== 'code' ? reply(c, { ...fault, answer: fault.answer }, deliver) : deliver()
  })
  return wire

  async function accept(code: number, phone: string, text: string, from: string): Promise<Parameters<typeof sent>> {
    const id = code < 200 ? `ATXid_${randomUUID().replaceAll('-', '')}` : 'None'
    if (code < 200) {
      const entry = { kind: 'sms' as const, at: now().toISOString(), id, phone, from, text }
      await book.append(entry)
      inbox.apply(entry)
    }
    const cost = code < 200 ? 'KES 0.8000' : '0'
    const recipient = { statusCode: code, number: `+${phone}`, status: statuses[code] ?? 'Unknown', cost, messageId: id }
    return [`Sent to ${code < 200 ? 1 : 0}/1 Total Cost: ${cost}`, [recipient]]
  }
}

function sent(Message: string, Recipients: object[]) {
  return { SMSMessageData: { Message, Recipients } }
}
