import { useRef, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { Cart, Offer } from '#domain/cart.ts'
import { placedWords } from '#domain/payment.ts'
import { dismissToast, showToast } from '#ui/kit/toast-store.ts'
import { checkoutUrl, orderUrl } from '#web/addresses.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { bringInLine } from '#web/cart/offers.ts'
import { forgetDraft, settleSubmission } from '#web/checkout/forget-checkout.ts'
import type { OrderBody } from '#web/checkout/order-body.ts'
import { readSubmission, type Submission, submissionOf } from '#web/checkout/submission.ts'
import { keepOrder } from '#web/order/use-kept-orders.ts'
import type { Refusal, Unsure } from '#web/refusal.ts'
import type { clientAction } from '#web/storefront/checkout.tsx'
import { useEachAnswer } from '#web/use-each-answer.ts'

export interface Placing {
  place(order: OrderBody, lines: Cart): void
  /** From the press until the order's own page is there, repetitions included. */
  busy: boolean
  /** What was sent: it stays on the screen while its page is on the way. */
  sentLines: Cart | null
  refusal: Refusal | null
  /** What the refusal changed in the cart. */
  notes: string[]
  /** Nobody knows whether the order arrived; sending it again cannot make a second one. */
  unsure: Unsure['unsure'] | null
  /** Whether this very order was sent before this page was opened, and its outcome never heard of. */
  isUnsettled(order: OrderBody): boolean
}

/** Milliseconds after which an order of which nothing was heard is sent again by itself; after the last one the buyer decides. */
const pauses = [1_500, 4_000]

/** Sends the order, and does what its outcome asks for (spec §4 Checkout, §8). */
export function usePlacing(): Placing {
  const { read, replace, clear } = useCart()
  const navigate = useNavigate()
  const fetcher = useFetcher<typeof clientAction>()
  const [sent, setSent] = useState<{ submission: Submission; lines: Cart } | null>(null)
  const [open, setOpen] = useState(readSubmission)
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
      const pause = pauses[repeats]
      if (pause === undefined || !sent) return
      const timer = setTimeout(() => {
        setRepeats(repeats + 1)
        void send(sent.submission)
      }, pause)
      return () => clearTimeout(timer)
    }
    settleSubmission()
    setOpen(null)
    if ('refusal' in answer) {
      setNotes(adjust(answer.refusal))
      toast.current = sayRefused(answer.refusal)
      return
    }
    forgetDraft()
    // Before the cart is empty: another tab that sees it go knows why.
    keepOrder(answer.placed.id, answer.placed.key)
    clear()
    showToast({ title: placedWords[answer.placed.prompt], about: answer.placed.id })
    void navigate(orderUrl(answer.placed.id, answer.placed.key), { replace: true })
  })

  /** Brings the cart in line with what the shelf said, and answers the words for it. */
  function adjust({ facts }: Refusal): string[] {
    if (!facts?.offers || !sent) return []
    const fresh = bringInLine(read(), sent.lines, facts.offers as Offer[])
    replace(fresh.cart)
    return fresh.notes
  }

  const isUnsure = answer !== undefined && 'unsure' in answer
  const busy = fetcher.state === 'submitting' || (answer !== undefined && 'placed' in answer) || (isUnsure && repeats < pauses.length)
  const answered = !busy && answer ? answer : null
  return {
    place(order, lines) {
      if (busy) return
      const content = JSON.stringify(order)
      const submission = open?.content === content ? open : submissionOf(content)
      if (toast.current !== null) dismissToast(toast.current)
      setOpen(submission)
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
    isUnsettled: (order) => open !== null && open.content === JSON.stringify(order),
  }
}

/** What M-Pesa refused is said aloud as well; everything else stands at the form alone (spec §8). */
function sayRefused({ code, title, message }: Refusal): number | null {
  const isMpesas = ['prompt_refused', 'prompt_failed', 'payment_failed', 'prompt_limit'].includes(code)
  return isMpesas ? showToast({ title, text: message, tone: 'bad' }) : null
}
