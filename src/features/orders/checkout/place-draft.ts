import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput, statedShillings, words } from '#core/input.ts'
import { consume } from '#core/rate-limit.ts'
import { fromShillings } from '#domain/money.ts'
import { shortCode } from '#domain/order-code.ts'
import { isPriceOf } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { requireInKenya } from '#features/orders/checkout/choose-delivery.ts'
import { draftInput, idempotencyKey, lineQuantity } from '#features/orders/checkout/order-input.ts'
import { placeOrderOnce } from '#features/orders/checkout/place-order.ts'
import type { OrderDetail } from '#features/orders/get-order.ts'
import { draftColumns, findDraft, isUnexpired, networkHash, type OrderDraft, withDraftKey } from '#features/orders/order-draft.ts'
import { noDelivery, type OrderItemRow } from '#features/orders/order-row.ts'
import { findOrder, readOrder } from '#features/orders/read-order.ts'

/** A line as a client of the specification sends it: `price` is the client's own result, KSh for one pair. */
interface StatedLine {
  product_id: string
  size?: string | undefined
  quantity: number
  price: number
}

/**
 * Turns a draft into an order with these lines, under the draft's id: prices them, holds the pairs and writes the order, without a prompt yet. The same call
 * sent twice at once makes one order.
 */
export async function placeDraft(ctx: Context, draft: OrderDraft, lines: StatedLine[]): Promise<void> {
  const input = { ...draft.input, items: await chooseSizes(ctx, lines) }
  const owner = { ...ctx, actor: { ...ctx.actor, userId: draft.userId } }
  await placeOrderOnce(owner, input, { key: `draft ${draft.id}`, draftId: draft.id })
}

/** Lines without a size take the only one of their product. Problem `size_needed` names the sizes of the others. */
async function chooseSizes(ctx: Context, lines: StatedLine[]) {
  const unsized = lines.filter(({ size }) => size === undefined).map(({ product_id }) => product_id)
  const { rows } = await ctx.db.execute<{ product_id: string; name: string; sizes: { label: string; stock: number }[] }>(sql`
    select p.id as product_id, p.name, json_agg(json_build_object('label', z.label, 'stock', z.stock) order by z.position) as sizes
    from products p join product_size z on z.product_id = p.id
    where p.archived_at is null and p.id in (select jsonb_array_elements_text(${JSON.stringify(unsized)}::jsonb)::uuid) group by p.id`)
  const open = rows.filter(({ sizes }) => sizes.length > 1)
  if (open.length > 0) {
    const words = new Map(
      open.map(({ product_id, name, sizes }) => [product_id, `Choose a size of ${name}: ${sizes.map(({ label }) => label).join(', ')}.`]),
    )
    const fields = lines.flatMap(({ size, product_id }, at) =>
      size === undefined && words.has(product_id) ? [[`${at}.size`, words.get(product_id)]] : [],
    )
    throw new Problem('size_needed', { detail: [...words.values()].join(' '), fields: Object.fromEntries(fields), facts: { products: open } })
  }
  // A product that does not exist has no right size: the line is answered as sold out.
  return lines.map(({ size, ...line }) => ({
    ...line,
    size: size ?? rows.find((row) => row.product_id === line.product_id)?.sizes[0]?.label ?? 'One size',
  }))
}

export const orderItemsInput = z
  .array(
    z.object({
      order_id: z.uuid("We don't know this order."),
      product_id: z.uuid("We don't know this product.").toLowerCase(),
      size: words('Enter the size.', 20).optional().meta({ description: 'Needed where the product has several' }),
      quantity: lineQuantity,
      price: statedShillings.meta({ description: 'KSh for one pair, after discount; compared, never believed', example: 4500 }),
    }),
  )
  .min(1, 'Send the lines of an order.')
  .max(50, 'An order has at most 50 lines.')
  .refine((lines) => new Set(lines.map((line) => line.order_id)).size <= 1, 'Send the lines of one order.')

/**
 * The second of the specification's three calls. The lines of a draft make it an order: priced, its pairs held, its prompt not sent yet. An order that is
 * already placed has its lines: equal lines answer its rows, so the same call twice creates nothing twice.
 */
export async function confirmOrderItems(ctx: Context, sent: unknown): Promise<OrderItemRow[]> {
  const lines = parseInput(orderItemsInput, sent)
  const id = (lines[0] as { order_id: string }).order_id
  const held = await withDraftKey(ctx, id)
  if (!(await findOrder(held, id))) await placeLines(held, id, lines)
  const order = await readOrder(held, id)
  if (order.discarded_at !== null) throw new Problem('order_not_found')
  const rows = order.lines
  if (!areEqual(lines, rows)) throw new Problem('lines_differ')
  return rows
}

type Lines = z.output<typeof orderItemsInput>

async function placeLines(ctx: Context, id: string, lines: Lines) {
  const draft = await findDraft(ctx, id)
  if (!draft || draft.isDiscarded) throw new Problem('order_not_found')
  await placeDraft(ctx, draft, lines)
}

function areEqual(lines: Lines, rows: OrderItemRow[]): boolean {
  // Each line by itself: lines of one size are summed below, and may state different prices.
  const isPriced = (line: Lines[number]) => rows.some((row) => row.product_id === line.product_id && isPriceOf(line.price, fromShillings(row.price)))
  if (!lines.every(isPriced)) return false
  const left = [...rows]
  // Lines that name their size come first: the other lines take the rest.
  for (const line of summed(lines, rows).sort((a, b) => Number(a.size === undefined) - Number(b.size === undefined))) {
    const place = left.findIndex(
      (row) => row.product_id === line.product_id && row.quantity === line.quantity && (line.size === undefined || line.size === row.size),
    )
    if (place < 0) return false
    left.splice(place, 1)
  }
  return left.length === 0
}

/** Lines of one size are one row of the order; a product with a single row in it needs no size. */
function summed(lines: Lines, rows: OrderItemRow[]): Lines {
  const sums = new Map<string, Lines[number]>()
  for (const [at, line] of lines.entries()) {
    const own = rows.filter((row) => row.product_id === line.product_id)
    const size = line.size ?? (own.length === 1 ? own[0]?.size : undefined)
    const place = `${line.product_id} ${size ?? at}`
    sums.set(place, { ...line, size, quantity: line.quantity + (sums.get(place)?.quantity ?? 0) })
  }
  return [...sums.values()]
}

/**
 * The first of the specification's three calls: the buyer, without lines (spec §7, POST orders). Nothing is held or priced yet; the lines make it an order
 * under this id (`confirmOrderItems`). The same Idempotency-Key with the same body answers the same draft, to a guest from the same network.
 */
export async function draftOrder(ctx: Context, sent: { idempotencyKey?: string | undefined } & Record<string, unknown>): Promise<OrderDraft> {
  const key = parseInput(idempotencyKey.optional(), sent.idempotencyKey) ?? null
  const draft = parseInput(draftInput, sent)
  requireInKenya((await readDeliveryTerms(ctx)).places, draft.delivery_address)
  const input = JSON.stringify(draft)
  const owner = ctx.actor.userId ?? 'guest'
  const bodyHash = createHash('sha256').update(input).digest('hex')
  await consume(ctx, 'draft_address', ctx.actor.address, key === null ? undefined : `${owner} ${key}`)
  if (key !== null)
    await ctx.db.execute(sql`delete from order_drafts d where d.owner = ${owner} and d.idempotency_key = ${key} and not ${isUnexpired(ctx)}`)
  const { rows } = await ctx.db.execute<OrderDraft>(sql`
    insert into order_drafts as d (id, user_id, network_hash, input, owner, idempotency_key, body_hash, created_at)
    select drawn.id, ${ctx.actor.userId}::uuid, ${networkHash(ctx)}, ${input}::jsonb, ${owner}, ${key}, ${bodyHash}, ${ctx.now} from (${unusedId()}) drawn
    on conflict (owner, idempotency_key) do nothing returning ${draftColumns}`)
  return rows[0] ?? earlier(ctx, owner, key, bodyHash)
}

/** A draft in the form of the order that it becomes: nothing is priced before its lines come. */
export function draftRow({ id, userId, input, created_at, expires_at }: OrderDraft): OrderDetail {
  return {
    id,
    short_code: shortCode(id),
    user_id: userId,
    total_amount: 0,
    customer_name: input.customer_name,
    customer_phone: input.customer_phone,
    customer_email: input.customer_email,
    delivery_address: input.delivery_address ?? '',
    ...noDelivery,
    receiver_name: input.receiver_name ?? null,
    receiver_phone: input.receiver_phone ?? null,
    affiliate_id: null,
    affiliate: null,
    commission_amount: 0,
    status: 'pending',
    checkout_request_id: null,
    mpesa_receipt_number: null,
    created_at,
    paid_at: null,
    packed_at: null,
    hold_expires_at: expires_at,
    order_items: [],
    payment: null,
    in_review: false,
    refunds: [],
    timeline: [],
  }
}

/** The draft's short code becomes the order's, which must be unique: the first of three ids whose code no order has. */
function unusedId() {
  const ids = Array.from({ length: 3 }, () => randomUUID())
  return sql`select id::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb) as each (id)
    where not exists (select from orders o where o.short_code = left(each.id, 8)) limit 1`
}

async function earlier(ctx: Context, owner: string, key: string | null, bodyHash: string): Promise<OrderDraft> {
  const { rows } = await ctx.db.execute<OrderDraft & { body_hash: string | null }>(sql`
    select ${draftColumns}, case when d.user_id is not null or d.network_hash is not distinct from ${networkHash(ctx)} then d.body_hash end as body_hash
    from order_drafts d where d.owner = ${owner} and d.idempotency_key = ${key}`)
  if (!rows[0]) throw new Problem('unavailable', { retryAfter: 1 })
  const { body_hash, ...draft } = rows[0]
  if (body_hash !== bodyHash || draft.isDiscarded) throw new Problem('key_reused')
  return draft
}
