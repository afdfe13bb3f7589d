import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import type { Bulk } from '#db/bulk.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { countAgain, madeUpDelivery } from '#features/staff/made-up-history.ts'
import { type SeedPerson, seedBuyers } from './buyers.ts'
import { type MadeOrder, orderBatch, type Pair } from './order-rows.ts'
import { orderScenario } from './order-scenarios.ts'
import { seedWallets } from './wallets.ts'

/** Orders per batch, held in memory. */
const batch = 10_000
/** Tables whose indexes are rebuilt where that is cheaper than updating them. */
export const bookTables = [
  'orders',
  'order_items',
  'stock_movements',
  'payment_attempts',
  'order_events',
  'audit_log',
  'refunds',
  'profiles',
  'auth.users',
  'affiliate_commissions',
  'affiliate_payouts',
  'commission_deductions',
  'wallet_entries',
  'affiliate_clicks',
]

/**
 * Adds made-up orders of the past `days`: delivered, shipped, paid, expired, cancelled and refunded, with their buyers' accounts, and the clicks,
 * commissions, payouts and wallets of the affiliates. Each is determined by its number, the seed and the products. Their pairs are added to stock first,
 * so that the current stock stays. Orders and accounts are marked as made up, so that `leaveDemo` can delete them with everything that
 * belongs to them; so must `affiliates` be, accounts that also refer some. Returns the range of numbers used.
 */
export async function seedOrders(
  ctx: Pick<Context, 'actor'>,
  bulk: Bulk,
  {
    count,
    seed = 1,
    days = 365,
    perAffiliate = 25,
    affiliates = [],
  }: { count: number; seed?: number; days?: number; perAffiliate?: number; affiliates?: SeedPerson[] },
): Promise<{ first: number; last: number }> {
  requirePermission(ctx, 'run_shop')
  // Concurrent orders wait, because sums are recomputed from these tables.
  await bulk.db.execute(sql`lock table orders, payment_attempts, affiliate_commissions in share row exclusive mode`)
  const first = await nextNumber(bulk)
  const last = first + count - 1
  const { rows: clocks } = await bulk.db.execute<{ now: number }>(sql`select extract(epoch from now())::float8 as now`)
  const now = (clocks[0]?.now ?? 0) * 1000
  const pairs = await shelfPairs(bulk)
  const buyers = await seedBuyers(bulk, { count: Math.ceil(count / 20), now, days, perAffiliate })
  const people = { ...buyers, affiliates: [...affiliates, ...buyers.affiliates] }
  const sold = new Int32Array(pairs.length)
  const referred: MadeOrder[] = []
  const world = { now, terms: await readDeliveryTerms(bulk), pairs, people, sold }
  for (let from = first; from <= last; from += batch) {
    const scenarios = Array.from({ length: Math.min(batch, last - from + 1) }, (_, index) => orderScenario(from + index, seed, days))
    const { tables, orders } = orderBatch(scenarios, world)
    for (const { table, columns, rows } of tables) await bulk.copy(table, columns, rows)
    for (const order of orders) if (order.affiliate) referred.push(order)
  }
  await bulk.copy(
    'stock_movements',
    ['product_size_id', 'delta', 'reason', 'note', 'created_at'],
    deliveries(pairs, sold, now - (days + 5) * 86_400_000),
  )
  await seedWallets(bulk, referred)
  await countAgain(bulk)
  return { first, last }
}

async function nextNumber({ db }: Bulk): Promise<number> {
  const { rows } = await db.execute<{ last: number }>(sql`
    select coalesce(max(substring(checkout_request_id from '^seed_(\\d+)$')::integer), 0) as last from payment_attempts where checkout_request_id like 'seed\\_%'`)
  return (rows[0]?.last ?? 0) + 1
}

/** Every size of available products with a price, in a stable order. */
async function shelfPairs({ db }: Bulk): Promise<Pair[]> {
  const { rows } = await db.execute<Pair & Record<string, unknown>>(sql`
    select z.id as "sizeId", z.product_id as "productId", z.label, p.name, p.unit_price::float8 as price, i.image_url as image
    from product_size z join products p on p.id = z.product_id left join product_images i on i.product_id = p.id and i.is_primary
    where p.archived_at is null and p.unit_price between 1 and 40000 order by z.product_id, z.label`)
  if (rows.length < 3) throw new Error('there is nothing on the shelf that could be ordered')
  return rows
}

function* deliveries(pairs: Pair[], sold: Int32Array, at: number) {
  const before = new Date(at).toISOString()
  for (const [place, { sizeId }] of pairs.entries()) {
    const delta = sold[place] as number
    if (delta > 0) yield [sizeId, delta, 'manual', madeUpDelivery, before]
  }
}
