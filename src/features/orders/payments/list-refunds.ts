import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { instant } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { refundReasons } from '#domain/payment.ts'

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

/** The money to refund: late, double, and paid for cancelled orders. Oldest first. */
export async function listRefunds(ctx: Context, paging: Paging = {}): Promise<Page<RefundRow>> {
  requirePermission(ctx, 'take_payments')
  const { rows } = await ctx.db.execute<RefundRow & { key: string }>(sql`
    select ${columns}, r.created_at as key from refunds r join payment_attempts a on a.id = r.attempt_id left join orders o on o.id = r.order_id
    where r.state = 'due' and ${behind(paging, sql`r.created_at`, sql`r.id`, 'oldest first')} order by r.created_at, r.id limit ${limitOf(paging)}`)
  return pageOfKeyed(rows, paging)
}

const columns = selectOf(refundRow, 'r', {
  ...{ short_code: sql`o.short_code`, customer_name: sql`o.customer_name`, phone: sql`a.phone`, receipt: sql`a.receipt` },
  found: sql`case when a.source = 'recorded' and a.recorded_by is null then a.result_desc end`,
})
