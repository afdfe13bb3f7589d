import type { Context } from '#core/context.ts'
import type { Paging } from '#core/page-of.ts'
import type { CommissionRow } from '#features/affiliates/commission-row.ts'
import { type ClickRow, listClicks } from '#features/affiliates/list-clicks.ts'
import { listCommissions } from '#features/affiliates/list-commissions.ts'
import { listPayouts } from '#features/affiliates/wallet/list-payouts.ts'
import type { PayoutRow } from '#features/affiliates/wallet/payout-row.ts'
import { listReferralOrders, type ReferralOrder } from '#features/orders/list-referral-orders.ts'
import { fromCursor } from '#web/lists/load-page.ts'

/** The row type of each of the affiliate's lists. */
export interface Rows {
  orders: ReferralOrder
  commissions: CommissionRow
  clicks: Pick<ClickRow, 'id' | 'clicked_at' | 'referrer_url' | 'product_name' | 'converted'>
  payouts: PayoutRow
}
export type ListName = keyof Rows
export interface ListPart<Row> {
  rows: Row[]
  next: string | null
}
type Affiliate = Context & { userId: string }

/** Each list is limited to the affiliate's own rows, because an admin could see all. */
const loaders: { [Name in ListName]: (ctx: Affiliate, page: Paging) => Promise<{ data: Rows[Name][]; next: string | null }> } = {
  orders: listReferralOrders,
  commissions: (ctx, page) => listCommissions(ctx, { ...page, affiliate_id: ctx.userId }),
  clicks: async (ctx, page) => {
    const { data, next } = await listClicks(ctx, { ...page, affiliate_id: ctx.userId })
    return {
      data: data.map(({ id, clicked_at, referrer_url, product_name, converted }) => ({ id, clicked_at, referrer_url, product_name, converted })),
      next,
    }
  },
  payouts: (ctx, page) => listPayouts(ctx, { ...page, affiliate_id: ctx.userId }),
}

/** A page of a list, newest first. Server only. */
export function loadList<Name extends ListName>(ctx: Affiliate, name: Name, { cursor, limit }: Paging): Promise<ListPart<Rows[Name]>> {
  return fromCursor(cursor, async (from) => {
    const { data, next } = await loaders[name](ctx, { cursor: from, limit })
    return { rows: data, next }
  })
}
