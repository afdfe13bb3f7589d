import { redirect } from 'react-router'
import type { Context } from '#core/context.ts'
import type { Paging } from '#core/page-of.ts'
import { readDay } from '#domain/figures.ts'
import { type ClickRow, listClicks } from '#features/affiliates/clicks.ts'
import { type CommissionRow, listCommissions } from '#features/affiliates/commissions.ts'
import { listPayouts, type PayoutRow } from '#features/affiliates/wallet/payout-rows.ts'
import { listReferralOrders, type ReferralOrder } from '#features/orders/list-orders.ts'
import { dashboardUrl } from '#web/addresses.ts'
import { fromCursor } from '#web/lists/load-page.ts'
import { signedIn } from '#web/session/signed-in.ts'

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

/** The context of an affiliate. Redirects other users to the profile, where they can join. Server only. */
export function asAffiliate(args: Parameters<typeof signedIn>[0]): ReturnType<typeof signedIn> {
  const ctx = signedIn(args)
  if (!ctx.actor.isAffiliate) throw redirect(dashboardUrl)
  return ctx
}

/** Reads the days `from` and `to` of a query; invalid ones are left out. */
export function readPeriod(query: URLSearchParams): { from?: string; to?: string } {
  const [from, to] = ['from', 'to'].map((name) => readDay(query.get(name)))
  return { ...(from && { from }), ...(to && { to }) }
}
