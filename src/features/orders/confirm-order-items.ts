import { z } from 'zod'
import type { Context } from '#core/context.ts'
import { parseInput, statedShillings, words } from '#core/input.ts'
import { fromShillings } from '#domain/money.ts'
import { isPriceOf } from '#domain/pricing.ts'
import { Problem } from '#domain/problem.ts'
import { lineQuantity } from '#features/orders/checkout/order-input.ts'
import { placeDraft } from '#features/orders/checkout/place-draft.ts'
import { findDraft, withDraftKey } from '#features/orders/order-draft.ts'
import type { OrderItemRow } from '#features/orders/order-item-row.ts'
import { findOrder, readOrder } from '#features/orders/read-order.ts'

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
