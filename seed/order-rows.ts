import type { Row } from '#db/bulk.ts'
import { commissionOf } from '#domain/commission.ts'
import { type Cents, fromShillings, toShillings } from '#domain/money.ts'
import { actionTo, hasLeftShop, type OrderStatus } from '#domain/order.ts'
import { holdMinutes } from '#domain/placed-order.ts'
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
  total: Cents
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
    'id user_id total_amount customer_name customer_phone delivery_address affiliate_id commission_amount status checkout_request_id mpesa_receipt_number paid_at hold_expires_at cancel_reason created_at'
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
  const total = addLines(tables, scenario, world, after)
  const { shoppers, affiliates } = world.people
  const buyer = scenario.buyer === null ? null : (shoppers[scenario.buyer % shoppers.length] as SeedPerson)
  const affiliate = scenario.referrer === null ? null : (affiliates[scenario.referrer % affiliates.length] as SeedPerson)
  const phone = buyer?.phone ?? scenario.phone
  const paidAt = receipt === null ? null : after(1)
  const request = `seed_${number}`
  const amount = toShillings(total)
  const commission = affiliate ? toShillings(commissionOf(total)) : 0
  const cancelReason = status === 'cancelled' ? 'The buyer changed their mind' : null
  tables.orders.rows.push([
    ...[id, buyer?.id ?? null, amount, buyer?.name ?? scenario.name, phone, scenario.address, affiliate?.id ?? null, commission, status],
    ...[request, receipt, paidAt, after(holdMinutes), cancelReason, after(0)],
  ])
  tables.marks.rows.push([id])
  const attempt = madeUpId(attemptKind, number)
  const outcome = receipt === null ? ['1037', 'DS timeout user cannot be reached'] : ['0', 'Processed']
  const state = receipt === null ? 'failed' : 'paid'
  tables.attempts.rows.push([attempt, id, phone, amount, state, after(0), request, ...outcome, receipt, after(1), after(0)])
  if (receipt !== null && status === 'cancelled') tables.refunds.rows.push([id, attempt, amount, 'cancelled', 'done', after(1440), after(60)])
  for (const [step, to] of path.entries()) {
    const from = path[step - 1] ?? null
    const when = after(reachedAfter[to] ?? 0)
    tables.events.rows.push([id, from, to, when])
    const action = actionTo(to)
    if (action && (hasLeftShop(to) || to === 'cancelled'))
      tables.audit.rows.push([when, `order ${action}`, 'orders', id, `{"status":"${from}"}`, `{"status":"${to}"}`])
  }
  return { number, id, status, total, affiliate, at, restedAt: at + (reachedAfter[status] ?? 0) * minute }
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
