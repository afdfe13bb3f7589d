import { sql } from 'drizzle-orm'
import type { CommissionStatus } from '#domain/commission.ts'
import type { OrderStatus } from '#domain/order.ts'
import { shownName } from '#domain/referral.ts'
import { type Context, requireUser } from '#features/context.ts'
import { behind, type Page, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { iso } from '#features/row-fields.ts'

/** What an affiliate reads of an order that came by their link: phone and address never leave the server (decisions, Affiliates and wallet). */
export interface ReferralOrder {
  id: string
  short_code: string
  customer_name: string
  created_at: string
  /** KSh of the goods, which the commission is a share of: the fee of delivery is left out. */
  total_amount: number
  commission_amount: number
  commission_status: CommissionStatus | null
  status: OrderStatus
  paid_at: string | null
  hold_expires_at: string
}

/** Every order that names the signed-in affiliate, whatever its status, newest first; discarded ones are in no list. Problems: signed_out, malformed. */
export async function listReferralOrders(ctx: Context, page: Paging = {}): Promise<Page<ReferralOrder>> {
  const { userId } = requireUser(ctx)
  const size = pageSize(page)
  const { rows } = await ctx.db.execute<
    Omit<ReferralOrder, 'total_amount' | 'commission_amount'> & { total_amount: string; commission_amount: string }
  >(sql`
    select o.id, o.short_code, o.customer_name, o.created_at, o.total_amount - o.delivery_fee as total_amount, o.commission_amount, c.status as commission_status, o.status,
      o.paid_at, o.hold_expires_at
    from orders o left join affiliate_commissions c on c.order_id = o.id
    where o.affiliate_id = ${userId} and o.discarded_at is null and ${behind(page, sql`o.created_at`, sql`o.id`)}
    order by o.created_at desc, o.id desc limit ${size + 1}`)
  const masksCustomers = ctx.services.settings.values.referral_names === 'masked'
  return pageOf(
    rows.map((row) => ({
      row: {
        ...row,
        customer_name: shownName(row.customer_name, masksCustomers),
        created_at: iso(row.created_at),
        paid_at: row.paid_at && iso(row.paid_at),
        hold_expires_at: iso(row.hold_expires_at),
        total_amount: Number(row.total_amount),
        commission_amount: Number(row.commission_amount),
      },
      key: [row.created_at, row.id],
    })),
    size,
  )
}
