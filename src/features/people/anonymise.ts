import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#core/context.ts'
import { copies } from '#db/table-meanings.ts'
import { nobody } from '#domain/account.ts'

/** SQL: the order `o` is finished: no fact about its buyer is needed any more to deliver it, or to take its money. */
export const atRest = ({
  now,
}: Pick<
  Context,
  'now'
>) => sql`(o.discarded_at is not null or o.status in ('payment_failed', 'buyer_not_paid', 'delivered', 'cancelled', 'commission_earned'))
  and o.hold_expires_at < ${now} and not exists (select from refunds r where r.order_id = o.id and r.state = 'due')
  and not exists (select from payment_attempts a where a.order_id = o.id and a.state in ('created', 'accepted', 'unknown') and a.needs_review_at is null)`

/** SQL: the account of the order `o` was deleted. */
const ofDeletedAccount = sql`exists (select from profiles p where p.id = o.user_id and p.deleted_at is not null)`

/**
 * Data retention: removes the buyer from finished orders `o`, by default those whose account was deleted; amounts, lines and receipts stay, because the books must
 * be kept (Tax Procedures Act, s. 23), and so does the phone of a payment that was made. A payment that fails after that loses its phone as well. The admins' notes
 * about the buyer are removed as well (`forget_notes`), and so are the e-mails about the order. Returns how many orders it touched.
 */
export async function anonymiseOrders(ctx: Pick<Context, 'db' | 'now'>, whose: SQL = ofDeletedAccount): Promise<number> {
  const { rows } = await ctx.db.execute<{ touched: number }>(sql`
    with finished as (select o.id from orders o where ${whose} and o.anonymised_at is null and ${atRest(ctx)} order by o.id for update),
      gone as (update orders o set customer_name = ${nobody.customer_name}, customer_phone = ${nobody.customer_phone}, customer_email = null,
        delivery_address = ${nobody.delivery_address}, receiver_name = null, receiver_phone = null, delivery_point = null, cancel_reason = null, anonymised_at = ${ctx.now}
        from finished where o.id = finished.id returning o.id),
      letters as (delete from messages where id in (select n.mail_id from notices n join gone on gone.id = n.order_id))
    select count(*)::integer as touched from gone`)
  await ctx.db.execute(sql`
    update payment_attempts a set phone = ${nobody.customer_phone} from orders o
    where a.order_id = o.id and o.anonymised_at is not null and a.state = 'failed' and a.phone <> ${nobody.customer_phone}`)
  const touched = rows[0]?.touched ?? 0
  // Of orders that were cleared and put back.
  if (touched > 0) await anonymiseSnapshots(ctx, sql`exists (select from orders o where o.id = (row ->> 'id')::uuid and o.anonymised_at is not null)`)
  return touched
}

/**
 * Separates orders `o`, and their clicks, from the browsers that placed them: later orders of those browsers lead to no person. Orders of one browser stay together,
 * so that one visit still earns only one commission; on that browser itself the visit may begin again.
 */
export async function forgetBrowsers({ db }: Pick<Context, 'db'>, whose: SQL): Promise<void> {
  await db.execute(sql`
    with browsers as (select o.visitor_id, gen_random_uuid() as other from orders o where ${whose} and o.visitor_id is not null group by o.visitor_id),
      clicks as (update affiliate_clicks k set visitor_id = b.other::text from browsers b join orders o using (visitor_id)
        where ${whose} and k.order_id = o.id and k.visitor_id = b.visitor_id::text)
    update orders o set visitor_id = b.other from browsers b where ${whose} and o.visitor_id = b.visitor_id`)
}

/**
 * The same for the copies of cleared orders, whatever their state: what is fetched or put back from them names no buyer.
 * @param whose over `row`, the copy of an order, and `snapshot_id`
 */
export async function anonymiseSnapshots({ db, now }: Pick<Context, 'db' | 'now'>, whose: SQL): Promise<void> {
  const emptied = Object.fromEntries(
    Object.entries(copies).flatMap(([name, { emptied }]) => (Object.keys(emptied).length > 0 ? [[name, emptied]] : [])),
  )
  const { rowCount } = await db.execute(sql`
    with theirs as materialized (
      select snapshot_id, row ->> 'id' as id from data_snapshot_rows where table_name = 'orders' and row ->> 'anonymised_at' is null and ${whose}
    )
    update data_snapshot_rows r set row = r.row || (${JSON.stringify(emptied)}::jsonb -> r.table_name)
      || case r.table_name when 'orders' then jsonb_build_object('anonymised_at', ${now}) else '{}' end
    from theirs where r.snapshot_id = theirs.snapshot_id and r.table_name = any(${`{${Object.keys(emptied).join(',')}}`}::text[])
      and case when r.table_name = 'orders' then r.row ->> 'id' else r.row ->> 'order_id' end = theirs.id`)
  if (!rowCount) return
  await db.execute(sql`
    delete from data_snapshot_rows c where c.table_name = 'customers' and not exists (
      select from data_snapshot_rows o where o.snapshot_id = c.snapshot_id and o.table_name = 'orders' and o.row ->> 'customer_phone' = c.row ->> 'phone')`)
}

/** The copies of an affiliate whose account is deleted: the code, and to whom payouts went that were not made. */
export async function forgetAffiliateCopies({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await db.execute(sql`
    update data_snapshot_rows set row = row || case table_name when 'profiles' then '{"affiliate_code": null}'::jsonb
      else '{"mpesa_phone_number": null, "mpesa_full_name": null}' end
    where (table_name = 'profiles' and row ->> 'id' = ${userId})
      or (table_name = 'affiliate_payouts' and row ->> 'affiliate_id' = ${userId} and row ->> 'status' <> 'completed')`)
}
