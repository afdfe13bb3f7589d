import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import type { OrderView } from '#domain/order-view.ts'
import { placedWords } from '#domain/payment.ts'
import { formatPhone } from '#domain/phone.ts'
import { Button } from '#ui/kit/button.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { dismissTopic, showToast } from '#ui/kit/toast-store.ts'
import { CheckoutSteps } from '#ui/shop/checkout-steps.tsx'
import { authUrl, orderUrl } from '#web/addresses.ts'
import { useAction } from '#web/forms/use-action.tsx'
import { useCartBack } from '#web/order/cart-back.tsx'
import { OrderFacts } from '#web/order/order-details.tsx'
import type { clientAction } from '#web/order/order-page.tsx'
import { type OrderPageState, rememberOrder } from '#web/order/order-page-state.ts'
import { otherPhones, type PaymentStage, paceOf, paymentStage, stages } from '#web/order/payment-stage.ts'
import { Checking, Failed, MoneyBack, Sending, type StateProps, Waiting } from '#web/order/payment-state.tsx'
import { clearPendingClaim, readPendingClaim, storePendingClaim } from '#web/order/pending-claim.ts'
import { PhoneDrawing } from '#web/order/phone-drawing.tsx'
import { ChangeNumber, OtherPhones, usePayment } from '#web/order/prompt-forms.tsx'
import { Cancelled, Discarded, Expired, InReview, Receipt, TakenBack } from '#web/order/settled-order.tsx'
import { useOrderUpdates } from '#web/order/watch-order.ts'
import { claimSavedOrder, updateSavedOrder } from '#web/session/saved-orders.ts'
import { clearReferral } from '#web/session/use-referral.ts'
import { useShop } from '#web/shop-facts.ts'

/** The page after Place Order: the prompt, the payment or why it failed; later the receipt and the tracking page of the guest. */
export function OrderScreen({ page }: { page: OrderPageState }) {
  const { order, key, at, offline } = page
  const link = page.link ?? orderUrl(order.id, key)
  const shop = useShop()
  const stage = paymentStage(order, at)
  const { heading, step } = stages[stage]
  const { title, expectStageChange } = useFocusOnStageChange(`${stage} ${order.payment?.phone}`)
  const payment = usePayment(expectStageChange)
  const cancelAndRestoreCart = useCartBack('put-back', order.id, key)
  const buyAgain = useCartBack('buy-again', order.id, key)
  useOrderUpdates(order.id, key, paceOf(order, stage))
  useEffect(() => rememberOrder(page), [page])
  useEffect(() => {
    const isSettled = updateSavedOrder(order.id, stages[stage].live)
    if (isSettled && order.paid_at && order.affiliate_code) clearReferral(order.affiliate_code)
  }, [order, stage])
  // The toast of Place Order is only about the prompt as it was then; M-Pesa may have answered before this page came.
  const placed = step === null ? undefined : placedWords[order.payment?.state ?? 'created']
  useEffect(() => dismissTopic(order.id, placed), [order.id, placed])
  const State = states[stage]
  return (
    <div className="container order-page">
      <p className="print-head">{[`${shop.name}, ${shop.location}`, shop.phone, shop.email].filter(Boolean).join(' · ')}</p>
      <div className="payment">
        <div>
          {step !== null && <CheckoutSteps current={step} />}
          <h1 ref={title} tabIndex={-1}>
            {heading}
          </h1>
          <div role="status">{offline && <Notice tone="amber">The connection is lost. This page continues by itself when it is back.</Notice>}</div>
          <noscript>
            <Notice tone="amber">Without JavaScript this page does not change by itself: reload it to see how far your order is.</Notice>
          </noscript>
          {step === 1 && <ChangeNumber order={order} payment={payment} key={order.payment?.phone} />}
          <MoneyBack order={order} />
          {step !== null && <OtherPhones phones={otherPhones(order, at)} isPaid={step === 3} />}
          <State order={order} link={link} payment={payment} cancelAndRestoreCart={cancelAndRestoreCart} buyAgain={buyAgain} />
          {/* A page in an old cache has no `notices`. */}
          {step !== null && order.notices?.email === null && order.notices.phone === null && (
            <Notice tone="amber">
              <b>Keep this link.</b> We send no SMS and have no e-mail of yours: how far your order is stands on this page alone.
            </Notice>
          )}
          <KeepOrder page={page} onKept={() => title.current?.focus()} />
        </div>
        <PhoneDrawing
          stage={stage}
          shopName={shop.mpesaName}
          amount={order.total_amount}
          receipt={order.mpesa_receipt_number}
          at={order.paid_at ?? order.payment?.requested_at ?? order.created_at}
          reason={order.decline_reason}
        />
      </div>
      <OrderFacts order={order} />
      <Announcement stage={stage} order={order} />
    </div>
  )
}

const states: Record<PaymentStage, (props: StateProps) => ReactNode> = {
  sending: Sending,
  waiting: Waiting,
  checking: Checking,
  failed: Failed,
  paid: Receipt,
  confirmed: Receipt,
  shipped: Receipt,
  ready: Receipt,
  collected: Receipt,
  delivered: Receipt,
  expired: Expired,
  in_review: InReview,
  cancelled: Cancelled,
  discarded: Discarded,
  taken_back: TakenBack,
}

/** Moves the focus to the heading when the buyer's own action changes the stage or the number, because the pressed button is then gone. */
function useFocusOnStageChange(stage: string) {
  const title = useRef<HTMLHeadingElement>(null)
  const isExpected = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stage is what it answers to
  useEffect(() => {
    if (isExpected.current) title.current?.focus()
    isExpected.current = false
  }, [stage])
  return {
    title,
    expectStageChange: () => {
      isExpected.current = true
    },
  }
}

/** Announces changes of the stage or the number to screen readers. */
function Announcement({ stage, order }: { stage: PaymentStage; order: OrderView }) {
  const phone = order.payment?.phone
  const [seen, setSeen] = useState({ stage, phone, changed: false })
  if (seen.stage !== stage || seen.phone !== phone) setSeen({ stage, phone, changed: true })
  return (
    <p className="visually-hidden" role="status">
      {seen.changed && `${stages[stage].heading} ${{ failed: order.payment?.sentence, waiting: phone && formatPhone(phone) }[stage as string] ?? ''}`}
    </p>
  )
}

interface KeepProps {
  page: OrderPageState
  /** Called when the order was claimed: the button disappears, so the focus must go elsewhere. */
  onKept: () => void
}

/** Lets a signed-in visitor claim an order that was placed as a guest. A visitor who is not signed in gets links to sign in once the order is paid. */
function KeepOrder({ page, onKept }: KeepProps) {
  const claim = useClaim(page, onKept)
  if (!page.mayKeep) return null
  if (!page.signedIn) return page.order.paid_at ? <SignInToKeep page={page} /> : null
  return (
    <Form method="post" action={orderUrl(page.order.id, page.key)} className="keep-order" onSubmit={claim.onSubmit}>
      <input type="hidden" name="intent" value="claim" />
      <Button type="submit" look="ghost" busy={claim.busy}>
        Keep this order in my account
      </Button>
    </Form>
  )
}

/** It lives outside of the button, because the answer that confirms the claim also removes the button. */
function useClaim({ order, key, mayKeep, signedIn }: OrderPageState, onKept: () => void) {
  const claim = useAction({ repeat: 'never', onAnswer })

  // If the visitor chose to claim it before signing in, it is claimed now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the visitor comes back
  useEffect(() => {
    if (!mayKeep || !signedIn || readPendingClaim()?.id !== order.id) return
    clearPendingClaim()
    claim.send({ intent: 'claim' }, { action: orderUrl(order.id, key) })
  }, [mayKeep, signedIn])

  function onAnswer(answer: Awaited<ReturnType<typeof clientAction>>) {
    if ('refusal' in answer) showToast({ title: answer.refusal.title, text: answer.refusal.message, tone: 'bad', topic: 'keep-order' })
    else if ('unsure' in answer) showToast({ title: 'The connection was lost', text: 'Please try again.', tone: 'bad', topic: 'keep-order' })
    else {
      claimSavedOrder(order.id)
      showToast({ title: 'Kept in your account', text: 'You find this order under My Orders.', topic: 'keep-order' })
      onKept()
    }
  }

  return claim
}

/** Links to sign in or sign up that return to this order. */
function SignInToKeep({ page: { order, key } }: { page: OrderPageState }) {
  const next = orderUrl(order.id, key)
  const claim = () => storePendingClaim(order.id, key)
  return (
    <p className="keep-order keep-hint">
      <span>Keep this order in an account:</span>{' '}
      <Link className="link" to={authUrl('sign-in', next)} onClick={claim}>
        Sign In
      </Link>{' '}
      <span>or</span>{' '}
      <Link className="link" to={authUrl('sign-up', next)} onClick={claim}>
        Sign Up
      </Link>
    </p>
  )
}
