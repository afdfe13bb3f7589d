import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { Problem } from '#domain/problem.ts'
import { placeOrderOnce } from '#features/orders/checkout/place-order.ts'
import type { OrderDraft } from '#features/orders/order-draft.ts'

/** A line as a client of the specification sends it: `price` is the client's own result, KSh for one pair. */
export interface StatedLine {
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
