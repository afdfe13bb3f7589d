import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '#features/context.ts'

/** A finished order: no fact about its buyer is needed any more to deliver it, or to take its money. */
const atRest = ({
  now,
}: Pick<
  Context,
  'now'
>) => sql`(o.discarded_at is not null or o.status in ('payment_failed', 'buyer_not_paid', 'delivered', 'cancelled', 'commission_earned'))
  and o.hold_expires_at < ${now} and not exists (select from refunds r where r.order_id = o.id and r.state = 'due')
  and not exists (select from payment_attempts a where a.order_id = o.id and a.state in ('created', 'accepted', 'unknown') and a.needs_review_at is null)`

/** Written into columns that must hold a name and a number. */
export const nobody = { customer_name: 'Deleted account', customer_phone: '254700000000', delivery_address: 'Deleted' } as const

/**
 * Data retention: removes the buyer from finished orders whose account was deleted; amounts, lines and receipts stay, because the books must be kept (Tax Procedures Act, s.
 * 23), and so does the phone of a payment that was made. A payment that fails after that loses its phone as well. The admins' notes about the buyer are removed
 * as well (`forget_notes`), and so are the e-mails about the order. Answers how many orders it touched.
 */
export async function anonymiseOrders(ctx: Pick<Context, 'db' | 'now'>, ofWhom: SQL = sql`true`): Promise<number> {
  const { rows } = await ctx.db.execute<{ touched: number }>(sql`
    with gone as (update orders o set customer_name = ${nobody.customer_name}, customer_phone = ${nobody.customer_phone}, customer_email = null,
      delivery_address = ${nobody.delivery_address}, receiver_name = null, receiver_phone = null, cancel_reason = null, anonymised_at = ${ctx.now}
      from profiles p where p.id = o.user_id and p.deleted_at is not null and ${ofWhom} and o.anonymised_at is null and ${atRest(ctx)}
      returning o.id),
      letters as (delete from mails where id in (select n.mail_id from notices n join gone on gone.id = n.order_id))
    select count(*)::integer as touched from gone`)
  await ctx.db.execute(sql`
    update payment_attempts a set phone = ${nobody.customer_phone} from orders o
    where a.order_id = o.id and o.anonymised_at is not null and a.state = 'failed' and a.phone <> ${nobody.customer_phone}`)
  return rows[0]?.touched ?? 0
}

/**
 * Separates the orders of an account, and their clicks, from the browser that placed them: later orders of that browser lead to no account. Orders of one
 * browser stay together, so that one visit still earns only one commission; on that browser itself the visit may begin anew.
 */
export async function forgetBrowsers({ db }: Pick<Context, 'db'>, userId: string): Promise<void> {
  await db.execute(sql`
    with browsers as (select visitor_id, gen_random_uuid() as other from orders where user_id = ${userId} and visitor_id is not null group by visitor_id),
      clicks as (update affiliate_clicks k set visitor_id = b.other::text from browsers b join orders o using (visitor_id)
        where o.user_id = ${userId} and k.order_id = o.id and k.visitor_id = b.visitor_id::text)
    update orders o set visitor_id = b.other from browsers b where o.user_id = ${userId} and o.visitor_id = b.visitor_id`)
}
