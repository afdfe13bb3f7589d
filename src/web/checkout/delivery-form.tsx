import { Suspense, useRef, useState } from 'react'
import { type Cart, totalAmount } from '#domain/cart.ts'
import type { Delivery } from '#domain/checkout-fields.ts'
import { formatShillings } from '#domain/money.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field, PhoneField, TextField } from '#ui/kit/field.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { DeliveryLine } from '#ui/shop/delivery-line.tsx'
import { useOnline } from '#web/browser/browser-state.ts'
import { TotalWith, totalWith } from '#web/checkout/checkout-cart.tsx'
import { type DeliveryChoice, isNowhere, offerIn } from '#web/checkout/delivery-choice.ts'
import type { DeliveryForm as Form } from '#web/checkout/use-delivery.tsx'
import type { Placing } from '#web/checkout/use-placing.ts'
import { lazyPart } from '#web/first-paint/lazy-parts.tsx'
import { EmailField } from '#web/forms/email-field.tsx'
import { RefusalNotice, UnsureNotice, useFocusOnError } from '#web/forms/form-errors.tsx'
import type { Refusal } from '#web/forms/refusal.ts'
import { SavedOrderLink } from '#web/order/saved-order-links.tsx'
import { useSavedOrders, waitingOrder } from '#web/session/saved-orders.ts'
import { useShop } from '#web/shop-facts.ts'

/** Where it does not load, the buyer sees fee and days after pressing the button. */
const DeliveryOptions = lazyPart(() => import('#web/checkout/choose-option.tsx').then(({ DeliveryOptions }) => DeliveryOptions))
const WhichPlace = lazyPart(() => import('#web/checkout/which-place.tsx').then(({ WhichPlace }) => WhichPlace))

interface DeliveryFormProps {
  form: Form
  choice: DeliveryChoice
  onChoose: (change: Partial<DeliveryChoice>) => void
  placing: Placing
  /** This order was sent before the page was reloaded and its outcome is unknown. */
  unsettled: boolean
  lines: Cart
  onPlace: () => void
}

export function DeliveryForm({ form, choice, onChoose, placing, unsettled, lines, onPlace }: DeliveryFormProps) {
  const { busy, refusal, unsure, notes } = placing
  const element = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const [checks, setChecks] = useState(0)
  const online = useOnline()
  const { exchangeDays, sendsSms } = useShop()
  const offer = offerIn(choice)
  useFocusOnError(element, outcome, checks, refusal ?? (busy ? null : unsure))

  const field = (name: keyof Delivery) => ({
    name,
    required: name !== 'customer_email',
    value: form.values[name],
    error: form.errorOf(name),
    onChange: (event: { target: { value: string } }) => form.set(name, event.target.value),
    onBlur: () => form.leave(name),
  })
  return (
    <form
      className="form"
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!online) return
        if (form.check()) onPlace()
        else setChecks(checks + 1)
      }}
    >
      <Field {...field('customer_name')} label="Full Name" autoComplete="name" autoCapitalize="words" enterKeyHint="next" />
      <PhoneField {...field('customer_phone')} label="Phone Number (M-Pesa)" autoComplete="tel" placeholder="+254700000000" enterKeyHint="next" />
      <TextField
        {...field('delivery_address')}
        label="Delivery Address"
        hint="Town, estate, landmark or stage."
        autoComplete="street-address"
        placeholder="Enter your delivery address"
      />
      <Suspense fallback={<p className="delivery-awaited">Delivery: …</p>}>
        <DeliveryOptions
          choice={choice}
          onChange={(change) => {
            if ('receiver' in change) form.changed('receiver_name', 'receiver_phone')
            if ('point' in change) form.changed('delivery_point')
            onChoose(change)
          }}
          address={form.values.delivery_address}
          onAddress={(text) => form.set('delivery_address', text)}
          goods={totalAmount(lines)}
          fixed={busy || unsettled}
          error={refusal?.code === 'delivery_changed' ? refusal.message : null}
          errorOf={form.errorOf}
        />
      </Suspense>
      <EmailField
        {...field('customer_email')}
        typed={form.values.customer_email}
        onTake={(meant) => form.set('customer_email', meant)}
        label="Email"
        optional
        hint={sendsSms ? 'For your receipt and news of your order.' : 'We send no SMS: your receipt and news of your order come by e-mail alone.'}
        autoComplete="email"
        enterKeyHint="done"
      />
      <Notice tone="leaf" icon="cash">
        <b>M-Pesa payment.</b> We send a prompt of <span>{formatShillings(totalWith(lines, offer))}</span> to your phone. Enter your M-Pesa PIN there.
        We never ask for your PIN on this page.
      </Notice>
      {/* Where the shop does not deliver is above, beside the place, as soon as it is known. */}
      {refusal && !(placeErrors.includes(refusal.code) && isNowhere(choice)) && (
        <RefusalNotice
          refusal={refusal}
          beside={[...Object.keys(form.values), 'receiver_name', 'receiver_phone', 'delivery_point']}
          notes={notes}
          ref={outcome}
        >
          <WaitingOrderLink refusal={refusal} />
          <Suspense>{refusal.code === 'place_differs' && <WhichPlace facts={refusal.facts} choice={choice} onChange={onChoose} />}</Suspense>
        </RefusalNotice>
      )}
      {unsure && <UnsureNotice unsure={unsure} repeating={busy} advice={onceMore} ref={outcome} />}
      {unsettled && !unsure && !busy && <UnsettledNotice />}
      <DeliveryLine exchangeDays={exchangeDays} />
      {/* On narrow screens, where the summary is below the button, the total is repeated above it. */}
      <div className="short-total">
        <TotalWith lines={lines} offer={offer} />
      </div>
      <div role="status">
        {!online && (
          <Notice tone="amber">You are offline. Nothing is ordered or paid until the connection is back; what you wrote here stays.</Notice>
        )}
      </div>
      <Button type="submit" look="pay" wide className="place-order" busy={busy} disabled={!online}>
        {busy ? 'Processing Order...' : unsure || unsettled ? 'Try again' : 'Place Order & Pay with M-Pesa'}
      </Button>
    </form>
  )
}

const onceMore = 'Press Try again: the same order is sent once more, and is never placed twice.'

/** The page was reloaded before the outcome was known. */
function UnsettledNotice() {
  return (
    <Notice tone="amber" role="status">
      <b>We did not hear how your last try ended.</b>
      <p>{onceMore}</p>
    </Notice>
  )
}

/** The link to an order of this device that may own the open prompt. */
function WaitingOrderLink({ refusal }: { refusal: Refusal }) {
  const savedOrders = useSavedOrders()
  const order = promptErrors.includes(refusal.code) ? waitingOrder(savedOrders, Date.now()) : null
  return (
    order && (
      <p>
        <SavedOrderLink order={order} /> waits for its payment.
      </p>
    )
  )
}

const placeErrors: Refusal['code'][] = ['no_delivery', 'town_needed', 'outside_kenya']
const promptErrors: Refusal['code'][] = ['prompt_failed', 'prompt_limit', 'prompt_open']
