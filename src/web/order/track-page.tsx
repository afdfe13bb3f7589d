import { useRef } from 'react'
import { data, Form, type HeadersFunction, Link, useNavigation } from 'react-router'
import { sendLinkAgain, type TrackedOrder, trackOrder } from '#features/orders/track-order.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field, PhoneField } from '#ui/kit/field.tsx'
import { Moment } from '#ui/kit/moment.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { OrderBadge } from '#ui/shop/order-badge.tsx'
import { ordersUrl, trackUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { focusAndScroll, RefusalNotice, UnsureNotice, useFocusOnError } from '#web/forms/form-errors.tsx'
import { answerOf, type Refusal, refusalResponse, type Unsure } from '#web/forms/refusal.ts'
import { useEachAnswer } from '#web/forms/use-action.tsx'
import { LateNotice, Parcel, StepList, Timeline } from '#web/order/order-progress.tsx'
import { SavedOrderLink } from '#web/order/saved-order-links.tsx'
import { pageMeta, publicPage } from '#web/public-page.ts'
import { useSavedOrders } from '#web/session/saved-orders.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/track-page.ts'
import './track.css'

/** The result of the form. `typed` is returned too, because a page without scripts would lose it. */
interface TrackAnswer {
  typed: { code: string; phone: string }
  found: TrackedOrder | null
  /** Whether the link was sent again. */
  sent: boolean
  refusal: Refusal | null
  unsure: Unsure['unsure'] | null
}

export function loader({ context }: Route.LoaderArgs) {
  return publicPage({ sms: context.get(shopContext).ctx.services.sms !== null })
}

/** Code and phone are posted, so that they are in no address, history or log. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx } = context.get(shopContext)
  const form = await request.formData().catch(() => new FormData())
  const typed = { code: textOf(form, 'code'), phone: textOf(form, 'phone') }
  const answer: TrackAnswer = { typed, found: null, sent: false, refusal: null, unsure: null }
  try {
    answer.found = await trackOrder(ctx, typed)
    if (form.get('intent') === 'send') {
      await sendLinkAgain(ctx, typed)
      answer.sent = true
    }
    return data(answer, { headers: { 'Cache-Control': 'no-store' } })
  } catch (error) {
    const { data: said, init } = refusalResponse(error)
    return data({ ...answer, ...said }, init ?? {})
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOf(serverAction)
}

/**
 * The page is public until the form is submitted. `same-origin` hides the address from other sites; with `no-referrer` the form would be sent without an Origin
 * header.
 */
export const headers: HeadersFunction = ({ loaderHeaders, actionHeaders, errorHeaders }) => {
  const all = new Headers(errorHeaders ?? (actionHeaders.has('Cache-Control') ? actionHeaders : loaderHeaders))
  all.set('Referrer-Policy', 'same-origin')
  return all
}

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Track your order',
    description: 'See how far your order is with its code and your phone number, and have its link sent again.',
    path: trackUrl,
  })
}

export default function TrackPage({ loaderData: { sms }, actionData }: Route.ComponentProps) {
  const answer = (actionData ?? {}) as Partial<TrackAnswer>
  const { formData } = useNavigation()
  const submitted = formData && (formData.get('intent') === 'send' ? 'send' : 'track')
  return (
    <div className="container track">
      <div>
        <h1>Track your order</h1>
        <TrackForm answer={answer} busy={submitted === 'track'} />
      </div>
      <div>
        {answer.found && answer.typed && (
          <Tracked found={answer.found} typed={answer.typed} sent={answer.sent ?? false} bySms={sms} busy={submitted === 'send'} answer={answer} />
        )}
        <DeviceOrders />
      </div>
    </div>
  )
}

function TrackForm({ answer: { typed, refusal, unsure }, busy }: { answer: Partial<TrackAnswer>; busy: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  useFocusOnError(form, outcome, 0, busy ? null : (refusal ?? unsure))
  return (
    <Form method="post" action={trackUrl} className="form" ref={form} noValidate>
      <p className="track-lead">Your order’s code or its M-Pesa receipt, and the phone number you gave at checkout, show how far it is.</p>
      <Field
        name="code"
        label="Order code or M-Pesa receipt"
        hint="The code is 8 letters and figures, such as 3f9a21c8. It is in your SMS, e-mail or receipt."
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="next"
        defaultValue={typed?.code}
        error={refusal?.fields?.code ?? null}
      />
      <PhoneField
        name="phone"
        label="Phone Number (M-Pesa)"
        hint="The one you gave at checkout."
        autoComplete="tel"
        required
        enterKeyHint="done"
        defaultValue={typed?.phone}
        error={refusal?.fields?.phone ?? null}
      />
      {refusal && <RefusalNotice refusal={refusal} beside={['code', 'phone']} ref={outcome} />}
      {unsure && <UnsureNotice unsure={unsure} repeating={false} advice="Check your connection, then press Show my order again." ref={outcome} />}
      <Button type="submit" wide busy={busy}>
        {busy ? 'Looking...' : 'Show my order'}
      </Button>
    </Form>
  )
}

function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? '').slice(0, 100)
}

export function ErrorBoundary() {
  return <ErrorPage />
}

interface TrackedProps {
  found: TrackedOrder
  typed: { code: string; phone: string }
  sent: boolean
  bySms: boolean
  busy: boolean
  /** The action's answer that this is a part of; a new one moves the focus here. */
  answer: object
}

/** The status of an order without any data of its buyer: these are behind the link that goes to the buyer's phone. */
function Tracked({
  found: { code, status, delivery_kind, next, timeline, parcel, steps, promise, late },
  typed,
  sent,
  bySms,
  busy,
  answer,
}: TrackedProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const news = useRef<HTMLDivElement>(null)
  useEachAnswer(answer, () => {
    if (!('refusal' in answer) || !answer.refusal) focusAndScroll(sent ? news.current : title.current)
    return undefined
  })
  return (
    <section className="tracked" aria-labelledby="tracked">
      <h2 id="tracked" ref={title} tabIndex={-1}>
        Order <span className="tabular">{code}</span>
      </h2>
      <p>
        <OrderBadge status={status} kind={delivery_kind} />
      </p>
      <p>{next}</p>
      {promise && (
        <p className="order-promise">
          <b>{promise.days}</b>
          {promise.option}
        </p>
      )}
      <LateNotice late={late} code={code} />
      <Parcel parcel={parcel} />
      <StepList steps={steps} />
      <Timeline order={{ timeline, delivery_kind }} />
      {sent ? (
        <Notice tone="lake" role="status" tabIndex={-1} ref={news}>
          <b>The link is on its way.</b>
          <p>
            {bySms ? 'It goes by SMS to the phone that the order was placed with.' : 'It goes to the e-mail address of the order, if it has one.'}
          </p>
        </Notice>
      ) : (
        <Form method="post" action={trackUrl}>
          <input type="hidden" name="code" value={typed.code} />
          <input type="hidden" name="phone" value={typed.phone} />
          <input type="hidden" name="intent" value="send" />
          <p className="track-hint">The receipt and the delivery address are on the order’s own page.</p>
          <Button type="submit" look="ghost" busy={busy}>
            {busy ? 'Sending...' : 'Send me its link again'}
          </Button>
        </Form>
      )}
    </section>
  )
}

/** The orders of this device. The HTML has the section for all visitors, and CSS shows it only if there are orders (session/session-watch.ts). */
function DeviceOrders() {
  const orders = useSavedOrders()
  return (
    <>
      <section className="device-orders when-orders" aria-labelledby="orders-here">
        <h2 id="orders-here">Your orders</h2>
        <p>Placed on this device in the last 30 days.</p>
        <ul>
          {orders.map((order) => (
            <li key={order.id}>
              <SavedOrderLink order={order} />
              <Moment at={new Date(order.at).toISOString()} dayOnly />
            </li>
          ))}
        </ul>
      </section>
      <p className="when-in">
        All orders of your account are under{' '}
        <Link className="link" to={ordersUrl()}>
          My Orders
        </Link>
        .
      </p>
    </>
  )
}
