import { useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { Cart, Offer } from '#domain/cart.ts'
import { placedWords } from '#domain/payment.ts'
import { dismissToast, showToast } from '#ui/kit/toast-store.ts'
import { checkoutUrl, orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { applyOffers } from '#web/cart/offers.ts'
import { clearDraft } from '#web/checkout/checkout-draft.ts'
import type { clientAction } from '#web/checkout/checkout-page.tsx'
import type { OrderBody } from '#web/checkout/order-body.ts'
import { clearSubmission, readSubmission, type Submission, submissionOf } from '#web/checkout/submission.ts'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'
import { useEachAnswer } from '#web/forms/use-each-answer.ts'
import { saveOrder } from '#web/session/use-saved-orders.ts'

export interface Placing {
  place(order: OrderBody, lines: Cart): void
  /** From the press until the order's page is shown, including repeated requests. */
  busy: boolean
  /** The lines that were sent; they stay on the screen until the order's page is shown. */
  sentLines: Cart | null
  refusal: Refusal | null
  /** Sentences about what the refusal changed in the cart. */
  notes: string[]
  /** Set if the outcome is unknown. Sending the order again cannot place a second one. */
  unsure: Unsure['unsure'] | null
  /** Whether this order was sent before the page was reloaded and its outcome is unknown. */
  isUnsettled(order: OrderBody): boolean
}

/** Milliseconds before each automatic retry of an order without an answer; after the last one the buyer decides. */
const retryDelays = [1_500, 4_000]

/** Sends the order and handles its outcome (spec §4 Checkout, §8). */
export function usePlacing(): Placing {
  const { read, replace, clear } = useCart()
  const navigate = useNavigate()
  const fetcher = useFetcher<typeof clientAction>()
  const [sent, setSent] = useState<{ submission: Submission; lines: Cart } | null>(null)
  const [pending, setPending] = useState(readSubmission)
  const [repeats, setRepeats] = useState(0)
  const [notes, setNotes] = useState<string[]>([])
  const toast = useRef<number | null>(null)
  const answer = fetcher.data

  const send = ({ key, content }: Submission) =>
    fetcher.submit(
      { idempotency_key: key, ...(JSON.parse(content) as OrderBody) },
      { action: checkoutUrl, method: 'post', encType: 'application/json' },
    )

  useEachAnswer(answer, () => {
    if (!answer) return
    if ('unsure' in answer) {
      const pause = retryDelays[repeats]
      if (pause === undefined || !sent) return
      const timer = setTimeout(() => {
        setRepeats(repeats + 1)
        void send(sent.submission)
      }, pause)
      return () => clearTimeout(timer)
    }
    clearSubmission()
    setPending(null)
    if ('refusal' in answer) {
      setNotes(applyRefusal(answer.refusal))
      toast.current = toastRefusal(answer.refusal)
      return
    }
    clearDraft()
    // Before the cart is cleared: another tab that sees the empty cart then finds the order.
    saveOrder(answer.placed.id, answer.placed.key)
    clear()
    showToast({ title: placedWords[answer.placed.prompt], topic: answer.placed.id })
    void navigate(orderUrl(answer.placed.id, answer.placed.key), { replace: true })
  })

  /** Updates the cart with the offers of the refusal. Returns sentences about what changed. */
  function applyRefusal({ facts }: Refusal): string[] {
    if (!facts?.offers || !sent) return []
    const fresh = applyOffers(read(), sent.lines, facts.offers as Offer[])
    replace(fresh.cart)
    return fresh.notes
  }

  const isUnsure = answer !== undefined && 'unsure' in answer
  const busy = fetcher.state === 'submitting' || (answer !== undefined && 'placed' in answer) || (isUnsure && repeats < retryDelays.length)
  const answered = !busy && answer ? answer : null
  return {
    place(order, lines) {
      if (busy) return
      const content = JSON.stringify(order)
      const submission = pending?.content === content ? pending : submissionOf(content)
      if (toast.current !== null) dismissToast(toast.current)
      setPending(submission)
      setSent({ submission, lines })
      setRepeats(0)
      setNotes([])
      void send(submission)
    },
    busy,
    sentLines: busy ? (sent?.lines ?? null) : null,
    refusal: answered && 'refusal' in answered ? answered.refusal : null,
    notes,
    unsure: isUnsure ? answer.unsure : null,
    isUnsettled: (order) => pending !== null && pending.content === JSON.stringify(order),
  }
}

/** Shows a toast for refusals of M-Pesa; all other refusals are shown in the form only (spec §8). */
function toastRefusal({ code, title, message }: Refusal): number | null {
  const isByMpesa = ['prompt_refused', 'prompt_failed', 'payment_failed', 'prompt_limit'].includes(code)
  return isByMpesa ? showToast({ title, text: message, tone: 'bad' }) : null
}
