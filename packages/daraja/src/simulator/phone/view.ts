import type { Inbox } from '../inbox.ts'
import { messageStamp } from '../nairobi-time.ts'
import { type Payout, type Payouts, receiptOf } from '../payouts.ts'
import type { Prompt, Prompts } from '../prompts.ts'
import { refusalMessage } from '../results.ts'
import type { Subscribers } from '../subscribers.ts'
import { formatShillings } from './formats.ts'

/** The content of one phone: the open request, and the messages, newest first. */
export interface PhoneView {
  phone: string
  open?: Request
  messages: Message[]
  /** The newest message of M-PESA, shown on the screen. */
  latest: Message | undefined
  told: number
  lowBalance: boolean
}

export interface Request {
  id: string
  amount: string
  reference: string
  expiresAt: string
}

export interface Message {
  /** The bold start of a confirmation: receipt and outcome. */
  lead?: string
  text: string
  at: string
  /** M-PESA's confirmation or failure, or an SMS of another sender. */
  mood: 'paid' | 'failed' | 'sms'
}

export interface ViewParts {
  prompts: Prompts
  payouts: Payouts
  subscribers: Subscribers
  inbox: Inbox
  shop: string
}

export function phoneView(phone: string, { prompts, payouts, subscribers, inbox, shop }: ViewParts): PhoneView {
  const open = prompts.openOn(phone)
  const newestFirst = (messages: Message[]) => messages.sort((one, other) => other.at.localeCompare(one.at))
  const money = newestFirst([
    ...prompts.list(phone).flatMap((prompt) => messagesOf(prompt, shop)),
    ...payouts.list(phone).flatMap((payout) => receivedOf(payout, shop)),
  ])
  const texts = inbox.list(phone).map(({ from, text, at }): Message => ({ lead: from, text, at, mood: 'sms' }))
  return {
    phone,
    open: open && { id: open.checkoutRequestId, amount: formatShillings(open.amount), reference: open.reference, expiresAt: open.expiresAt },
    messages: newestFirst([...texts, ...money]),
    latest: money[0],
    told: money.length,
    lowBalance: subscribers.hasLowBalance(phone),
  }
}

/** Numbers that have had requests, money or messages, those with an open request first, then the latest; at most 20. */
export function recentNumbers({ prompts, payouts, inbox }: Pick<ViewParts, 'prompts' | 'payouts' | 'inbox'>): { phone: string; open: boolean }[] {
  const rang = [...prompts.list(), ...payouts.list(), ...inbox.list()].sort((one, other) => other.at.localeCompare(one.at))
  const phones = [...new Set(rang.map(({ phone }) => phone))].map((phone) => ({ phone, open: prompts.openOn(phone) !== undefined }))
  return phones.sort((one, other) => Number(other.open) - Number(one.open)).slice(0, 20)
}

function messagesOf(prompt: Prompt, shop: string): Message[] {
  const amount = formatShillings(prompt.amount)
  return prompt.results.map(({ code, at, receipt }) =>
    receipt
      ? { lead: `${receipt} Confirmed.`, text: `${amount} paid to ${shop} on ${messageStamp(new Date(at))}.`, at, mood: 'paid' as const }
      : { text: refusalMessage(code, amount, shop), at, mood: 'failed' as const },
  )
}

/** Failed payouts send no message to the phone. */
function receivedOf(payout: Payout, shop: string): Message[] {
  const receipt = receiptOf(payout)
  if (!receipt || !payout.result) return []
  const { at } = payout.result
  const text = `You have received ${formatShillings(payout.amount)} from ${shop} on ${messageStamp(new Date(at))}.`
  return [{ lead: `${receipt} Confirmed.`, text, at, mood: 'paid' }]
}
