import { type SQL, sql } from 'drizzle-orm'
import type { PayoutStatus } from '#domain/payout.ts'
import { type Context, requireUser } from '#features/context.ts'
import { behind, type Paging, pageOf, pageSize } from '#features/page-of.ts'
import { type PayoutRow, readPayoutRows } from '#features/wallet/payout-row.ts'

export interface PayoutFilter extends Paging {
  affiliate_id?: string | undefined
  status?: PayoutStatus | undefined
}

/** Payouts, newest first: an admin sees all, everybody else their own, whatever the filter asks for. Problems: signed_out, malformed. */
export async function listPayouts(ctx: Context, filter: PayoutFilter = {}): Promise<{ data: PayoutRow[]; next: string | null }> {
  const conditions: SQL[] = [behind(filter, sql`o.requested_at`, sql`o.id`)]
  if (!ctx.actor.isAdmin) conditions.push(sql`o.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`o.affiliate_id = ${filter.affiliate_id}`)
  if (filter.status) conditions.push(sql`o.status = ${filter.status}`)
  const size = pageSize(filter)
  return pageOf(await readPayoutRows(ctx, sql.join(conditions, sql` and `), size + 1), size)
}
