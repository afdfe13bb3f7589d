import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { optionalWords, parseInput, words } from '#core/input.ts'
import { writeAudit } from '#core/write-audit.ts'
import { type DeliveryTerms, deliveryOffers, feeOf, optionsInOrder, pointText } from '#domain/delivery-options.ts'
import { rootPlace } from '#domain/delivery-places.ts'
import { fromShillings } from '#domain/money.ts'
import { mayLeaveShop, statusLabel } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { addressAt } from '#features/orders/checkout/choose-delivery.ts'
import { lockOrder } from '#features/orders/lock-order.ts'

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
