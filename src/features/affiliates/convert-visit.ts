import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'

/**
 * Ends the visit that led to a paid order, unless another order has ended it: the order converts its visitor's clicks. The affiliate's own purchases end no
 * visit. The caller holds the locks of the order and its affiliate, so that one of two orders of a visit comes first. Answers whether this call ended the
 * visit.
 */
export async function convertVisit(tx: Database, ctx: Context, orderId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    with converting as (
      update orders o set converted_at = ${ctx.now} where o.id = ${orderId} and o.paid_at is not null and o.converted_at is null and o.affiliate_named_at is null
        and o.status <> 'cancelled' and not visit_ended_by_another(o.id) and not is_own_purchase(o.id)
        and not exists (select from affiliate_commissions c where c.order_id = o.id and c.is_own)
      returning id, affiliate_id, visitor_id
    ), clicks as (
      update affiliate_clicks k set converted = true, order_id = converting.id from converting
      where k.affiliate_id = converting.affiliate_id and k.visitor_id = converting.visitor_id::text and not k.converted
    )
    select from converting`)
  return rows.length > 0
}
