import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission, requireUser } from '#core/context.ts'
import { behind, limitOf, type Page, type Paging, pageOfKeyed } from '#core/page-of.ts'
import { hasWords, holding, startingWith } from '#core/search-text.ts'
import { enumOf, selectOf } from '#core/select-of.ts'
import { withoutPreparedPlan } from '#db/database-connection.ts'
import { commissionStatuses } from '#domain/commission.ts'
import { type WorkQueue, workQueues } from '#domain/open-work.ts'
import type { OrderStatus } from '#domain/order.ts'
import { readOrderSearch } from '#domain/order-search.ts'
import { Problem } from '#domain/problem.ts'
import { shownName } from '#domain/referral.ts'
import { may } from '#domain/roles.ts'
import { isAwaited, noDelivery, type OrderRow, orderColumns, orderRow, toOrderRow } from '#features/orders/order-row.ts'

export interface OrderFilter extends Paging {
  user_id?: string | undefined
  affiliate_id?: string | undefined
  /** The buyer's, as it is stored. */
  phone?: string | undefined
  /** One status, or any of several. */
  status?: OrderStatus | OrderStatus[] | undefined
  /** For admins only. */
  queue?: WorkQueue | undefined
  /** An id or its beginning, a phone in any form or a part of it, a receipt or its first letters, a sum, or a part of a name, an address, an e-mail or a product's name (domain/order-search.ts). */
  search?: string | undefined
  /** The names that the order keeps of its zone and its delivery option. */
  zone?: string | undefined
  option?: string | undefined
  /** A row of `rider_days`: the orders that this rider has had, on any day. */
  rider?: string | undefined
  /** Days in Nairobi on which the order was placed, both included, as `2026-11-21`. */
  from?: string | undefined
  to?: string | undefined
}

/**
 * Orders, newest first, at most 100 at a time. An admin sees all of them; every other caller sees only their own, under any filter: for other people's orders
 * the answer is the same as for none. Discarded orders are in no list. Problems: signed_out, forbidden (a queue), malformed.
 */
export async function listOrders(ctx: Context, filter: OrderFilter = {}): Promise<Page<OrderRow>> {
  const within = may(ctx.actor, 'see_orders') ? sql`true` : sql`o.user_id = ${requireUser(ctx).userId}`
  if (filter.queue) requirePermission(ctx, 'see_orders')
  return listWithin(ctx, within, filter)
}

/** The orders that `within`, SQL about the order `o`, leaves the caller. */
export async function listWithin(ctx: Context, within: SQL, filter: OrderFilter): Promise<Page<OrderRow>> {
  const shared: SQL[] = [sql`o.discarded_at is null`, within, behind(filter, sql`o.created_at`, sql`o.id`)]
  if (filter.user_id) shared.push(sql`o.user_id = ${filter.user_id}`)
  if (filter.affiliate_id) shared.push(sql`o.affiliate_id = ${filter.affiliate_id}`)
  if (filter.phone) shared.push(sql`o.customer_phone = ${filter.phone}`)
  if (filter.queue) shared.push(inQueue(filter.queue))
  if (filter.from) shared.push(sql`o.created_at >= ${filter.from}::date::timestamp at time zone 'Africa/Nairobi'`)
  if (filter.to) shared.push(sql`o.created_at < (${filter.to}::date + 1)::timestamp at time zone 'Africa/Nairobi'`)
  if (filter.zone) shared.push(sql`o.delivery_zone = ${filter.zone}`)
  if (filter.option) shared.push(sql`o.delivery_option = ${filter.option}`)
  if (filter.rider)
    shared.push(sql`o.id in (select d.order_id from deliveries d join rider_days r on r.id = d.rider_day_id
      where r.phone = (select phone from rider_days where id = ${filter.rider}))`)
  const parts = partsOf(ctx, filter)
  if (parts.length === 0) return { data: [], next: null }
  // Each part walks an index of its own from its newest end and stops when the page is full.
  const found = parts.map(
    (part) => sql`(
    select o.id, o.created_at from orders o where ${sql.join([...shared, part], sql` and `)}
    order by o.created_at desc, o.id desc limit ${limitOf(filter)})`,
  )
  const { rows } = await ctx.db.execute<OrderRow & { key: string }>(sql`
    select ${orderColumns}, o.created_at as key ${filter.search ? withoutPreparedPlan : sql``}
    from (${sql.join(found, sql` union `)}) page join orders o on o.id = page.id left join profiles f on f.id = o.affiliate_id
    order by o.created_at desc, o.id desc limit ${limitOf(filter)}`)
  return pageOfKeyed(rows, filter, (row) => toOrderRow(ctx, row))
}

/** SQL: the order `o` is in a queue. */
export function inQueue(queue: WorkQueue): SQL {
  const { statuses, isPacked, isLate } = workQueues[queue]
  if (isLate) return sql`o.late_at is not null and ${isAwaited}`
  const isStatus = sql`o.status = any(${`{${statuses.join(',')}}`}::text[])`
  return isPacked === null ? isStatus : sql`${isStatus} and o.packed_at ${isPacked ? sql`is not null` : sql`is null`}`
}

/** The filter as conditions, each with an index; none when the search means nothing. */
function partsOf(ctx: Context, { search, status }: OrderFilter): SQL[] {
  const statuses = status === undefined ? [] : [status].flat()
  if (!search?.trim()) return statuses.length > 0 ? statuses.map((each) => sql`o.status = ${each}`) : [sql`true`]
  const within = statuses.length > 0 ? sql`o.status = any(${`{${statuses.join(',')}}`}::text[])` : sql`true`
  return meant(ctx, search).map((condition) => sql`${condition} and ${within}`)
}

/** A number is looked for as the order's contact and as the phone that paid; a receipt wherever one is stored; words as those of a buyer's name, of an address or of a product's name. */
function meant({ actor }: Context, search: string): SQL[] {
  const { id, phone, digits, receipt, amount, name, email } = readOrderSearch(search)
  // A sum that is found is known: a packer reads none.
  const isPacker = may(actor, 'ship_orders') && !may(actor, 'see_orders')
  return [
    id && sql`o.id between ${id.first}::uuid and ${id.last}::uuid`,
    phone && sql`o.customer_phone = ${phone}`,
    phone && sql`o.id in (select order_id from payment_attempts where phone = ${phone})`,
    digits && sql`o.customer_phone like ${holding(digits)}`,
    receipt &&
      sql`o.id in (select order_id from payment_attempts where receipt like ${startingWith(receipt)} union all
        select order_id from refunds where receipt like ${startingWith(receipt)})`,
    amount !== undefined && !isPacker && sql`o.total_amount = ${amount}`,
    name && hasWords(sql`o.customer_name`, name),
    name && hasWords(sql`o.delivery_address`, name),
    name && sql`o.id in (select order_id from order_items where ${hasWords(sql`name`, name)})`,
    email && sql`o.customer_email ilike ${holding(email)}`,
  ].filter((condition) => typeof condition === 'object')
}

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
