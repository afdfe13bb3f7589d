import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { approvalRefusal, commissionActions, commissionStatuses } from '#domain/commission.ts'
import type { OrderStatus } from '#domain/order.ts'
import { likenessOf } from '#domain/own-purchase.ts'
import { shownName } from '#domain/referral.ts'
import { may } from '#domain/roles.ts'
import { isTakenBack } from '#features/affiliates/counted.ts'
import type { Context } from '#features/context.ts'
import { orderStatus } from '#features/orders/order-row.ts'
import { enumOf, instant, iso, ksh } from '#features/row-fields.ts'

export const commissionStatus = enumOf(commissionStatuses)

/** The affiliate of a commission or a payout. */
export const affiliateName = z
  .object({ full_name: z.string().nullable(), affiliate_code: z.string().nullable() })
  .meta({ description: '`full_name` is for admins only' })

/** A row of the table `affiliate_commissions` (spec §3) with its order and affiliate. Money in KSh, times in ISO 8601. */
export const commissionRow = z.object({
  id: z.uuid(),
  affiliate_id: z.uuid(),
  affiliate: affiliateName,
  order_id: z.uuid(),
  order: z.object({
    short_code: z.string(),
    customer_name: z.string(),
    total_amount: ksh.meta({ description: 'KSh; to its affiliate the goods, without the fee of delivery' }),
    status: orderStatus,
  }),
  commission_amount: ksh,
  base_amount: ksh,
  rate: z.number(),
  status: commissionStatus,
  reason: z.string().nullable().meta({ description: 'Why it was rejected' }),
  created_at: instant,
  approved_at: instant.nullable(),
  approved_by: z.uuid().nullable().meta({ description: 'Told to admins only' }),
  rejected_at: instant.nullable(),
  rejected_by: z.uuid().nullable().meta({ description: 'Told to admins only; null also where the shop itself rejected it' }),
  paid_out: z.boolean(),
  is_own: z
    .boolean()
    .nullable()
    .meta({ description: 'Told to admins only: bought by the affiliate, as far as is known now; so may one be that was approved before' }),
  likeness: z
    .string()
    .nullable()
    .meta({ description: 'Told to admins only: what of the buyer is like the affiliate, though it does not make the purchase theirs' }),
  approval_refusal: z.string().nullable().meta({ description: 'Told to admins only, of pending ones: why approving would be refused now' }),
  clawed_back: z.boolean().meta({ description: 'Its order was cancelled after it had been paid out or promised' }),
})
export type CommissionRow = z.infer<typeof commissionRow>

type Stored = Omit<CommissionRow, 'affiliate' | 'order' | 'clawed_back' | 'is_own' | 'likeness' | 'approval_refusal' | Money> &
  Record<Money | 'total_amount', string> & {
    affiliate_name: string
    affiliate_code: string | null
    short_code: string
    customer_name: string
    order_status: OrderStatus
    is_clawed_back: boolean
    looks_own: boolean
    receiver_name: string | null
    customer_email: string | null
    delivery_address: string | null
    affiliate_email: string | null
    affiliate_address: string | null
    is_paid: boolean
    is_discarded: boolean
    is_visit_over: boolean
    is_affiliate_deleted: boolean
  }
type Money = 'commission_amount' | 'base_amount' | 'rate'

/** Commissions that match a condition on `c`, `o` and `p`, newest first. The next page begins after `key`. */
export async function readCommissionRows(ctx: Context, where: SQL, limit: number): Promise<{ row: CommissionRow; key: [string, string] }[]> {
  const { rows } = await ctx.db.execute<Stored>(sql`
    select c.*, p.full_name as affiliate_name, p.affiliate_code, o.short_code, o.customer_name, o.total_amount, o.status as order_status,
      o.receiver_name, o.customer_email, o.delivery_address, p.address as affiliate_address, u.email as affiliate_email, ${isTakenBack} as is_clawed_back,
      ${may(ctx.actor, 'pay_affiliates') ? sql`c.is_own or is_own_purchase(o.id)` : sql`c.is_own`} as looks_own,
      o.paid_at is not null as is_paid, o.discarded_at is not null as is_discarded, p.deleted_at is not null as is_affiliate_deleted,
      ${may(ctx.actor, 'pay_affiliates') ? sql`visit_ended_by_another(o.id)` : sql`false`} as is_visit_over
    from affiliate_commissions c join orders o on o.id = c.order_id join profiles p on p.id = c.affiliate_id left join auth.users u on u.id = p.id
    where ${where} order by c.created_at desc, c.id desc limit ${limit}`)
  return rows.map((stored) => ({ row: toCommissionRow(ctx, stored), key: [stored.created_at, stored.id] }))
}

/** Only an admin reads who approved or rejected, and the affiliate's name. No reader gets the buyer's phone or address. */
function toCommissionRow({ actor, services }: Context, stored: Stored): CommissionRow {
  return {
    id: stored.id,
    affiliate_id: stored.affiliate_id,
    affiliate: { full_name: may(actor, 'pay_affiliates') ? stored.affiliate_name : null, affiliate_code: stored.affiliate_code },
    order_id: stored.order_id,
    order: {
      short_code: stored.short_code,
      customer_name: may(actor, 'pay_affiliates')
        ? stored.customer_name
        : shownName(stored.customer_name, services.settings.values.referral_names === 'masked'),
      total_amount: Number(may(actor, 'pay_affiliates') ? stored.total_amount : stored.base_amount),
      status: stored.order_status,
    },
    commission_amount: Number(stored.commission_amount),
    base_amount: Number(stored.base_amount),
    rate: Number(stored.rate),
    status: stored.status,
    reason: stored.reason,
    created_at: iso(stored.created_at),
    approved_at: stored.approved_at && iso(stored.approved_at),
    approved_by: may(actor, 'pay_affiliates') ? stored.approved_by : null,
    rejected_at: stored.rejected_at && iso(stored.rejected_at),
    rejected_by: may(actor, 'pay_affiliates') ? stored.rejected_by : null,
    paid_out: stored.paid_out,
    clawed_back: stored.is_clawed_back,
    is_own: may(actor, 'pay_affiliates') ? stored.looks_own : null,
    likeness: may(actor, 'pay_affiliates') && !stored.looks_own ? likenessIn(stored) : null,
    approval_refusal: may(actor, 'pay_affiliates') && stored.status === commissionActions.approve.from ? refusalOf(stored) : null,
  }
}

function likenessIn(stored: Stored): string | null {
  const { customer_name, receiver_name, customer_email, delivery_address, affiliate_name, affiliate_email, affiliate_address } = stored
  return likenessOf(
    { name: customer_name, receiver: receiver_name, email: customer_email, address: delivery_address },
    { name: affiliate_name, email: affiliate_email, address: affiliate_address },
  )
}

/** Why Approve would be refused now. */
function refusalOf({ order_status: status, is_paid, is_discarded, looks_own, is_visit_over, is_affiliate_deleted }: Stored): string | null {
  return approvalRefusal({
    status,
    isPaid: is_paid,
    isDiscarded: is_discarded,
    isOwn: looks_own,
    isVisitOver: is_visit_over,
    isAffiliateDeleted: is_affiliate_deleted,
  })
}
