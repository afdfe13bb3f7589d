import { useEffect, useRef, useState } from 'react'
import { formatPhone } from '#domain/phone.ts'
import { shortCode } from '#domain/placed-order.ts'
import { placeOrder } from '#features/checkout/place-order.ts'
import { getAccount } from '#features/people/get-account.ts'
import { getProfile } from '#features/people/get-profile.ts'
import { ButtonLink } from '#ui/kit/button.tsx'
import { Empty } from '#ui/kit/empty.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { CheckoutSteps } from '#ui/shop/checkout-steps.tsx'
import { checkoutUrl, homeUrl, orderUrl } from '#web/addresses.ts'
import { focusAndScroll } from '#web/browser/focus-and-scroll.ts'
import { useInBrowser } from '#web/browser/in-browser.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useFreshPrices } from '#web/cart/use-fresh-prices.ts'
import { AskUs } from '#web/checkout/ask-us.tsx'
import type { KnownDelivery } from '#web/checkout/checkout-draft.ts'
import { DeliveryForm } from '#web/checkout/delivery-form.tsx'
import { orderBodyOf } from '#web/checkout/order-body.ts'
import { OrderSummary, SmallSummary } from '#web/checkout/order-summary.tsx'
import { useDelivery } from '#web/checkout/use-delivery.ts'
import { type Placing, usePlacing } from '#web/checkout/use-placing.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { RefusalNotice } from '#web/forms/outcome-notice.tsx'
import { answerOf, refusalResponse } from '#web/forms/refusal.ts'
import { SavedOrderLinks } from '#web/order/saved-order-links.tsx'
import { pageMeta } from '#web/page.ts'
import type { SavedOrder } from '#web/session/saved-orders.ts'
import { authStore, useAuth } from '#web/session/use-auth.ts'
import { useReferral } from '#web/session/use-referral.ts'
import { useSavedOrders } from '#web/session/use-saved-orders.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/checkout-page.ts'
import './checkout.css'

/** Delivery details from the profile of a signed-in buyer. */
export async function loader({ context }: Route.LoaderArgs): Promise<KnownDelivery | null> {
  const { ctx } = context.get(shopContext)
  if (ctx.actor.userId === null) return null
  const { userId } = ctx.actor
  const [{ full_name, phone, address }, { email }] = await Promise.all([getProfile(ctx, userId), getAccount(ctx)])
  return {
    userId,
    delivery: { customer_name: full_name, customer_phone: phone ? formatPhone(phone) : '', customer_email: email, delivery_address: address ?? '' },
  }
}

/** Guests need no request, and checkout works if the profile does not load. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return authStore.get() === null ? null : await serverLoader().catch(() => null)
}

/** Revalidation must not change the form while the buyer fills it in. */
export const shouldRevalidate = () => false

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(shopContext)
  try {
    const { idempotency_key: idempotencyKey, ...order } = Object(await request.json().catch(() => null))
    const { order: placed, key } = await placeOrder(ctx, { ...order, idempotencyKey })
    return { placed: { id: placed.id, key, prompt: placed.payment?.state ?? ('created' as const) } }
  } catch (error) {
    return refusalResponse(error)
  }
}

/** Keeps the form if the connection breaks. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction)
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, { title: 'Checkout', description: 'Delivery and payment by M-Pesa.', path: checkoutUrl, unlisted: true })
}

/** The cart is in the browser, so the server renders only a placeholder. */
export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  return useInBrowser() ? <Checkout known={loaderData ?? null} /> : <CheckoutLoading />
}

function Checkout({ known }: { known: KnownDelivery | null }) {
  const { items } = useCart()
  const referral = useReferral()
  const placing = usePlacing()
  const form = useDelivery(placing.refusal?.fields, known, useAuth()?.user.id ?? null)
  const lines = placing.sentLines ?? items
  const order = orderBodyOf(form.values, lines, referral)
  const unsettled = placing.isUnsettled(order)
  // If this order may have been placed already, it holds its pairs, and the stock would be too low.
  const [mayRefresh] = useState(!unsettled)
  const { notes } = useFreshPrices(mayRefresh)
  const otherTabsOrder = useOrderOfOtherTab()
  if (lines.length === 0) return <EmptyCart notes={notes} placing={placing} otherTabsOrder={otherTabsOrder} />
  return (
    <div className="container checkout">
      <div>
        <CheckoutSteps current={0} />
        <h1>Checkout</h1>
        <SmallSummary lines={lines} />
        <ChangeNotes notes={notes} />
        <DeliveryForm form={form} placing={placing} unsettled={unsettled} lines={lines} onPlace={() => placing.place(order, lines)} />
        <AskUs />
      </div>
      <OrderSummary lines={lines} referral={referral} fixed={placing.busy} />
    </div>
  )
}

function CheckoutLoading() {
  return (
    <div className="container checkout">
      <div>
        <CheckoutSteps current={0} />
        <h1>Checkout</h1>
        <p className="checkout-opening" role="status">
          Loading...
        </p>
        <noscript>
          <p>Checkout needs JavaScript: it keeps your cart and shows how the payment goes. Switch JavaScript on and reload, or order on WhatsApp.</p>
        </noscript>
        <AskUs />
      </div>
    </div>
  )
}

/** The order that another tab has placed since this page was opened: it has emptied the cart. */
function useOrderOfOtherTab(): SavedOrder | null {
  const kept = useSavedOrders()
  const [before] = useState(kept)
  return kept.find(({ id }) => !before.some((order) => order.id === id)) ?? null
}

/** Also shown when the last line turned out to be sold out when the order was sent. */
function EmptyCart({ notes, placing, otherTabsOrder }: { notes: string[]; placing: Placing; otherTabsOrder: SavedOrder | null }) {
  const { refusal, notes: changes } = placing
  const why = useRef<HTMLDivElement>(null)
  useEffect(() => focusAndScroll(why.current), [])
  return (
    <div className="container checkout-alone">
      {refusal ? <RefusalNotice refusal={refusal} beside={[]} notes={changes} ref={why} /> : <ChangeNotes notes={notes} />}
      {otherTabsOrder ? (
        <Empty title="This cart was just ordered" text="Another tab or window has placed the order. Its page shows the payment." heading>
          <ButtonLink to={orderUrl(otherTabsOrder.id, otherTabsOrder.key)}>See your order {shortCode(otherTabsOrder.id)}</ButtonLink>
        </Empty>
      ) : (
        <Empty title="Your cart is empty" heading>
          <ButtonLink to={homeUrl}>Continue Shopping</ButtonLink>
          <SavedOrderLinks />
        </Empty>
      )}
      <AskUs />
    </div>
  )
}

/** Sentences about prices and stock that have changed since the cart was filled. */
function ChangeNotes({ notes }: { notes: string[] }) {
  return (
    <div role="status" className="cart-changes">
      {notes.length > 0 && (
        <Notice tone="amber">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </Notice>
      )}
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
