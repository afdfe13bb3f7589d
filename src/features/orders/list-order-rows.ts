import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Context } from '#core/context.ts'
import type { Page } from '#core/page-of.ts'
import { Problem } from '#domain/problem.ts'
import { may } from '#domain/roles.ts'
import { listOrders, type OrderFilter } from '#features/orders/list-orders.ts'
import { listReferralOrders, type ReferralOrder } from '#features/orders/list-referral-orders.ts'
import { noDelivery, orderRow } from '#features/orders/order-row.ts'

const secret = z.string().nullable().meta({ description: 'Null to the affiliate who brought the order' })

/** As clients read the table: an affiliate reads neither phone nor address of a referred order, which is its buyer's (decisions, Affiliates and wallet). */
export const listedOrder = orderRow.extend({ customer_phone: secret, delivery_address: secret })
type ListedOrder = z.infer<typeof listedOrder>

/**
 * The table `orders`, newest first (spec §7 Table reads). An affiliate who filters by their own `affiliate_id` reads the orders of their tab, with the same
 * columns of each as there. Problems: unknown_filter (if that filter has another beside its paging), and those of `listOrders`.
 */
export async function listOrderRows(ctx: Context, filter: OrderFilter): Promise<Page<ListedOrder>> {
  const { actor } = ctx
  const isOwnReferrals =
    !may(actor, 'see_orders') && filter.affiliate_id !== undefined && filter.affiliate_id.toLowerCase() === actor.userId && !filter.user_id
  if (!isOwnReferrals) return listOrders(ctx, filter)
  const { affiliate_id, cursor, limit, ...others } = filter
  const narrowed = Object.entries(others).find(([, value]) => value !== undefined)
  // A search by phone or name would reveal the masked columns.
  if (narrowed) throw new Problem('unknown_filter', { detail: `the orders of an affiliate are not narrowed by ${narrowed[0]}` })
  const { data, next } = await listReferralOrders(ctx, { cursor, limit })
  const affiliate = await affiliateOf(ctx)
  return { data: data.map((row) => ({ ...withoutCommission(row), ...masked, affiliate_id: actor.userId, affiliate })), next }
}

/** Columns that the tab does not show either. */
const masked = {
  user_id: null,
  customer_phone: null,
  customer_email: null,
  delivery_address: null,
  ...noDelivery,
  checkout_request_id: null,
  mpesa_receipt_number: null,
  packed_at: null,
}

/** The status of a commission is a column of its own table. */
function withoutCommission({ commission_status: _, ...row }: ReferralOrder) {
  return row
}

async function affiliateOf({ db, actor }: Context) {
  const { rows } = await db.execute<{ affiliate_code: string | null }>(sql`select affiliate_code from profiles where id = ${actor.userId}`)
  const code = rows[0]?.affiliate_code ?? null
  return code === null ? null : { full_name: null, affiliate_code: code }
}
