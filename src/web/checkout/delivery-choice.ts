import { useEffect, useState } from 'react'
import { type DeliveryOffer, isPoint } from '#domain/delivery-options.ts'
import type { DeliveryQuote, QuotedPlace } from '#features/delivery/quote-delivery.ts'
import { storedValue, tab } from '#web/browser/stored-value.ts'
import { typedKeys } from '#web/session/clear-on-sign-out.ts'

/** How the order of this tab is to be delivered, as its page shows it. */
export interface DeliveryChoice {
  /** Null until fee and days are known. */
  quote: DeliveryQuote | null
  /** The address that `quote` is for. */
  address: string
  /** The place, where the buyer chose it; otherwise the address names it. */
  place: QuotedPlace | null
  /** The option that the buyer chose; without it the usual one. */
  option_id: string | null
  /** Which stage or courier office, for an option to one. */
  point: string
  /** The place that the address names, where the buyer keeps the other one. */
  address_place: string
  /** What the buyer had typed before the address of a point took its place. */
  typed: string
  /** Who takes the parcel, where it is not the buyer. */
  receiver: { name: string; phone: string } | null
}

export const noChoice: DeliveryChoice = {
  quote: null,
  address: '',
  place: null,
  option_id: null,
  point: '',
  address_place: '',
  typed: '',
  receiver: null,
}

const choice = storedValue<DeliveryChoice>(tab, typedKeys.delivery, { empty: noChoice, parse })

export const clearChoice = () => void choice.tryWrite(null)

/** The choice of this tab, which survives a reload, and what changes it. It is gone with the rest that was typed, such as when the user signs out in another tab. */
export function useDeliveryChoice(): [DeliveryChoice, (change: Partial<DeliveryChoice>) => void] {
  const [chosen, setChosen] = useState(choice.get)
  useEffect(() => void choice.tryWrite(chosen === noChoice ? null : chosen), [chosen])
  useEffect(() => choice.subscribe(() => choice.get() === noChoice && setChosen(noChoice)), [])
  return [chosen, (change) => setChosen((before) => withChange(before, change))]
}

/** The choice after a change; a stage or office of another place is never kept. */
export function withChange(before: DeliveryChoice, change: Partial<DeliveryChoice>): DeliveryChoice {
  const after = { ...before, ...change }
  return after.quote?.place.id === before.quote?.place.id ? after : { ...after, point: '' }
}

/** The option that is chosen, with its fee; null where there is none, or none is known yet. */
export function offerIn({ quote, option_id }: DeliveryChoice): DeliveryOffer | null {
  return [option_id, quote?.option_id].flatMap((id) => quote?.options.find((option) => option.option_id === id) ?? [])[0] ?? null
}

/** Whether the shop does not deliver to the place. */
export function isNowhere({ quote }: DeliveryChoice): boolean {
  return quote?.options.length === 0
}

/** The fields of Place Order. While the address is newer than the quote, the shop finds the place by itself. */
export function deliveryFieldsOf(chosen: DeliveryChoice, address: string) {
  const { quote, place, option_id, receiver } = chosen
  const offer = offerIn(chosen)
  const isStage = offer?.kind === 'stage'
  const isOfAddress = place !== null || isPointIn(chosen) || chosen.address === address.trim()
  return {
    delivery_place: place?.id ?? (isOfAddress ? (quote?.place.id ?? '') : ''),
    // The shop asks which stage only where one is named.
    delivery_option_id: ((!isOfAddress && option_id) || (isOfAddress || isStage ? offer?.option_id : '')) ?? '',
    delivery_point: isOfAddress && isStage ? chosen.point.trim() : '',
    address_place: chosen.address_place,
    receiver_name: receiver?.name.trim() ?? '',
    receiver_phone: receiver?.phone.trim() ?? '',
  }
}

/** Whether the buyer has chosen to come for the order: then its address stands in the field of theirs. */
export function isPointIn(chosen: DeliveryChoice): boolean {
  const offer = offerIn(chosen)
  return offer?.option_id === chosen.option_id && isPoint(offer?.kind)
}

/** The facts of a refusal about delivery: the options as they are now. */
export interface DeliveryFacts {
  place: string
  place_name: string
  option_id: string
  options: DeliveryOffer[]
}

/** The choice after a refusal: an option that is still there stays chosen. */
export function withFacts(before: DeliveryChoice, { place, place_name, option_id, options }: DeliveryFacts, address: string): DeliveryChoice {
  const quote = { place: { id: place, name: place_name }, sentence: '', option_id, options, refusal: null, stages: before.quote?.stages ?? [] }
  return {
    ...before,
    quote,
    address: address.trim(),
    place: before.place && quote.place,
    option_id: options.some((option) => option.option_id === before.option_id) ? before.option_id : null,
  }
}

/** What an older version stored is not read. */
function parse(text: string): DeliveryChoice {
  const stored = Object(JSON.parse(text))
  const isWhole = Object.keys(noChoice).every((name) => name in stored) && (stored.quote === null || Array.isArray(stored.quote?.options))
  return isWhole ? stored : noChoice
}
