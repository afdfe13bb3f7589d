import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOf, pageOfKeyed, pageSize } from '#core/page-of.ts'
import { holding } from '#core/search-text.ts'
import { enumOf, instant, jsonOf, ksh, only, selectOf } from '#core/select-of.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { approvalRefusal, type CommissionStatus, commissionActions, commissionStatuses, likenessOf } from '#domain/commission.ts'
import { shownName } from '#domain/referral.ts'
import { may } from '#domain/roles.ts'
import { type OrderRow, orderColumns, orderStatus, toOrderRow } from '#features/orders/order-row.ts'
import { isTakenBack } from '#features/orders/referral-facts.ts'

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

const storedCommission = commissionRow.omit({ likeness: true, approval_refusal: true })
const columns = storedCommission.keyof().options
type Stored = z.infer<typeof storedCommission> & {
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

/** Commissions that match a condition on `c`, `o` and `p`, newest first. The next page begins after `key`. */
export async function readCommissionRows(ctx: Context, where: SQL, limit: number): Promise<{ row: CommissionRow; key: [string, string] }[]> {
  const isAdmins = may(ctx.actor, 'pay_affiliates')
  const { rows } = await ctx.db.execute<Stored & { key: string }>(sql`
    select ${selectOf(storedCommission, 'c', {
      affiliate: jsonOf(affiliateName, 'p'),
      order: jsonOf(commissionRow.shape.order, 'o'),
      is_own: isAdmins ? sql`c.is_own or is_own_purchase(o.id)` : sql`c.is_own`,
      clawed_back: isTakenBack,
    })}, c.created_at as key,
      o.receiver_name, o.customer_email, o.delivery_address, p.address as affiliate_address, u.email as affiliate_email,
      o.paid_at is not null as is_paid, o.discarded_at is not null as is_discarded, p.deleted_at is not null as is_affiliate_deleted,
      ${isAdmins ? sql`visit_ended_by_another(o.id)` : sql`false`} as is_visit_over
    from affiliate_commissions c join orders o on o.id = c.order_id join profiles p on p.id = c.affiliate_id left join auth.users u on u.id = p.id
    where ${where} order by c.created_at desc, c.id desc limit ${limit}`)
  return rows.map(({ key, ...stored }) => ({ row: toCommissionRow(ctx, stored), key: [key, stored.id] }))
}

/** Only an admin reads who approved or rejected, and the affiliate's name. No reader gets the buyer's phone or address. */
function toCommissionRow({ actor, services }: Context, stored: Stored): CommissionRow {
  const row = only(stored, columns)
  if (may(actor, 'pay_affiliates')) {
    const isPending = row.status === commissionActions.approve.from
    return { ...row, likeness: row.is_own ? null : likenessIn(stored), approval_refusal: isPending ? refusalOf(stored) : null }
  }
  const customer_name = shownName(row.order.customer_name, services.settings.values.referral_names === 'masked')
  return {
    ...row,
    affiliate: { ...row.affiliate, full_name: null },
    order: { ...row.order, customer_name, total_amount: row.base_amount },
    ...{ approved_by: null, rejected_by: null, is_own: null, likeness: null, approval_refusal: null },
  }
}

function likenessIn({
  order,
  receiver_name,
  customer_email,
  delivery_address,
  affiliate,
  affiliate_email,
  affiliate_address,
}: Stored): string | null {
  return likenessOf(
    { name: order.customer_name, receiver: receiver_name, email: customer_email, address: delivery_address },
    { name: affiliate.full_name ?? '', email: affiliate_email, address: affiliate_address },
  )
}

/** Why Approve would be refused now. */
function refusalOf({ order, is_own, is_paid, is_discarded, is_visit_over, is_affiliate_deleted }: Stored): string | null {
  return approvalRefusal({
    status: order.status,
    isPaid: is_paid,
    isDiscarded: is_discarded,
    isOwn: is_own === true,
    isVisitOver: is_visit_over,
    isAffiliateDeleted: is_affiliate_deleted,
  })
}

interface CommissionFilter extends Paging {
  affiliate_id?: string | undefined
  order_id?: string | undefined
  status?: CommissionStatus | undefined
  /** Part of the order's short code; for an admin its beginning, or part of the buyer's name, or the affiliate's name or code. */
  search?: string | undefined
}

/** Commissions, newest first. An admin sees all; a user sees only their own, also when the filter asks for others. */
export async function listCommissions(ctx: Context, filter: CommissionFilter = {}): Promise<Page<CommissionRow>> {
  const conditions: SQL[] = [behind(filter, sql`c.created_at`, sql`c.id`)]
  if (!may(ctx.actor, 'pay_affiliates')) conditions.push(sql`c.affiliate_id = ${requireUser(ctx).userId}`)
  if (filter.affiliate_id) conditions.push(sql`c.affiliate_id = ${filter.affiliate_id}`)
  if (filter.order_id) conditions.push(sql`c.order_id = ${filter.order_id}`)
  if (filter.status) conditions.push(sql`c.status = ${filter.status}`)
  const size = pageSize(filter)
  const wanted = holding(filter.search?.replace('#', ''))
  // An affiliate cannot find out a masked name by searching for it.
  const meant =
    wanted && (may(ctx.actor, 'pay_affiliates') ? found(wanted, filter.search as string, conditions, size) : sql`o.short_code ilike ${wanted}`)
  return pageOf(await readCommissionRows(ctx, sql.join([...conditions, ...(meant ? [meant] : [])], sql` and `), size + 1), size)
}

/** Each part has an index of its own and stops when the page is full; parts joined by `or` would use no index. */
function found(wanted: string, search: string, conditions: SQL[], size: number): SQL {
  const newest = (part: SQL) => sql`
    select c.id, c.created_at from affiliate_commissions c join orders o on o.id = c.order_id
    where ${sql.join([...conditions, part], sql` and `)} order by c.created_at desc, c.id desc limit ${size + 1}`
  const ofPeople = sql`
    select each.* from profiles a cross join lateral (${newest(sql`c.affiliate_id = a.id`)}) each
    where a.full_name ilike ${wanted} or a.affiliate_code ilike ${wanted} order by each.created_at desc, each.id desc limit ${size + 1}`
  const parts = [newest(sql`o.customer_name ilike ${wanted}`), ofPeople, ...beginning(search).map(newest)].map(
    (part) => sql`select id from (${part}) found`,
  )
  return sql`c.id in (${sql.join(parts, sql` union `)}) ${withoutPreparedPlan}`
}

/** A short code is the beginning of an id, so the primary key finds it. */
function beginning(search: string): SQL[] {
  const code = /^#?([0-9a-f]{4,8})$/i.exec(search.trim())?.[1]
  if (!code) return []
  return [
    sql`o.id between ${`${code.padEnd(8, '0')}-0000-0000-0000-000000000000`}::uuid and ${`${code.padEnd(8, 'f')}-ffff-ffff-ffff-ffffffffffff`}::uuid`,
  ]
}

/**
 * Referred, paid orders without a pending, approved or paid commission, except own purchases, those of deleted affiliates, and those whose visit another paid
 * order has ended: `ensureCommission` makes one (spec §9).
 */
export async function listUncommissioned(ctx: Context, page: Paging = {}): Promise<Page<OrderRow>> {
  requirePermission(ctx, 'pay_affiliates')
  // Excluding orders that have a commission leaves few rows: only these get the slow checks.
  const { rows } = await ctx.db.execute<OrderRow & { key: string }>(sql`
    with missing as materialized (
      select o.id from orders o where o.affiliate_id is not null and o.paid_at is not null and o.status <> 'cancelled'
        and not exists (select from affiliate_commissions c where c.order_id = o.id and (c.status <> 'rejected' or c.is_own))
        and ${behind(page, sql`o.created_at`, sql`o.id`)}
    )
    select ${orderColumns}, o.created_at as key from missing join orders o using (id) join profiles f on f.id = o.affiliate_id
    where f.deleted_at is null and not is_own_purchase(missing.id) and not visit_ended_by_another(missing.id)
    order by o.created_at desc, o.id desc limit ${limitOf(page)}`)
  return pageOfKeyed(rows, page, (row) => toOrderRow(ctx, row))
}
