import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { type Cart, type Offer, totalAmount } from '#domain/cart.ts'
import type { Delivery } from '#domain/checkout-fields.ts'
import { placedWords } from '#domain/payment.ts'
import { normalisePhone } from '#domain/phone.ts'
import type { Referral } from '#domain/referral.ts'
import type { QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { dismissToast, showToast } from '#ui/kit/toast-store.ts'
import { checkoutUrl, orderUrl } from '#web/addresses.ts'
import { randomKey } from '#web/browser/polyfills.ts'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { applyOffers } from '#web/cart/fresh-prices.ts'
import type { AskedFee, clientAction } from '#web/checkout/checkout-page.tsx'
import { type DeliveryChoice, type DeliveryFacts, deliveryFieldsOf, offerIn } from '#web/checkout/delivery-choice.ts'
import { clearDraft } from '#web/checkout/use-delivery.tsx'
import type { Refusal, Unsure } from '#web/forms/refusal.ts'
import { useAction } from '#web/forms/use-action.tsx'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'
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

/** One press of Place Order. It is always sent with the same idempotency key, so that it makes one order however often it is sent. */
interface Submission {
  key: string
  /** The order's JSON as it was sent. */
  content: string
}

const stored = storedValue<Submission | null>(tab, typedKeys.submission, { empty: null, parse })

/** The submission of this tab whose outcome is unknown; it survives a reload. */
export const readSubmission = stored.get

/** The submission for this content: the pending one if its content is equal, otherwise a new one, which becomes the pending one. */
export function submissionOf(content: string): Submission {
  const pending = readSubmission()
  if (pending?.content === content) return pending
  const submission = { key: randomKey(), content }
  stored.tryWrite(submission)
  return submission
}

/** Call it once the outcome is known: the next press of Place Order is a new order. */
export function clearSubmission(): void {
  stored.tryWrite(null)
}

function parse(text: string): Submission | null {
  const { key, content } = JSON.parse(text) as Record<string, unknown>
  return typeof key === 'string' && typeof content === 'string' ? { key, content } : null
}

/** The request body of Place Order, with the names of the HTTP API. `total_amount` is the total on the screen in KSh, which the server compares with its own. */
interface OrderBody extends Delivery, ReturnType<typeof deliveryFieldsOf> {
  items: { product_id: string; size: string; quantity: number }[]
  total_amount: number
  affiliate_code: string | null
}

export function orderBodyOf(delivery: Delivery, cart: Cart, referral: Referral | null, choice: DeliveryChoice): OrderBody {
  return {
    customer_name: delivery.customer_name.trim(),
    customer_phone: normalisePhone(delivery.customer_phone) ?? delivery.customer_phone.trim(),
    customer_email: delivery.customer_email.trim(),
    delivery_address: delivery.delivery_address.trim(),
    ...deliveryFieldsOf(choice, delivery.delivery_address),
    items: cart.map(({ id, size, quantity }) => ({ product_id: id, size, quantity })),
    total_amount: totalAmount(cart) + (offerIn(choice)?.fee ?? 0),
    affiliate_code: referral?.affiliate_code ?? null,
  }
}
