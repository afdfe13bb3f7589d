import { useState } from 'react'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'
import { useAction } from '#web/forms/use-action.tsx'

export interface Payment {
  /** Sends the prompt again, to the same phone unless `phone` is given. */
  request(phone?: string): void
  /** Sends the prompt to a corrected number and replaces an open one. */
  changeNumber(phone: string): void
  busy: boolean
  /** Which of the two forms `refusal` and `unsure` belong to. */
  sentBy: 'again' | 'change-number'
  refusal: Refusal | null
  unsure: Unsure['unsure'] | null
}

/** Requests further prompts for the order of the current page. A double press sends one: the server allows one open prompt. */
export function usePayment(onRequest: () => void): Payment {
  const { busy, refusal, unsure, ...action } = useAction({ repeat: 'never' })
  const [sentBy, setSentBy] = useState<Payment['sentBy']>('again')
  const send = (fields: Record<string, string>) => {
    if (busy) return
    onRequest()
    setSentBy(fields.intent === 'change-number' ? 'change-number' : 'again')
    action.send(fields)
  }
  return {
    request: (phone) => send(phone === undefined ? { intent: 'retry' } : { intent: 'other-number', phone }),
    changeNumber: (phone) => send({ intent: 'change-number', phone }),
    busy,
    sentBy,
    refusal,
    unsure: busy ? null : unsure,
  }
}
