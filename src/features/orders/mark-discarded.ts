import { sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import type { Database } from '#db/client.ts'
import { releaseStock } from '#features/orders/release-stock.ts'

/** Takes a locked order that is not paid out of every list: its pairs go back, and it earns no affiliate a commission. The row stays: money may still come. */
export async function markDiscarded(tx: Database, ctx: Context, orderId: string, why: string): Promise<void> {
  await tx.execute(sql`update orders set discarded_at = ${ctx.now} where id = ${orderId} and discarded_at is null`)
  await releaseStock(tx, ctx, orderId, why)
  await ctx.services.effects.orderChanged(tx, ctx, orderId)
}
