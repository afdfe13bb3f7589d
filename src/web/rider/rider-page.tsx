import { useRef, useState } from 'react'
import { data, type HeadersFunction, isRouteErrorResponse, useRouteError } from 'react-router'
import { type FailReason, failReasons, mapSearchUrl, riderLinkPath, type StopState } from '#domain/delivery-handover.ts'
import { formatPhone } from '#domain/phone.ts'
import { isProblem, problemStatus, problems } from '#domain/problem.ts'
import { whatsappUrl } from '#domain/shop.ts'
import { failStop, getRiderDay, handOver, type RiderStop, startStop } from '#features/orders/riders/rider-stops.ts'
import { Badge, type BadgeTone } from '#ui/kit/badge.tsx'
import { buttonClass } from '#ui/kit/button.tsx'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { ErrorPage } from '#web/error-page.tsx'
import { IntentForm } from '#web/forms/intent-form.tsx'
import { runAction } from '#web/forms/run-action.ts'
import { shopContext } from '#web/shop-context.ts'
import type { Route } from './+types/rider-page.ts'
import './rider.css'

/** What a page says whose link leads nowhere. */
type Over = typeof problems.rider_link_over & { shop: { name: string; phone: string } }

/** A rider's stops of today, behind the link of an SMS; not in the storefront's layout, because a rider is no shopper. */
export async function loader({ params: { token }, context }: Route.LoaderArgs) {
  const { ctx, shop } = context.get(shopContext)
  try {
    const { name, stops } = await getRiderDay(ctx, token)
    return data({ name, stops, shop: { name: shop.name, phone: shop.phone } })
  } catch (error) {
    if (!isProblem(error) || (error.code !== 'rider_link_over' && error.code !== 'too_many')) throw error
    throw data(
      { ...(error.code === 'too_many' ? {} : problems.rider_link_over), shop: { name: shop.name, phone: shop.phone } },
      { status: problemStatus(error) },
    )
  }
}

export function action({ params: { token }, request, context }: Route.ActionArgs) {
  return runAction(
    request,
    context.get(shopContext).ctx,
    {
      start: (ctx, sent) => startStop(ctx, token, sent),
      'hand-over': (ctx, sent) => handOver(ctx, token, sent),
      fail: (ctx, sent) => failStop(ctx, token, sent),
    },
    { secrets: /code/ },
  )
}

/** `same-origin` hides the address from other sites; with `no-referrer` the forms would be sent without an Origin header. */
export const headers: HeadersFunction = () => ({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' })

/** After a wrong code too: the fifth one takes the field away. */
export const shouldRevalidate = () => true

export function meta({ loaderData, error }: Route.MetaArgs) {
  const { shop } = loaderData ?? (isRouteErrorResponse(error) ? (error.data as Pick<Over, 'shop'>) : { shop: { name: 'Viatu' } })
  return [{ title: `${loaderData ? `Stops of ${loaderData.name}` : 'Stops of a rider'} | ${shop.name}` }, { name: 'robots', content: 'noindex' }]
}

export default function RiderPage({ loaderData: { name, stops, shop }, params: { token } }: Route.ComponentProps) {
  const open = stops.filter(({ to }) => to !== null).length
  return (
    <main className="rider">
      <header>
        <p>{shop.name}</p>
        <h1>{name}, your stops of today</h1>
        <p role="status">{stops.length === 0 ? 'The shop has given you no stops yet.' : `${open} of ${stops.length} to do.`}</p>
        <CallShop phone={shop.phone} />
      </header>
      {stops.map((stop, at) => (
        <StopCard
          key={stop.id}
          stop={stop}
          shopName={shop.name}
          link={riderLinkPath(token)}
          newZone={at === 0 || stop.zone !== stops[at - 1]?.zone}
        />
      ))}
    </main>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const over = isRouteErrorResponse(error) && error.status === 404 ? (error.data as Over) : null
  return (
    <main className="rider">
      {over ? (
        <header>
          <h1>{over.title}</h1>
          <p>{over.message}</p>
          <CallShop phone={over.shop.phone} />
        </header>
      ) : (
        <ErrorPage />
      )}
    </main>
  )
}

function CallShop({ phone }: { phone: string }) {
  if (!phone) return null
  return (
    <a className="link" href={`tel:${phone.replaceAll(' ', '')}`}>
      Call the shop
    </a>
  )
}

const states: Record<StopState, { label: string; tone: BadgeTone }> = {
  to_do: { label: 'To do', tone: 'amber' },
  on_the_way: { label: 'On the way', tone: 'lake' },
  handed_over: { label: 'Handed over', tone: 'leaf-solid' },
  failed: { label: 'Not handed over', tone: 'bad' },
  closed: { label: 'Closed by the shop', tone: 'grey' },
}
const exits = { target: '_blank', rel: 'noopener noreferrer' } as const

interface StopCardProps {
  stop: RiderStop
  shopName: string
  /** The path of the rider's link. */
  link: string
  /** The first stop of its zone. */
  newZone: boolean
}

/** One stop: who and where, and what the rider can do. One that is over keeps its code and place. */
function StopCard({ stop, shopName, link, newZone }: StopCardProps) {
  const { short_code, state, zone, place, failed_reason, to } = stop
  const title = `stop-${short_code}`
  return (
    <>
      {newZone && <h2 className="rider-zone">{zone ?? 'Without a zone'}</h2>}
      <article className="rider-stop" aria-labelledby={title}>
        <h3 id={title}>
          {to ? (to.receiver_name ?? to.name) : (place ?? 'Done')} <span className="tabular">{short_code}</span>
        </h3>
        <p role="status">
          <Badge tone={states[state].tone}>{states[state].label}</Badge> {failed_reason}
        </p>
        {to && (
          <>
            <address>
              {place && <b>{place}</b>}
              <span className="where">{to.address}</span>
            </address>
            {to.receiver_name && to.receiver_phone && (
              <p>
                {to.receiver_name} receives it for {to.name},{' '}
                <a className="link tabular" href={`tel:+${to.phone}`}>
                  {formatPhone(to.phone)}
                </a>
                .
              </p>
            )}
            <Calls to={to} place={place} words={`Hello, this is the rider of ${shopName} with your order ${short_code}.`} />
            <Acts stop={stop} link={link} />
          </>
        )}
      </article>
    </>
  )
}

function Calls({ to, place, words }: { to: NonNullable<RiderStop['to']>; place: string | null; words: string }) {
  const phone = to.receiver_phone ?? to.phone
  const look = buttonClass({ look: 'ghost' })
  return (
    <div className="acts">
      <a className={look} href={`tel:+${phone}`} aria-label={`Call ${formatPhone(phone)}`}>
        <Icon name="phone" small /> <span className="tabular">{formatPhone(phone)}</span>
      </a>
      <a className={look} href={whatsappUrl({ whatsapp: phone }, words)} {...exits}>
        <Icon name="whatsapp" small /> WhatsApp
      </a>
      <a className={look} href={mapSearchUrl(to.address, place)} {...exits}>
        Map
      </a>
    </div>
  )
}

function Acts({ stop: { id, short_code, state, may_try_code }, link }: { stop: RiderStop; link: string }) {
  const shared = { action: link, hidden: { order: id } }
  return (
    <>
      {state !== 'on_the_way' && <IntentForm {...shared} intent="start" submit="On the way" look="ghost" name={`On the way to ${short_code}`} />}
      {may_try_code ? (
        <IntentForm {...shared} intent="hand-over" submit="Handed over" name={`Handed over ${short_code}`}>
          {({ field }) => (
            <Field
              {...field('code')}
              label="Delivery code"
              hint="The buyer has these four digits by SMS and on the order page."
              inputMode="numeric"
              autoComplete="off"
              maxLength={8}
              required
            />
          )}
        </IntentForm>
      ) : (
        <Notice tone="bad">Five codes were wrong: it cannot be handed over by code any more. Say why below, and call the shop.</Notice>
      )}
      <FailBox action={link} order={id} code={short_code} />
    </>
  )
}

/** Closed and empty again once a reason is saved. */
function FailBox({ action, order, code }: { action: string; order: string; code: string }) {
  const box = useRef<HTMLDetailsElement>(null)
  const [savedCount, setSavedCount] = useState(0)
  const close = () => {
    if (box.current) box.current.open = false
    setSavedCount(savedCount + 1)
  }
  const form = { action, hidden: { order }, submit: 'Save this reason', name: `Save this reason for ${code}` }
  return (
    <details className="rider-fail" ref={box}>
      <summary>Could not hand over</summary>
      <IntentForm key={savedCount} {...form} intent="fail" look="bad" onDone={close}>
        {({ field }) => (
          <>
            <SelectField {...field('reason', 'nobody')} label="Why">
              {(Object.keys(failReasons) as FailReason[]).map((reason) => (
                <option key={reason} value={reason}>
                  {failReasons[reason]}
                </option>
              ))}
            </SelectField>
            <Field {...field('words')} label="In your words" optional maxLength={200} />
          </>
        )}
      </IntentForm>
    </details>
  )
}
