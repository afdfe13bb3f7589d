import { deliveryFields } from '#domain/checkout-fields.ts'
import {
  type DeliveryOffer,
  type DeliveryOption,
  type DeliveryTerms,
  deliveryOffers,
  isPoint,
  kenyaText,
  otherAddressText,
  pointText,
  townText,
  usualOffer,
} from '#domain/delivery-options.ts'
import { type Place, type PlaceIndex, rootPlace } from '#domain/delivery-places.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { isOutsideKenya } from '#domain/outside-kenya.ts'
import { Problem } from '#domain/problem.ts'
import type { OrderInput } from '#features/orders/checkout/order-input.ts'

/** How an order is delivered, as it is frozen in it. */
export interface ChosenDelivery {
  /** Null where the shop agrees the delivery with the buyer: then nothing is promised, and there is no fee. */
  option: DeliveryOption | null
  offer: DeliveryOffer | null
  fee: Cents
  place: string | null
  placeName: string | null
  /** Which stage or office a parcel goes to; null for other kinds. */
  point: string | null
  /** The place that the address names, where the buyer has confirmed another. */
  addressPlace: string | null
  /** As the buyer wrote it; of a point its name and address first. */
  address: string
  /** The option or the place that the buyer named is no longer there: this is what they would get instead. */
  isInstead: boolean
  /** All options to the place, for the buyer to choose again. */
  offers: DeliveryOffer[]
}

type Wanted = Pick<OrderInput, 'delivery_address' | 'delivery_place' | 'delivery_option_id'> &
  Partial<Pick<OrderInput, 'delivery_point' | 'address_place'>>

/**
 * The named option, or the usual one, to the named place, or the one in the address; one that names no place needs it first. A client that is never asked for a
 * town (`isDraft`) gets the usual option; where that costs something, or is no door, and the client's total has no fee (`isUnaware`) or the address no place, the shop
 * agrees the delivery with the buyer. Problems: outside_kenya, town_needed, place_differs, no_delivery, bad_input
 * (`delivery_address`, `delivery_point`).
 */
export function chooseDelivery(
  terms: DeliveryTerms,
  wanted: Wanted,
  goods: Cents,
  now: Date,
  { isDraft = false, isUnaware = false } = {},
): ChosenDelivery {
  const { places, options } = terms
  const named = options.find(({ id }) => id === wanted.delivery_option_id)
  const address = wanted.delivery_address ?? (named && addressAt(named))
  const isCollected = isPoint(named?.kind)
  if (!isCollected) requireInKenya(places, address)
  const known = wanted.delivery_place === undefined ? undefined : places.get(wanted.delivery_place)
  const inAddress = places.ofAddress(address ?? '')?.id
  const town = [known?.id, inAddress].find((id) => id !== undefined && id !== rootPlace)
  const isAsked = !isDraft || named !== undefined
  if (town === undefined && isAsked && !isCollected && address !== undefined)
    throw new Problem('town_needed', { fields: { delivery_place: townText } })
  const place = town ?? rootPlace
  const other = known && isAsked && !isCollected ? places.otherThan(known.id, address ?? '') : null
  if (known && other && other.id !== wanted.address_place) throw placeDiffers(places, known, other)
  const placeName = places.labelOf(place)
  const offers = deliveryOffers(terms, place, goods, now)
  const offer = offers.find(({ option_id }) => option_id === wanted.delivery_option_id) ?? usualOffer(offers)
  const option = options.find(({ id }) => id === offer?.option_id)
  const isOpen = offer ? offer.fee > 0 || offer.kind !== 'door' : town === undefined
  if (!isAsked && (isUnaware || town === undefined) && isOpen) return { ...toAgree, address: address ?? '' }
  if (!offer || !option) {
    // Of a place that the buyer chose, the address may say anything.
    throw new Problem('no_delivery', {
      detail: placeName,
      ...((!known || known.id === inAddress) && { fields: { delivery_address: otherAddressText } }),
    })
  }
  const isInstead = (wanted.delivery_option_id ?? option.id) !== option.id || (wanted.delivery_place !== undefined && !known)
  if (address === undefined && !isInstead) throw new Problem('bad_input', { fields: { delivery_address: deliveryFields.delivery_address.missing } })
  const point = (option.kind === 'stage' && wanted.delivery_point) || null
  if (option.kind === 'stage' && named && !isInstead && point === null) throw new Problem('bad_input', { fields: { delivery_point: pointText } })
  const addressPlace = other && places.labelOf(other.id)
  const whole = addressAt(option, address) ?? address ?? ''
  return { option, offer, fee: fromShillings(offer.fee), place, placeName, point, addressPlace, address: whole, isInstead, offers }
}

export function requireInKenya(places: PlaceIndex, address = ''): void {
  if (isOutsideKenya(places, address)) throw new Problem('outside_kenya', { fields: { delivery_address: kenyaText } })
}

function placeDiffers(places: PlaceIndex, known: Place, other: Place): Problem {
  const [place_name, address_place_name] = [places.labelOf(known.id), places.labelOf(other.id)]
  return new Problem('place_differs', {
    detail: `The address names ${address_place_name}, and the order would go to ${place_name}.`,
    facts: { place: known.id, place_name, address_place: other.id, address_place_name },
  })
}

const toAgree = {
  ...{ option: null, offer: null, fee: 0, place: null, placeName: null, point: null, addressPlace: null, isInstead: false },
  offers: [] as DeliveryOffer[],
} satisfies Partial<ChosenDelivery>

/** The address of a point that the buyer comes to, with the buyer's own words behind it; undefined where the order is brought. */
export function addressAt({ kind, name, address }: DeliveryOption, words = ''): string | undefined {
  if (!isPoint(kind)) return undefined
  const point = `${name}, ${address}`
  // A page fills in the point, and may be older than its address.
  return words === '' || words.startsWith(name) ? point : `${point} (${words})`.slice(0, deliveryFields.delivery_address.max).toWellFormed()
}

/** The facts of a refusal, for the buyer's page; null where the delivery is to be agreed. */
export function deliveryFacts({ place, placeName, offer, offers }: ChosenDelivery) {
  return offer && { place, place_name: placeName, fee: offer.fee, option_id: offer.option_id, options: offers }
}
