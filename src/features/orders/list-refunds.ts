import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { orders, paymentAttempts, refunds } from '#db/schema.ts'
import { toShillings } from '#domain/money.ts'
import { refundReasons } from '#domain/payment.ts'
import { type Context, requireAdmin } from '#features/context.ts'
import { readCursor, writeCursor } from '#features/cursor.ts'
import type { Page, Paging } from '#features/page-of.ts'
import { instant } from '#features/row-fields.ts'

export const refundRow = z.object({
  id: z.uuid(),
  order_id: z.uuid().nullable(),
  short_code: z.string().nullable(),
  customer_name: z.string().nullable(),
  phone: z.string(),
  receipt: z.string().nullable(),
  amount: z.number(),
  reason: z.enum(refundReasons),
  created_at: instant,
})
export type RefundRow = z.infer<typeof refundRow>

/** Money that has to go back: late, double, and paid for cancelled orders. Oldest first, at most 100 at a time. Problems: forbidden, malformed. */
export async function listRefunds(ctx: Context, { cursor, limit: wanted = 24 }: Paging = {}): Promise<Page<RefundRow>> {
  requireAdmin(ctx)
  const limit = Math.min(wanted, 100)
  const rows = await ctx.db
    .select({
      id: refunds.id,
      order_id: refunds.order_id,
      short_code: orders.short_code,
      customer_name: orders.customer_name,
      phone: paymentAttempts.phone,
      receipt: paymentAttempts.receipt,
      amount: refunds.amount,
      reason: refunds.reason,
      created_at: refunds.created_at,
      key: sql<string>`${refunds.created_at}::text`,
    })
    .from(refunds)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, refunds.attempt_id))
    .leftJoin(orders, eq(orders.id, refunds.order_id))
    .where(and(eq(refunds.state, 'due'), after(cursor)))
    .orderBy(asc(refunds.created_at), asc(refunds.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    data: shown.map(({ key: _, ...row }) => ({ ...row, amount: toShillings(row.amount), created_at: row.created_at.toISOString() })),
    next: rows.length > limit && last ? writeCursor([last.key, last.id]) : null,
  }
}

function after(cursor: string | undefined): SQL | undefined {
  if (!cursor) return undefined
  const [instant, id] = readCursor(cursor, 'instant')
  return sql`(${refunds.created_at}, ${refunds.id}) > (${instant}::timestamptz, ${id}::uuid)`
}
