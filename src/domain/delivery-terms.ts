import { type ClosedDays, type Day, formatDays, promisedDays } from '#domain/delivery-days.ts'
import { type DeliveryOption, feeOf, isPoint, type OptionKind, type OptionPlace, optionsInOrder } from '#domain/delivery-options.ts'
import type { PlaceIndex } from '#domain/delivery-places.ts'
import { feeText } from '#domain/delivery-words.ts'
import type { Cents } from '#domain/money.ts'

export interface DeliveryZone {
  id: string
  name: string
  /** In the order of the panel, and of a rider's stops. */
  position: number
}

/** Everything that fees and days are worked out from: one reading of some hundred rows, which a process keeps. */
export interface DeliveryTerms {
  zones: readonly DeliveryZone[]
  options: readonly DeliveryOption[]
  places: PlaceIndex
  closed: ClosedDays
}

/** One option for one buyer's goods and place. Amounts in KSh. */
export interface DeliveryOffer extends OptionPlace {
  option_id: string
  kind: OptionKind
  name: string
  zone: string
  fee: number
  promised_from: Day
  promised_to: Day
}

/** The options to a place for goods of this amount, after discounts, the cheapest first; none where the shop does not deliver there yet. */
export function deliveryOffers(terms: DeliveryTerms, placeId: string, goods: Cents, at: Date): DeliveryOffer[] {
  const zone = terms.zones.find(({ id }) => id === terms.places.zoneOf(placeId))
  if (!zone) return []
  return optionsInOrder(terms.options, zone.id, goods).map((option) => {
    const { from, to } = promisedDays(at, option, terms.closed)
    const { id, kind, name, address, hours, map_url, courier } = option
    const place = { address, hours, map_url, courier }
    return { option_id: id, kind, name, zone: zone.name, fee: feeOf(option, goods), promised_from: from, promised_to: to, ...place }
  })
}

/** The offer of a buyer who has chosen none: the cheapest that brings the order to its place, or, where the zone has only points to collect it, the cheapest of these. */
export function usualOffer<Offer extends Pick<DeliveryOffer, 'kind'>>(offers: readonly Offer[]): Offer | undefined {
  return offers.find(({ kind }) => !isPoint(kind)) ?? offers[0]
}

/** `To Kisumu: KSh 250 · Tue 24 - Wed 25 Nov`, of the first of the offers. */
export function deliverySentence(place: string, offer: Pick<DeliveryOffer, 'fee' | 'promised_from' | 'promised_to'> | undefined): string {
  if (!offer) return `To ${place}: we don't deliver there yet.`
  return `To ${place}: ${feeText(offer.fee)} · ${formatDays({ from: offer.promised_from, to: offer.promised_to })}`
}
