import { useRef } from 'react'
import { data, Form, type HeadersFunction, useNavigation } from 'react-router'
import { sendLinkAgain, type TrackedOrder, trackOrder } from '#features/orders/track-order.ts'
import { Button } from '#ui/kit/button.tsx'
import { Field, PhoneField } from '#ui/kit/field.tsx'
import { trackUrl } from '#web/addresses.ts'
import { ErrorPage } from '#web/error-page.tsx'
import { useFocusOnError } from '#web/forms/field-errors.ts'
import { RefusalNotice, UnsureNotice } from '#web/forms/outcome-notice.tsx'
import { answerOf, type Refusal, refusalResponse, type Unsure } from '#web/forms/refusal.ts'
import { DeviceOrders } from '#web/order/device-orders.tsx'
import { Tracked } from '#web/order/tracked.tsx'
import { pageMeta, publicPage } from '#web/page.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/track-page.ts'
import './track.css'

/** The result of the form. `typed` is returned too, because a page without scripts would lose it. */
export interface TrackAnswer {
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
