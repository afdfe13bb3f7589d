import { randomInt } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { dayIn } from '#core/days.ts'
import { optionalWords, parseInput, words } from '#core/input.ts'
import { writeAudit, writeChange } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { type DeliveryTerms, deliveryOffers, feeOf, optionsInOrder, pointText } from '#domain/delivery-options.ts'
import { rootPlace } from '#domain/delivery-places.ts'
import { fromShillings } from '#domain/money.ts'
import { mayLeaveShop, statusLabel } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { addressAt } from '#features/orders/checkout/choose-delivery.ts'
import { lockOrder } from '#features/orders/lock-order.ts'
import { writeRiderNotice } from '#features/orders/order-notices.ts'
import { deliveriesOf } from '#features/orders/riders/list-deliveries.ts'

const notToday = 'Choose one of the riders of today.'

/** Who carries a parcel, for inputs that ship orders: a courier, a rider, or neither. */
export const carrierFields = {
  courier: optionalWords(40).nullish().meta({ description: 'Who carries the parcel', example: 'Easy Coach' }),
  parcel_number: optionalWords(40).nullish().meta({ description: "The courier's number of it", example: 'EC-44120' }),
  rider_day_id: z
    .uuid(notToday)
    .or(z.literal(''))
    .nullish()
    .meta({ description: 'One of the riders of today, in place of a courier', example: null }),
}
type Sent = { [Field in keyof typeof carrierFields]?: string | null | undefined }
export type Carrier = Record<keyof typeof carrierFields, string | null>

/** The carrier of such an input; null where none is named. */
export function carrierOf(sent: Sent): Carrier | null {
  const carrier = { courier: sent.courier || null, parcel_number: sent.parcel_number || null, rider_day_id: sent.rider_day_id || null }
  if (carrier.courier && carrier.rider_day_id) throw new Problem('bad_input', { fields: { courier: 'Name a courier or a rider, not both.' } })
  if (carrier.parcel_number && !carrier.courier) throw new Problem('bad_input', { fields: { courier: 'Say whose parcel number this is.' } })
  return carrier.courier || carrier.rider_day_id ? carrier : null
}

/**
 * Writes down who carries an order that is shipped, in the transaction that ships it, or in one that holds it; another carrier begins again, with the same code.
 * Problem `bad_input` for a rider of another day, and for one who was taken back.
 */
export async function writeDelivery(tx: Database, ctx: Pick<Context, 'now'>, orderId: string, carrier: Carrier | null): Promise<void> {
  const { courier = null, parcel_number = null, rider_day_id = null } = carrier ?? {}
  if (rider_day_id) {
    const { rowCount } = await tx.execute(sql`select from rider_days where id = ${rider_day_id} and ${isToday(ctx)} for share`)
    if (rowCount === 0) throw new Problem('bad_input', { fields: { rider_day_id: notToday } })
  }
  // The same one keeps what happened: to be given an order again is no five more guesses.
  await tx.execute(sql`
    update deliveries set wrong_tries = 0, on_the_way_at = null, handed_over_at = null, failed_at = null, failed_reason = null
    where order_id = ${orderId} and (courier, rider_day_id) is distinct from (${courier}::text, ${rider_day_id}::uuid)`)
  await tx.execute(sql`
    insert into deliveries (order_id, code, courier, parcel_number, rider_day_id, created_at)
    values (${orderId}, ${String(randomInt(10_000)).padStart(4, '0')}, ${courier}, ${parcel_number}, ${rider_day_id}::uuid, ${ctx.now})
    on conflict (order_id) do update set courier = excluded.courier, parcel_number = excluded.parcel_number, rider_day_id = excluded.rider_day_id`)
}

/**
 * An admin gives an order that is shipped to a carrier, in the transaction that holds it; the buyer gets the code for its first rider. The same carrier again
 * changes nothing.
 */
export async function changeCarrier(tx: Database, ctx: Context, orderId: string, carrier: Carrier): Promise<void> {
  const { rider, ...held } = (await deliveriesOf({ db: tx }, [orderId])).get(orderId) ?? { rider: null, courier: null, parcel_number: null }
  await writeDelivery(tx, ctx, orderId, carrier)
  if (carrier.rider_day_id && !rider) await writeRiderNotice({ ...ctx, db: tx }, orderId)
  const before = { courier: held.courier, parcel_number: held.parcel_number, rider_day_id: rider?.id ?? null }
  await writeChange(tx, ctx, { action: 'delivery assigned', table: 'orders', id: orderId, before, after: carrier })
}

/** SQL: a row of `rider_days` is of this day in Nairobi, and was not taken back. */
export function isToday({ now }: Pick<Context, 'now'>) {
  return sql`day = ${dayIn(now)} and taken_back_at is null`
}

const noPlace = 'Enter a town or county that we know, such as Kisumu.'
const noOption = 'Choose a delivery option that goes there.'
const noneFree = 'No option without a fee goes there: make a free one in Delivery first. Shoppers are not offered one that is switched off.'
const agreedInput = z.object({ place: words(noPlace, 200), delivery_option_id: z.uuid(noOption), delivery_point: optionalWords(80).optional() })

/** What may be agreed: the place that the address names, empty where it names none, and the options of all zones that cost this order nothing. */
export interface AgreeableDelivery {
  place: string
  options: { id: string; name: string; zone: string }[]
}

/** @param goods in KSh, after discounts */
export async function listAgreeable(ctx: Context, address: string, goods: number): Promise<AgreeableDelivery> {
  requirePermission(ctx, 'change_orders')
  const { zones, options, places } = await readAgreeableTerms(ctx)
  const place = places.ofAddress(address)
  const free = zones.flatMap((zone) =>
    optionsInOrder(options, zone.id, fromShillings(goods)).flatMap((option) =>
      feeOf(option, fromShillings(goods)) === 0 ? [{ id: option.id, name: option.name, zone: zone.name }] : [],
    ),
  )
  return { place: place && place.id !== rootPlace ? places.labelOf(place.id) : '', options: free }
}

/**
 * An admin names the option that was agreed with the buyer of an order whose delivery was left open: one without a fee, because the order costs what it did. Its days
 * count from now.
 */
export async function agreeDelivery(ctx: Context, orderId: string, sent: unknown): Promise<void> {
  requirePermission(ctx, 'change_orders')
  requireUser(ctx)
  const input = parseInput(agreedInput, sent)
  const terms = await readAgreeableTerms(ctx)
  const place = terms.places.ofAddress(input.place)
  if (!place || place.id === rootPlace) throw new Problem('bad_input', { fields: { place: noPlace } })
  await ctx.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new Problem('order_not_found')
    if (!order.isToAgree || !mayLeaveShop(order.status)) throw new Problem('order_locked', { detail: statusLabel(order.status) })
    const { rows } = await tx.execute<{ now: string; delivery_address: string }>(
      sql`select ${ctx.now} as now, delivery_address from orders where id = ${orderId}`,
    )
    const [{ now, delivery_address }] = rows as [(typeof rows)[number]]
    const option = terms.options.find(({ id }) => id === input.delivery_option_id)
    const free = deliveryOffers(terms, place.id, order.goods, new Date(now)).filter(({ fee }) => fee === 0)
    const offer = free.find(({ option_id }) => option_id === option?.id)
    if (!option || !offer) throw new Problem('bad_input', { fields: { delivery_option_id: free.length > 0 ? noOption : noneFree } })
    const point = (option.kind === 'stage' && input.delivery_point) || null
    if (option.kind === 'stage' && !point) throw new Problem('bad_input', { fields: { delivery_point: pointText } })
    const agreed = {
      delivery_kind: option.kind,
      delivery_option: option.name,
      delivery_zone: offer.zone,
      delivery_place: terms.places.labelOf(place.id),
      delivery_point: point,
    }
    await tx.execute(sql`
      update orders set delivery_to_agree = false, delivery_kind = ${option.kind}, delivery_option = ${option.name}, delivery_zone = ${offer.zone},
        delivery_place = ${agreed.delivery_place}, delivery_place_id = ${place.id}, delivery_point = ${point}, promised_from = ${offer.promised_from}, promised_to = ${offer.promised_to},
        delivery_address = ${addressAt(option, delivery_address) ?? delivery_address}
      where id = ${orderId}`)
    await writeAudit(tx, ctx, { action: 'delivery agreed', table: 'orders', id: orderId, before: { delivery_to_agree: true }, after: agreed })
  })
}

/** An option that is switched off may be agreed too: a free one for such orders alone would otherwise be offered to every shopper. */
async function readAgreeableTerms(ctx: Context): Promise<DeliveryTerms> {
  const terms = await readDeliveryTerms(ctx)
  return { ...terms, options: terms.options.map((option) => ({ ...option, is_on: true })) }
}
