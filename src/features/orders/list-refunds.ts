import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { refundReasons } from '#domain/payment.ts'
import { type Context, requirePermission } from '#features/context.ts'
import { behind, type Page, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { instant, iso } from '#features/row-fields.ts'

export const refundRow = z.object({
  id: z.uuid(),
  order_id: z.uuid().nullable(),
  short_code: z.string().nullable(),
  customer_name: z.string().nullable(),
  phone: z.string().nullable().meta({ description: 'The number that paid; null where M-Pesa hides it' }),
  receipt: z.string().nullable(),
  amount: z.number(),
  reason: z.enum(refundReasons),
  found: z
    .string()
    .nullable()
    .meta({ description: 'Of money that only M-Pesa’s own record told of: what it was for, and what it shows of the number' }),
  created_at: instant,
})
export type RefundRow = z.infer<typeof refundRow>

/** The money to refund: late, double, and paid for cancelled orders. Oldest first. Problems: forbidden, malformed. */
export async function listRefunds(ctx: Context, paging: Paging = {}): Promise<Page<RefundRow>> {
  requirePermission(ctx, 'take_payments')
  const size = pageSize(paging)
  const { rows } = await ctx.db.execute<Omit<RefundRow, 'amount'> & { amount: string }>(sql`
    select r.id, r.order_id, o.short_code, o.customer_name, a.phone, a.receipt, r.amount, r.reason, r.created_at,
      case when a.source = 'recorded' and a.recorded_by is null then a.result_desc end as found
    from refunds r join payment_attempts a on a.id = r.attempt_id left join orders o on o.id = r.order_id
    where r.state = 'due' and ${behind(paging, sql`r.created_at`, sql`r.id`, 'oldest first')} order by r.created_at, r.id limit ${size + 1}`)
  return pageOf(
    rows.map((row) => ({ row: { ...row, amount: Number(row.amount), created_at: iso(row.created_at) }, key: [row.created_at, row.id] })),
    size,
  )
}
