import { sql } from 'drizzle-orm'
import { type Cents, fromShillings } from '#domain/money.ts'
import { unitPrice } from '#domain/pricing.ts'
import type { OrderInput } from '#features/checkout/order-input.ts'
import { type PromptCounts, promptCounts } from '#features/checkout/prompt-limits.ts'
import type { Context } from '#features/context.ts'

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
  lines: PricedLine[]
  affiliateId: string | null
  /** The order that this Idempotency-Key made before. */
  earlier: { bodyHash: string; orderId: string | null } | null
  prompts: PromptCounts
}

/** Everything Place Order has to know, in one round trip. */
export async function readOrderFacts(ctx: Context, wanted: OrderInput & { owner: string; key: string }): Promise<OrderFacts> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select
      (select coalesce(json_agg(json_build_object('productId', p.id, 'sizeId', z.id, 'name', p.name, 'size', z.label, 'imageUrl', i.image_url,
          'quantity', w.quantity, 'price', p.price, 'discount', p.discount_percentage,
          'stock', case when p.is_available and p.archived_at is null then z.stock else 0 end) order by w.place), '[]')
        from jsonb_to_recordset(${JSON.stringify(wanted.items.map((item, place) => ({ ...item, place })))}::jsonb)
          as w(product_id uuid, size text, quantity integer, place integer)
        join products p on p.id = w.product_id
        join product_size z on z.product_id = p.id and z.label = w.size
        left join product_images i on i.product_id = p.id and i.is_primary) as lines,
      (select json_build_object('bodyHash', k.body_hash, 'orderId', k.order_id) from idempotency_keys k where k.owner = ${wanted.owner} and k.key = ${wanted.key}) as earlier,
      (select a.id from profiles a where a.affiliate_code = ${wanted.affiliate_code?.trim().toUpperCase() ?? null} and a.is_affiliate and a.affiliate_paused_at is null) as affiliate,
      ${promptCounts(ctx, { phone: wanted.customer_phone, orderId: null })} as prompts`)
  const row = rows[0] as Row
  return {
    lines: row.lines.map(({ price, discount, ...line }) => ({ ...line, unitPrice: unitPrice(fromShillings(price), discount) })),
    affiliateId: row.affiliate,
    earlier: row.earlier,
    prompts: row.prompts,
  }
}

interface Row extends Record<string, unknown> {
  lines: (Omit<PricedLine, 'unitPrice'> & { price: number; discount: number })[]
  earlier: OrderFacts['earlier']
  affiliate: string | null
  prompts: PromptCounts
}
