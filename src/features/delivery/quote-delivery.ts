import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput } from '#core/input.ts'
import { deliveryFields } from '#domain/checkout-fields.ts'
import {
  type DeliveryOffer,
  type DeliveryTerms,
  deliveryOffers,
  deliverySentence,
  feeOf,
  kenyaText,
  optionsInOrder,
  townText,
  usualOffer,
} from '#domain/delivery-options.ts'
import { rootPlace, usualPlace } from '#domain/delivery-places.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { isOutsideKenya } from '#domain/outside-kenya.ts'
import { Problem } from '#domain/problem.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'

export interface QuotedPlace {
  id: string
  /** As people call it: `Milimani, Nakuru`. */
  name: string
}

/** One of several that a search found, some of which may be called the same. */
export interface FoundPlace extends QuotedPlace {
  /** Of a town. */
  county: string | null
}

/** What delivery to a place costs and when it comes. */
export interface DeliveryQuote {
  place: QuotedPlace
  /** Of the usual option: `To Kisumu: KSh 250 · Tue 24 - Wed 25 Nov`. */
  sentence: string
  /** What a buyer gets who chooses none. */
  option_id: string | null
  /** The cheapest first; none where the shop does not deliver there yet, and where an order to this address would be refused. */
  options: DeliveryOffer[]
  refusal: 'town_needed' | 'outside_kenya' | null
  /** Stages and offices of the town that the shop knows, for a parcel to one. */
  stages: string[]
}

/** KSh of goods after discounts; above it no order is. */
const goods = z.coerce.number('Enter an amount in KSh.').int('Enter whole shillings.').min(0).max(10_000_000).default(0).transform(fromShillings)
const placeInput = z.object({ place: z.string('Name the place.').max(200), goods })
const addressInput = z.object({
  address: z.string('Send the address.').max(deliveryFields.delivery_address.max),
  place: placeInput.shape.place.optional(),
  goods,
})
/** Places that a search answers, and stages of a town. */
const maxFound = 8

/** The quote for a place, for every visitor, without a query. */
export async function quoteDelivery(ctx: Pick<Context, 'db'>, sent: unknown, at = new Date()): Promise<DeliveryQuote> {
  const { place, goods } = parseInput(placeInput, sent)
  return quoteOf(await readDeliveryTerms(ctx), place, goods, at)
}

/** The quote for the place that an address names, as Place Order finds it; for one that names none `place`, if it is known. */
export async function quoteAddress(ctx: Pick<Context, 'db'>, sent: unknown, at = new Date()): Promise<DeliveryQuote> {
  const { address, place = rootPlace, goods } = parseInput(addressInput, sent)
  const terms = await readDeliveryTerms(ctx)
  const found = [terms.places.ofAddress(address), terms.places.get(place)].find((each) => each && each.id !== rootPlace)
  const refusal = isOutsideKenya(terms.places, address) ? 'outside_kenya' : found ? null : 'town_needed'
  if (refusal === null) return quoteOf(terms, found?.id ?? rootPlace, goods, at)
  const sentence = refusal === 'town_needed' ? townText : kenyaText
  return { place: { id: rootPlace, name: terms.places.labelOf(rootPlace) }, sentence, option_id: null, options: [], refusal, stages: [] }
}

/** Places whose name or alias begins with the text. */
export async function searchPlaces(ctx: Pick<Context, 'db'>, text: string): Promise<FoundPlace[]> {
  const { places } = await readDeliveryTerms(ctx)
  return places.search(text.slice(0, 100), maxFound).map(({ id, kind }) => ({
    id,
    name: places.labelOf(id),
    county: kind === 'town' ? (places.around(id)[1]?.name ?? null) : null,
  }))
}

/** What search engines read of a zone's usual option. */
export interface ShippingFacts {
  /** Null for all of Kenya. */
  region: string | null
  /** KSh. */
  fee: number
  days_from: number
  days_to: number
  /** Minutes after midnight in Nairobi. */
  cut_off: number
}

/** What the page of a product shows before it knows the visitor's place: the same bytes for all. @param goods in KSh */
export async function quoteUsualPlace(
  ctx: Pick<Context, 'db'>,
  goods: number,
  at = new Date(),
): Promise<{ sentence: string; shipping: ShippingFacts[] }> {
  const terms = await readDeliveryTerms(ctx)
  const cents = fromShillings(goods)
  const { sentence } = quoteOf(terms, usualPlace, cents, at)
  return { sentence, shipping: shippingOf(terms, cents) }
}

function quoteOf(terms: DeliveryTerms, id: string, goods: Cents, at: Date): DeliveryQuote {
  if (!terms.places.get(id)) throw new Problem('place_not_found')
  const name = terms.places.labelOf(id)
  const options = deliveryOffers(terms, id, goods, at)
  const usual = usualOffer(options)
  return {
    place: { id, name },
    sentence: deliverySentence(name, usual),
    option_id: usual?.option_id ?? null,
    options,
    refusal: null,
    stages: terms.places.stagesNear(id, maxFound),
  }
}

/** Of the usual place, where it has a zone of its own, and of elsewhere. */
function shippingOf({ places, options }: DeliveryTerms, goods: Cents): ShippingFacts[] {
  const zones = [usualPlace, rootPlace].map((id) => ({ id, zone: places.zoneOf(id) }))
  return zones.flatMap(({ id, zone }, at) => {
    if (zone === null || (at === 0 && zone === zones[1]?.zone)) return []
    const option = usualOffer(optionsInOrder(options, zone, goods))
    if (!option) return []
    const { days_from, days_to, cut_off } = option
    return [{ region: id === rootPlace ? null : places.labelOf(id), fee: feeOf(option, goods), days_from, days_to, cut_off }]
  })
}
