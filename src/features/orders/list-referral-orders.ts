import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Context, requireUser } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { enumOf } from '#core/row-fields.ts'
import { selectOf } from '#core/select-of.ts'
import { commissionStatuses } from '#domain/commission.ts'
import { shownName } from '#domain/referral.ts'
import { orderRow } from '#features/orders/order-row.ts'

/**
 * What an affiliate reads of an order that came by their link: phone and address never leave the server (decisions, Affiliates and wallet). Its total is that of the
 * goods, which the commission is a share of: the fee of delivery is left out.
 */
export const referralOrder = orderRow
  .pick({
    ...{ id: true, short_code: true, customer_name: true, created_at: true, total_amount: true, commission_amount: true },
    ...{ status: true, paid_at: true, hold_expires_at: true },
  })
  .extend({ commission_status: enumOf(commissionStatuses).nullable() })
export type ReferralOrder = z.infer<typeof referralOrder>

/** Every order that names the signed-in affiliate, whatever its status, newest first; discarded ones are in no list. */
export async function listReferralOrders(ctx: Context, page: Paging = {}): Promise<Page<ReferralOrder>> {
  const { userId } = requireUser(ctx)
  const { rows } = await ctx.db.execute<ReferralOrder & { key: string }>(sql`
    select ${columns}, o.created_at as key from orders o left join affiliate_commissions c on c.order_id = o.id
    where o.affiliate_id = ${userId} and o.discarded_at is null and ${behind(page, sql`o.created_at`, sql`o.id`)}
    order by o.created_at desc, o.id desc limit ${limitOf(page)}`)
  const masksCustomers = ctx.services.settings.values.referral_names === 'masked'
  return pageOfKeyed(rows, page, (row) => ({ ...row, customer_name: shownName(row.customer_name, masksCustomers) }))
}

const columns = selectOf(referralOrder, 'o', { total_amount: sql`o.total_amount - o.delivery_fee`, commission_status: sql`c.status` })
