import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Cart, Offer } from '#domain/cart.ts'
import { placedWords } from '#domain/payment.ts'
import type { QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { dismissToast, showToast } from '#ui/kit/toast-store.ts'
import { checkoutUrl, orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { applyOffers } from '#web/cart/offers.ts'
import { clearDraft } from '#web/checkout/checkout-draft.ts'
import type { clientAction } from '#web/checkout/checkout-page.tsx'
import type { DeliveryFacts } from '#web/checkout/delivery-choice.ts'
import type { AskedFee } from '#web/checkout/fee-form.tsx'
import type { OrderBody } from '#web/checkout/order-body.ts'
import { clearSubmission, readSubmission, type Submission, submissionOf } from '#web/checkout/submission.ts'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'
import { useAction } from '#web/forms/use-action.tsx'
import { saveDeliveryPlace } from '#web/session/delivery-place.tsx'
import { saveOrder } from '#web/session/saved-orders.ts'

export interface Placing {
  /** `to` is where this device's next order goes too. */
  place(order: OrderBody, lines: Cart, to: QuotedPlace | null): void
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

type Answer = Exclude<Awaited<ReturnType<typeof clientAction>>, AskedFee>

/** Sends the order and handles its outcome (spec §4 Checkout, §8). `onDelivery` gets the delivery options from a refusal. */
export function usePlacing(onDelivery: (facts: DeliveryFacts) => void): Placing {
  const { read, replace, clear } = useCart()
  const navigate = useNavigate()
  const [sent, setSent] = useState<{ submission: Submission; lines: Cart } | null>(null)
  const [pending, setPending] = useState(readSubmission)
  const [notes, setNotes] = useState<string[]>([])
  const toast = useRef<number | null>(null)
  const place = useRef<QuotedPlace | null>(null)
  const sending = useAction<Answer>({ repeat: 'unsure', onAnswer })
  const { answer, refusal, unsure } = sending

  function onAnswer(answer: Answer) {
    if ('unsure' in answer) return
    clearSubmission()
    setPending(null)
    if ('refusal' in answer) {
      setNotes(applyRefusal(answer.refusal))
      toast.current = toastRefusal(answer.refusal)
      return
    }
    clearDraft()
    if (place.current) saveDeliveryPlace(place.current)
    // Before the cart is cleared: another tab that sees the empty cart then finds the order.
    saveOrder(answer.placed.id, answer.placed.key)
    clear()
    showToast({ title: placedWords[answer.placed.prompt], topic: answer.placed.id })
    void navigate(orderUrl(answer.placed.id, answer.placed.key), { replace: true })
  }

  /** Updates the cart with the offers of the refusal. Returns sentences about what changed. */
  function applyRefusal({ facts }: Refusal): string[] {
    if (facts?.delivery) onDelivery(facts.delivery as DeliveryFacts)
    if (!facts?.offers || !sent) return []
    const fresh = applyOffers(read(), sent.lines, facts.offers as Offer[])
    replace(fresh.cart)
    return fresh.notes
  }

  const busy = sending.busy || (answer !== undefined && 'placed' in answer)
  return {
    place(order, lines, to) {
      if (busy) return
      const content = JSON.stringify(order)
      const submission = pending?.content === content ? pending : submissionOf(content)
      if (toast.current !== null) dismissToast(toast.current)
      setPending(submission)
      setSent({ submission, lines })
      setNotes([])
      place.current = to
      sending.send({ idempotency_key: submission.key, ...(JSON.parse(content) as OrderBody) }, { action: checkoutUrl, encType: 'application/json' })
    },
    busy,
    sentLines: busy ? (sent?.lines ?? null) : null,
    refusal,
    notes,
    unsure,
    isUnsettled: (order) => pending !== null && pending.content === JSON.stringify(order),
  }
}

/** Shows a toast for refusals of M-Pesa; all other refusals are shown in the form only (spec §8). */
function toastRefusal({ code, title, message }: Refusal): number | null {
  const isByMpesa = ['prompt_refused', 'prompt_failed', 'payment_failed', 'prompt_limit'].includes(code)
  return isByMpesa ? showToast({ title, text: message, tone: 'bad' }) : null
}
