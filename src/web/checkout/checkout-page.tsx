import { useState } from 'react'
import type { Context } from '#core/context.ts'
import { deliveryFields, receiverRefusal } from '#domain/checkout-fields.ts'
import { feeText, noDeliveryText, otherAddressText, pointText } from '#domain/delivery-options.ts'
import { formatDays } from '#domain/nairobi-time.ts'
import { formatPhone } from '#domain/phone.ts'
import { type DeliveryQuote, type QuotedPlace, quoteAddress } from '#features/delivery/quote-delivery.ts'
import { placeOrder } from '#features/orders/checkout/place-order.ts'
import { getAccount, getProfile } from '#features/people/profiles.ts'
import { Button } from '#ui/kit/button.tsx'
import { TextField } from '#ui/kit/field.tsx'
import { CheckoutSteps } from '#ui/shop/checkout-steps.tsx'
import { checkoutUrl } from '#web/addresses.ts'
import { useInBrowser } from '#web/browser/browser-state.ts'
import { useCart } from '#web/cart/cart-context.tsx'
import { useFreshPrices } from '#web/cart/fresh-prices.ts'
import { AskUs, ChangeNotes, EmptyCart, OrderSummary, SmallSummary, useOrderOfOtherTab } from '#web/checkout/checkout-cart.tsx'
import { type DeliveryChoice, isNowhere, isPointIn, offerIn, useDeliveryChoice, withFacts } from '#web/checkout/delivery-choice.ts'
import { DeliveryForm } from '#web/checkout/delivery-form.tsx'
import { type KnownDelivery, LastDetails, saveLastDetails, useDelivery } from '#web/checkout/use-delivery.tsx'
import { orderBodyOf, usePlacing } from '#web/checkout/use-placing.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { answerOf, refusalResponse } from '#web/forms/refusal.ts'
import { pageMeta } from '#web/public-page.ts'
import { authStore, useAuth } from '#web/session/auth-store.ts'
import { useDeliveryPlace } from '#web/session/delivery-place.tsx'
import { useReferral } from '#web/session/use-referral.ts'
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
  if (!request.headers.get('content-type')?.startsWith('application/json'))
    return answerFee(ctx, await request.formData().catch(() => new FormData()))
  try {
    const { idempotency_key: idempotencyKey, ...order } = Object(await request.json().catch(() => null))
    const { order: placed, key } = await placeOrder(ctx, { ...order, idempotencyKey }, { isSecretKey: true })
    return { placed: { id: placed.id, key, prompt: placed.payment?.state ?? ('created' as const) } }
  } catch (error) {
    return refusalResponse(error)
  }
}

/** The answer to the form of a page without scripts. */
async function answerFee(ctx: Context, form: FormData): Promise<AskedFee> {
  const address = String(form.get('delivery_address') ?? '').slice(0, deliveryFields.delivery_address.max)
  return { address, quote: await quoteAddress(ctx, { address }) }
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
export default function CheckoutPage({ loaderData, actionData }: Route.ComponentProps) {
  const asked = actionData && 'quote' in actionData ? actionData : null
  return useInBrowser() ? <Checkout known={loaderData ?? null} /> : <CheckoutLoading asked={asked} />
}

function Checkout({ known }: { known: KnownDelivery | null }) {
  const { items } = useCart()
  const referral = useReferral()
  const [choice, choose] = useDeliveryChoice()
  const userId = useAuth()?.user.id ?? null
  const placing = usePlacing((facts) => choose(withFacts(choice, facts, form.values.delivery_address)))
  const form = useDelivery(placing.refusal?.fields, known, userId, refusalsOf(choice, useDeliveryPlace()))
  const lines = placing.sentLines ?? items
  const order = orderBodyOf(form.values, lines, referral, choice)
  const offer = offerIn(choice)
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
        <SmallSummary lines={lines} offer={offer} />
        <ChangeNotes notes={notes} />
        {userId === null && <LastDetails values={form.values} onTake={form.fill} />}
        <DeliveryForm
          form={form}
          choice={choice}
          onChoose={choose}
          placing={placing}
          unsettled={unsettled}
          lines={lines}
          onPlace={() => {
            // The address of a pick-up point is not the buyer's own.
            if (userId === null) saveLastDetails({ ...form.values, ...(isPointIn(choice) && { delivery_address: choice.typed }) })
            placing.place(order, lines, choice.quote?.place ?? null)
          }}
        />
        <AskUs />
      </div>
      <OrderSummary lines={lines} offer={offer} referral={referral} fixed={placing.busy} />
    </div>
  )
}

/** Errors of the form's part about delivery. The address is at fault where it names the place: neither the buyer chose that, nor is it the device's `own`. */
function refusalsOf(choice: DeliveryChoice, own: QuotedPlace | null) {
  const { quote, place, address, receiver } = choice
  const { refusal = null, sentence = '' } = quote ?? {}
  const isOfAddress = refusal ? refusal === 'outside_kenya' : place === null && address !== '' && quote?.place.id !== own?.id
  return {
    ...(quote &&
      isNowhere(choice) && {
        [isOfAddress ? 'delivery_address' : 'delivery_place']: refusal ? sentence : isOfAddress ? otherAddressText : noDeliveryText(quote.place.name),
      }),
    ...(offerIn(choice)?.kind === 'stage' && { delivery_point: choice.point.trim() ? null : pointText }),
    ...(receiver && receiverRefusal(receiver)),
  }
}

function CheckoutLoading({ asked }: { asked: AskedFee | null }) {
  return (
    <div className="container checkout">
      <div>
        <CheckoutSteps current={0} />
        <h1>Checkout</h1>
        <p className="checkout-opening" role="status">
          Loading...
        </p>
        {/* Browsers with scripts read nothing of it, so it is only in the server's build. */}
        <noscript>{import.meta.env.SSR && <FeeForm asked={asked} />}</noscript>
        <AskUs />
      </div>
    </div>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}

export interface AskedFee {
  address: string
  quote: DeliveryQuote
}

/** Without scripts there is no cart to check out, but fee and days of delivery are shown. Posted: an address is in no history and no log. */
function FeeForm({ asked }: { asked: AskedFee | null }) {
  const refusal =
    asked?.quote.refusal === 'town_needed' ? 'Add the town or county to the address, such as Kisumu.' : asked?.quote.refusal && asked.quote.sentence
  return (
    <>
      <p>Checkout needs JavaScript: it keeps your cart and shows how the payment goes. Switch JavaScript on and reload, or order on WhatsApp.</p>
      <form className="form" method="post" action={checkoutUrl}>
        <TextField
          label="Delivery Address"
          name="delivery_address"
          hint="Town, estate, landmark or stage."
          required
          defaultValue={asked?.address}
          error={refusal}
        />
        <Button type="submit">What does delivery cost?</Button>
      </form>
      {asked && !refusal && (
        <section aria-label="Delivery">
          <p>{asked.quote.sentence}</p>
          <ul>
            {asked.quote.options.map(({ option_id, name, fee, promised_from, promised_to, address, hours }) => (
              <li key={option_id}>
                <b>{name}</b>: {feeText(fee)}, {formatDays({ from: promised_from, to: promised_to })}
                {address && ` (${address}, ${hours})`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
