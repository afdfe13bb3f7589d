import { useRef, useState } from 'react'
import { type FailReason, failReasons, mapSearchUrl, type StopState } from '#domain/delivery-handover.ts'
import { formatPhone } from '#domain/phone.ts'
import { whatsappUrl } from '#domain/shop.ts'
import type { RiderStop } from '#features/orders/riders/rider-stops.ts'
import { Badge, type BadgeTone } from '#ui/kit/badge.tsx'
import { buttonClass } from '#ui/kit/button.tsx'
import { Field, SelectField } from '#ui/kit/field.tsx'
import { Icon } from '#ui/kit/icon.tsx'
import { Notice } from '#ui/kit/notice.tsx'
import { IntentForm } from '#web/forms/intent-form.tsx'

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
export function StopCard({ stop, shopName, link, newZone }: StopCardProps) {
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
