import { type SQL, sql } from 'drizzle-orm'
import { type Asked, asManyAs, batched, documentsOf } from '#core/batched.ts'
import type { Context } from '#core/context.ts'
import { type Cents, fromShillings } from '#domain/money.ts'
import { unitPrice } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'
import { normaliseCode } from '#domain/referral.ts'
import type { OrderInput } from '#features/orders/checkout/order-input.ts'
import { type PromptCounts, promptCounts } from '#features/orders/checkout/order-limits.ts'
import { endedVisits } from '#features/orders/referral-facts.ts'

export interface PricedLine {
  productId: string
  sizeId: string
  name: string
  size: string
  imageUrl: string | null
  quantity: number
  unitPrice: Cents
  /** Pairs on the shelf now; 0 when the product is off the shelf. */
  stock: number
}

export interface OrderFacts {
  /** The clock of the database: what is promised counts from it. */
  now: Date
  lines: PricedLine[]
  /** The affiliate whose link the order carries, and the number of the visit; null also where a paid order has ended the visit. */
  referral: { affiliateId: string; visit: number } | null
  /** Per cent, of the moment in which `referral` was read. */
  commissionPercent: number
  /** The order that this Idempotency-Key made before, and the guest who sent it: null for an account, for a secret key (`KeyProof`), and where none was known. */
  earlier: { bodyHash: string; orderId: string | null; visitor: string | null } | null
  prompts: PromptCounts
}

export interface KeyProof {
  /** The key is 128 random bits, as our checkout draws it: it alone shows who sent it, also from another network. Keys of API clients may be guessed. */
  isSecretKey?: boolean
}

/** The key of one Place Order, and whose it is. */
export interface OrderKey {
  owner: string
  key: string
  /** By which a guest who sends the key again is known (`visitorHashes`); the first is kept, null where the key is secret. */
  visitors: (string | null)[]
  bodyHash: string
  /** The draft that becomes this order, if any; nothing is written for a draft that was discarded meanwhile. */
  draftId: string | null
}

/** The items of one Place Order, which its owner's idempotency key names. */
export interface KeyedItems extends Pick<OrderInput, 'items'> {
  owner: string
  key: string
}

/** Reads everything Place Order needs, in one round trip. */
export async function readOrderFacts(
  ctx: Context,
  { items, owner, key, customer_phone, affiliate_code }: OrderInput & KeyedItems,
): Promise<OrderFacts> {
  const { code, visitorId, visit } = ctx.actor.referral
  // While nothing is earned, an order has no affiliate.
  const { commissionPercent } = ctx.services.shop
  const named = commissionPercent > 0 ? (code ?? normaliseCode(affiliate_code ?? '')) : null
  const row = await readRow(ctx, { items: placed(items), owner, key, code: named, visitorId, phone: customer_phone })
  return {
    now: new Date(row.now),
    lines: row.lines.map(toLine),
    referral: row.affiliate && (code === null || visit >= row.affiliate.visit) ? row.affiliate : null,
    commissionPercent,
    earlier: row.earlier,
    prompts: row.prompts,
  }
}

/**
 * The order that the key made, for the visitor who sent it: strangers who draw or guess the same key read nothing. A draft becomes one order, with the lines of
 * the first call: the caller may continue it, and compares its own lines with the order's (`confirmOrderItems`).
 */
export function earlierOrder({ orderId, bodyHash, visitor }: NonNullable<OrderFacts['earlier']>, asked: OrderKey): string {
  const isSame = bodyHash === asked.bodyHash && (visitor === null || asked.visitors.includes(visitor))
  if (orderId === null || (asked.draftId === null && !isSame)) throw new Problem('key_reused')
  return orderId
}

interface Question {
  items: ReturnType<typeof placed>
  owner: string
  key: string
  code: string | null
  visitorId: string | null
  phone: string
}

const readRow = batched<Question, Row>({ atOnce: 2, most: 8, again: 2 }, async (ctx, asked) => {
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${ctx.now} as now, ${linesOf(sql`each.asked -> 'items'`)} as lines,
      (select json_build_object('bodyHash', k.body_hash, 'orderId', k.order_id, 'visitor', k.visitor_hash) from idempotency_keys k where k.owner = each.asked ->> 'owner' and k.key = each.asked ->> 'key') as earlier,
      (select json_build_object('affiliateId', a.id, 'visit', ${endedVisits(sql`a.id`, sql`(each.asked ->> 'visitorId')::uuid`)}) from profiles a
        where a.affiliate_code = each.asked ->> 'code' and a.is_affiliate and a.affiliate_paused_at is null) as affiliate,
      ${promptCounts(ctx, { phone: sql`each.asked ->> 'phone'`, orderId: null })} as prompts
    from ${eachOf(asked)} order by at`)
  return rows
})

/** Reads the lines of all orders that wait, in one round trip; null where the key has already made an order, which is then the answer. */
export async function readLinesOfMany(ctx: Pick<Context, 'db'>, orders: KeyedItems[]): Promise<(PricedLine[] | null)[]> {
  const asked = orders.map(({ owner, key, items }) => ({ owner, key, items: placed(items) }))
  const { rows } = await ctx.db.execute<{ lines: LineRow[] | null }>(sql`
    select case when (select k.order_id from idempotency_keys k where k.owner = each.asked ->> 'owner' and k.key = each.asked ->> 'key') is null
      then ${linesOf(sql`each.asked -> 'items'`)} end as lines
    from ${eachOf(asked)} order by at`)
  return rows.map(({ lines }) => lines?.map(toLine) ?? null)
}

/** SQL: what is asked of an order, and its place among those that are read with it. */
function eachOf(asked: Asked<object>): SQL {
  return sql`(select * from unnest(${documentsOf(asked)}::jsonb[]) with ordinality as each (asked, at) ${asManyAs(asked)}) each`
}

function placed(items: OrderInput['items']) {
  return items.map((item, place) => ({ ...item, place }))
}

/** SQL that answers those of the wanted lines, a jsonb array, that exist. Each is found by its keys (`limit`): the planner expects a hundred, and would read the whole shelf. */
function linesOf(items: SQL): SQL {
  return sql`(select coalesce(json_agg(json_build_object('productId', f.id, 'sizeId', f.size_id, 'name', f.name, 'size', w.size, 'imageUrl', f.image_url,
      'quantity', w.quantity, 'price', f.price, 'discount', f.discount_percentage, 'stock', f.stock) order by w.place), '[]')
    from jsonb_to_recordset(${items}) as w(product_id uuid, size text, quantity integer, place integer)
    cross join lateral (select p.id, z.id as size_id, p.name, i.image_url, p.price, p.discount_percentage,
        case when p.is_available and p.archived_at is null then z.stock else 0 end as stock
      from products p
      join product_size z on z.product_id = p.id and z.label = w.size
      left join product_images i on i.product_id = p.id and i.is_primary
      where p.id = w.product_id limit 1) f)`
}

type LineRow = Omit<PricedLine, 'unitPrice'> & { price: number; discount: number }

function toLine({ price, discount, ...line }: LineRow): PricedLine {
  return { ...line, unitPrice: unitPrice(fromShillings(price), discount) }
}

interface Row extends Record<string, unknown> {
  now: string
  lines: LineRow[]
  earlier: OrderFacts['earlier']
  affiliate: OrderFacts['referral']
  prompts: PromptCounts
}
