import type { Row } from '#db/bulk.ts'
import { commissionOf, commissionPercents } from '#domain/commission.ts'
import { type DeliveryOffer, type DeliveryTerms, deliveryOffers, isPoint } from '#domain/delivery-options.ts'
import { rootPlace } from '#domain/delivery-places.ts'
import { type Cents, fromShillings, toShillings } from '#domain/money.ts'
import { actionTo, hasLeftShop, type OrderStatus } from '#domain/order.ts'
import { holdMinutes } from '#domain/order-code.ts'
import type { SeedPeople, SeedPerson } from './buyers.ts'
import { madeUpId } from './hash32.ts'
import type { OrderScenario } from './order-scenarios.ts'

/** A size of a product that can be ordered. */
export interface Pair {
  sizeId: string
  productId: string
  label: string
  name: string
  /** Whole shillings after discount. */
  price: number
  image: string | null
}

export interface World {
  /** Milliseconds since 1970. */
  now: number
  /** The zones and options that orders are promised by. */
  terms: DeliveryTerms
  pairs: Pair[]
  people: SeedPeople
  /** Net sales of each pair; updated here. */
  sold: Int32Array
}

/** The facts about a written order that its commission needs. */
export interface MadeOrder {
  number: number
  id: string
  status: OrderStatus
  /** Without the fee of delivery. */
  goods: Cents
  affiliate: SeedPerson | null
  /** Milliseconds since 1970: when it was placed, and when it reached its status. */
  at: number
  restedAt: number
}

interface TableRows {
  table: string
  columns: readonly string[]
  rows: Row[]
}

/** Minutes after the order in which it reaches a status. */
const reachedAfter: Partial<Record<OrderStatus, number>> = {
  payment_failed: 1,
  waiting_shipment: 1,
  buyer_not_paid: holdMinutes,
  cancelled: 60,
  shipped: 1440,
  delivered: 2880,
}
const slowDelivery = 5 * 1440
const minute = 60_000
const attemptKind = 0xa77e
const lineKind = 0x11e0

/** The rows of some orders in all order tables; affiliates' rows are written after all orders (wallets.ts). */
export function orderBatch(scenarios: OrderScenario[], world: World): { tables: TableRows[]; orders: MadeOrder[] } {
  const tables = emptyTables()
  const orders = scenarios.map((scenario) => addOrder(tables, scenario, world))
  return { tables: Object.values(tables), orders }
}

function emptyTables() {
  const table = (name: string, columns: string): TableRows => ({ table: name, columns: columns.split(' '), rows: [] })
  const order =
    'id user_id total_amount customer_name customer_phone delivery_address affiliate_id commission_amount status checkout_request_id mpesa_receipt_number paid_at hold_expires_at cancel_reason created_at delivery_kind delivery_option delivery_zone delivery_place delivery_place_id promised_from promised_to delivery_fee'
  const attempt = 'id order_id phone amount state prompted_at checkout_request_id result_code result_desc receipt settled_at created_at'
  return {
    orders: table('orders', order),
    marks: table('made_up_orders', 'order_id'),
    lines: table('order_items', 'id order_id product_id product_size_id quantity price name size image_url'),
    moves: table('stock_movements', 'product_size_id delta reason order_id note created_at'),
    attempts: table('payment_attempts', attempt),
    refunds: table('refunds', 'order_id attempt_id amount reason state processed_at created_at'),
    events: table('order_events', 'order_id from_status to_status created_at'),
    audit: table('audit_log', 'at action table_name row_id before after'),
  }
}

function addOrder(tables: ReturnType<typeof emptyTables>, scenario: OrderScenario, world: World): MadeOrder {
  const { id, number, status, receipt, path } = scenario
  const at = world.now - scenario.minutesAgo * minute - (number % 60) * 1000
  const after = (minutes: number) => new Date(at + minutes * minute).toISOString()
  const goods = addLines(tables, scenario, world, after)
  const { offer, place, placeName, address } = promiseOf(scenario, world.terms, goods, new Date(at))
  const fee = offer?.fee ?? 0
  const { shoppers, affiliates } = world.people
  const buyer = scenario.buyer === null ? null : (shoppers[scenario.buyer % shoppers.length] as SeedPerson)
  const affiliate = scenario.referrer === null ? null : (affiliates[scenario.referrer % affiliates.length] as SeedPerson)
  const phone = buyer?.phone ?? scenario.phone
  const paidAt = receipt === null ? null : after(1)
  const request = `seed_${number}`
  const amount = toShillings(goods) + fee
  const commission = affiliate ? toShillings(commissionOf(goods, commissionPercents.initial)) : 0
  const cancelReason = status === 'cancelled' ? 'The buyer changed their mind' : null
  tables.orders.rows.push([
    ...[id, buyer?.id ?? null, amount, buyer?.name ?? scenario.name, phone, address, affiliate?.id ?? null, commission, status],
    ...[request, receipt, paidAt, after(holdMinutes), cancelReason, after(0)],
    ...(offer ? [offer.kind, offer.name, offer.zone, placeName, place, offer.promised_from, offer.promised_to] : Array(7).fill(null)),
    fee,
  ])
  tables.marks.rows.push([id])
  const attempt = madeUpId(attemptKind, number)
  const outcome = receipt === null ? ['1037', 'DS timeout user cannot be reached'] : ['0', 'Processed']
  const state = receipt === null ? 'failed' : 'paid'
  tables.attempts.rows.push([attempt, id, phone, amount, state, after(0), request, ...outcome, receipt, after(1), after(0)])
  if (receipt !== null && status === 'cancelled') tables.refunds.rows.push([id, attempt, amount, 'cancelled', 'done', after(1440), after(60)])
  for (const [step, to] of path.entries()) {
    const from = path[step - 1] ?? null
    const when = after(minutesTo(to, scenario))
    tables.events.rows.push([id, from, to, when])
    const action = actionTo(to)
    if (action && (hasLeftShop(to) || to === 'cancelled'))
      tables.audit.rows.push([when, `order ${action}`, 'orders', id, `{"status":"${from}"}`, `{"status":"${to}"}`])
  }
  return { number, id, status, goods, affiliate, at, restedAt: at + minutesTo(status, scenario) * minute }
}

function minutesTo(status: OrderStatus, { isSlow }: OrderScenario): number {
  return isSlow && status === 'delivered' ? slowDelivery : (reachedAfter[status] ?? 0)
}

/**
 * How an order is delivered: one of the options of its place. None for an order that still waits to be packed or brought, which the shop would find late, and tell
 * its made-up buyer.
 */
function promiseOf({ number, status, address }: OrderScenario, terms: DeliveryTerms, goods: Cents, at: Date) {
  const isOver = ({ kind }: DeliveryOffer) => status === 'delivered' || (status === 'shipped' && kind !== 'door')
  const place = terms.places.ofAddress(address)?.id ?? rootPlace
  const offers = deliveryOffers(terms, place, goods, at).filter(isOver)
  const offer = offers[number % offers.length] ?? null
  const isCollected = offer !== null && isPoint(offer.kind)
  return { offer, place, placeName: terms.places.labelOf(place), address: isCollected ? `${offer.name}, ${offer.address}` : address }
}

/** Returns the total. */
function addLines(
  tables: ReturnType<typeof emptyTables>,
  scenario: OrderScenario,
  { pairs, sold }: World,
  after: (minutes: number) => string,
): Cents {
  let total = 0
  for (const [index, { draw, quantity }] of scenario.lines.entries()) {
    const place = draw % pairs.length
    const { sizeId, productId, price, name, label, image } = pairs[place] as Pair
    total += fromShillings(price) * quantity
    tables.lines.rows.push([madeUpId(lineKind + index, scenario.number), scenario.id, productId, sizeId, quantity, price, name, label, image])
    tables.moves.rows.push([sizeId, -quantity, 'hold', scenario.id, null, after(0)])
    if (scenario.isReturned) tables.moves.rows.push([sizeId, quantity, 'release', scenario.id, 'Not bought', after(60)])
    else sold[place] = (sold[place] as number) + quantity
  }
  return total
}
