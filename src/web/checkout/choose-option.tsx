import { useEffect, useId, useState } from 'react'
import { type DeliveryOffer, feeText, noDeliveryText, optionKinds } from '#domain/delivery-options.ts'
import { usualPlace } from '#domain/delivery-places.ts'
import { formatDays } from '#domain/nairobi-time.ts'
import type { DeliveryQuote, QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { Button, buttonClass } from '#ui/kit/button.tsx'
import { CheckField, Field, FieldError, PhoneField } from '#ui/kit/field.tsx'
import { type DeliveryChoice, isNowhere, isPointIn, noChoice, offerIn } from '#web/checkout/delivery-choice.ts'
import { askDelivery, PlaceChooser, saveDeliveryPlace, useDeliveryPlace } from '#web/session/delivery-place.tsx'
import { WhatsappLink } from '#web/whatsapp-link.tsx'
import './choose-option.css'

export interface DeliveryOptionsProps {
  choice: DeliveryChoice
  onChange: (change: Partial<DeliveryChoice>) => void
  /** As it is typed. */
  address: string
  onAddress: (text: string) => void
  /** KSh after discounts. */
  goods: number
  /** The order was sent, or is being sent: nothing of it may change by itself. */
  fixed: boolean
  /** Why the shop refused the option. */
  error: string | null
  errorOf: (field: string) => string | null
}

/** Milliseconds without a key before the shop is asked about the address. */
const pauseMs = 500

/** The place that the order goes to, the options to it with fee and days, and who takes it. */
export function DeliveryOptions({ choice, onChange, address, onAddress, goods, fixed, error, errorOf }: DeliveryOptionsProps) {
  const { quote } = choice
  const [isOpen, setOpen] = useState(false)
  const failed = useFreshQuote({ choice, onChange, address, goods, fixed })
  const chosen = offerIn(choice)
  const needsTown = quote?.refusal === 'town_needed'

  const chooseOption = (option: DeliveryOffer) => {
    // The address of a point takes the place of the buyer's own, which comes back with an option that brings the order.
    const wasPoint = isPointIn(choice)
    const next = { ...choice, option_id: option.option_id, typed: wasPoint ? choice.typed : address }
    onChange(next)
    if (isPointIn(next)) onAddress(`${option.name}, ${option.address}`)
    else if (wasPoint) onAddress(choice.typed)
  }
  const choosePlace = (place: QuotedPlace) => {
    if (isPointIn(choice)) onAddress(choice.typed)
    onChange({ place, quote: null, option_id: noChoice.option_id, address_place: noChoice.address_place })
    saveDeliveryPlace(place)
  }

  return (
    <section className="delivery-options" aria-label="Delivery" aria-busy={!quote || undefined}>
      <p tabIndex={-1} data-invalid={isNowhere(choice) || undefined}>
        <span role="status">
          {quote ? headingOf(quote) : failed ? 'Fee and days of delivery did not load: press the button to see them.' : 'Delivery: …'}
        </span>{' '}
        {/* One button in both cases: the list of places gives it the focus back. */}
        <button type="button" className={needsTown ? buttonClass({ look: 'ghost' }) : 'link'} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {needsTown ? (
            'Choose the town'
          ) : (
            <>
              Change<span className="visually-hidden"> the place of delivery</span>
            </>
          )}
        </button>
      </p>
      {quote && isNowhere(choice) && !quote.refusal && (
        <div>
          <WhatsappLink look="ghost" words={`I would like an order delivered to ${quote.place.name}.`}>
            Ask us on WhatsApp
          </WhatsappLink>
        </div>
      )}
      {quote && !isNowhere(choice) && (
        <fieldset>
          <legend className="visually-hidden">How shall it come?</legend>
          {quote.options.map((option) => (
            <Option key={option.option_id} option={option} checked={option === chosen} onChoose={() => chooseOption(option)} />
          ))}
        </fieldset>
      )}
      {chosen?.kind === 'stage' && (
        <>
          <Field
            label="Which stage or office?"
            name="delivery_point"
            required
            maxLength={80}
            autoComplete="off"
            value={choice.point}
            error={errorOf('delivery_point')}
            onChange={({ target }) => onChange({ point: target.value })}
          />
          <div className="acts">
            {quote?.stages.map((stage) => (
              <Button key={stage} look="ghost" small aria-pressed={choice.point === stage} onClick={() => onChange({ point: stage })}>
                {stage}
              </Button>
            ))}
          </div>
        </>
      )}
      {error && <FieldError role="alert">{error}</FieldError>}
      <ReceiverFields receiver={choice.receiver} onChange={(receiver) => onChange({ receiver })} errorOf={errorOf} />
      <PlaceChooser open={isOpen} onClose={() => setOpen(false)} onChoose={choosePlace} />
    </section>
  )
}

function Option({ option, checked, onChoose }: { option: DeliveryOffer; checked: boolean; onChoose: () => void }) {
  const id = useId()
  const { kind, name, fee, promised_from, promised_to, address, hours, map_url, courier } = option
  const about = [address, hours, courier && `By ${courier}`].filter(Boolean)
  const facts = about.length > 0 || name === optionKinds[kind].label ? about : [optionKinds[kind].label]
  return (
    <div className="delivery-option">
      <label>
        <input
          type="radio"
          name="option"
          value={option.option_id}
          checked={checked}
          onChange={onChoose}
          aria-describedby={facts.length > 0 ? id : undefined}
        />
        <span>
          <b>{name}</b>
          <span className="tabular">{formatDays({ from: promised_from, to: promised_to })}</span>
        </span>
        <b className="tabular">{feeText(fee)}</b>
      </label>
      {facts.length > 0 && (
        <small id={id}>
          <span>{facts.join(' · ')}</span>{' '}
          {map_url && (
            <a className="link" href={map_url} target="_blank" rel="noopener">
              Map<span className="visually-hidden"> of {name}</span>
            </a>
          )}
        </small>
      )}
    </div>
  )
}

function headingOf({ place, options, refusal, sentence }: DeliveryQuote): string {
  if (refusal) return sentence
  return options.length === 0 ? noDeliveryText(place.name) : `Delivering to ${place.name}.`
}

/** Asks the shop for fee and days of the place that was chosen or that the address names; without either of this device's place. Returns whether that failed. */
function useFreshQuote({
  choice,
  onChange,
  address,
  goods,
  fixed,
}: Pick<DeliveryOptionsProps, 'choice' | 'onChange' | 'address' | 'goods' | 'fixed'>): boolean {
  const own = useDeliveryPlace()
  const [failed, setFailed] = useState(false)
  const isPoint = isPointIn(choice)
  const isNamed = choice.place !== null || isPoint
  const asked = isNamed ? '' : address.trim()
  const place = choice.place?.id ?? (isPoint ? choice.quote?.place.id : (own?.id ?? (asked ? undefined : usualPlace)))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place is asked about once, also one that is chosen again; what it answers is no reason to ask
  useEffect(() => {
    if (fixed) return
    return askDelivery<DeliveryQuote>({ address: asked, place, goods }, choice.quote === null ? 0 : pauseMs, (quote) => {
      setFailed(quote === null)
      if (quote) onChange({ quote, address: asked })
    })
  }, [asked, place, choice.place, goods, fixed])
  return failed
}

type Receiver = DeliveryChoice['receiver']

interface ReceiverFieldsProps {
  receiver: Receiver
  onChange: (receiver: Receiver) => void
  errorOf: (field: string) => string | null
}

/** Who takes the parcel, where it is not the buyer. */
function ReceiverFields({ receiver, onChange, errorOf }: ReceiverFieldsProps) {
  return (
    <>
      <CheckField checked={receiver !== null} onChange={({ target }) => onChange(target.checked ? { name: '', phone: '' } : null)}>
        Somebody else receives it
      </CheckField>
      {receiver && (
        <>
          <Field
            label="Name of the receiver"
            name="receiver_name"
            required
            autoComplete="off"
            autoCapitalize="words"
            value={receiver.name}
            error={errorOf('receiver_name')}
            onChange={({ target }) => onChange({ ...receiver, name: target.value })}
          />
          <PhoneField
            label="Phone of the receiver"
            hint="We call this number on delivery."
            name="receiver_phone"
            required
            autoComplete="off"
            value={receiver.phone}
            error={errorOf('receiver_phone')}
            onChange={({ target }) => onChange({ ...receiver, phone: target.value })}
          />
        </>
      )}
    </>
  )
}
