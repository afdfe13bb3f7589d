import { sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { liftTimeLimits, retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import { Problem } from '#domain/problem.ts'
import { deletionRefusal, type OpenOrder } from '#domain/user-data.ts'
import { getCustomer } from '#features/customers/customers.ts'
import { queueMail } from '#features/mail/message-queue.ts'
import { customerDeletedEmail } from '#features/mail/templates/account-emails.ts'
import { anonymiseOrders, anonymiseSnapshots, atRest, forgetBrowsers } from '#features/people/anonymise.ts'

/**
 * Forgets a customer who asked for it (Data Protection Act, s. 40): every order of their phone stays in the books without them, as after the deletion of an account
 * (features/people/anonymise.ts), with its receipt, commission and debt. Orders that are not finished come first, also those that they receive for somebody else.
 * Accounts with the phone stay, because a phone proves no account: they lose those orders and the number, and a letter tells them so. Returns how many orders
 * it touched.
 */
export async function deleteCustomer(ctx: Context, id: string): Promise<number> {
  requirePermission(ctx, 'see_customers')
  return retryTransient(() => ctx.db.transaction((tx) => forget({ ...ctx, db: tx }, id)))
}

async function forget(ctx: Context, id: string): Promise<number> {
  const { phone, id: customer } = await getCustomer(ctx, id)
  // Snapshots are read through for the phone.
  await liftTimeLimits(ctx.db)
  // Orders before people, in the order of all locks.
  await ctx.db.execute(sql`select from orders where customer_phone = ${phone} or receiver_phone = ${phone} order by id for update`)
  // Before the customer: a draft that becomes an order is locked first, too.
  await ctx.db.execute(sql`delete from order_drafts where input ->> 'customer_phone' = ${phone} or input ->> 'receiver_phone' = ${phone}`)
  await refuseOpen(ctx, phone)
  const accounts = await lockAccounts(ctx, phone)
  // Not one that is placed just now.
  const whose = sql`o.customer_phone = ${phone} and ${atRest(ctx)}`
  await forgetBrowsers(ctx, whose)
  // They are the account's no more: nothing leads from them to a person.
  await ctx.db.execute(sql`
    update orders o set user_id = null where ${whose} and exists (select from profiles p where p.id = o.user_id and p.deleted_at is null)`)
  const orders = await anonymiseOrders(ctx, whose)
  await ctx.db.execute(sql`update orders o set receiver_name = null, receiver_phone = null where o.receiver_phone = ${phone} and ${atRest(ctx)}`)
  await ctx.db.execute(sql`update profiles set phone = null where phone = ${phone} and deleted_at is null`)
  await anonymiseSnapshots(ctx, sql`row ->> 'customer_phone' = ${phone}`)
  await ctx.db.execute(sql`
    update data_snapshot_rows set row = row || '{"receiver_name": null, "receiver_phone": null}'
    where table_name = 'orders' and row ->> 'receiver_phone' = ${phone}`)
  for (const { email, name } of accounts)
    await queueMail(ctx, { to: email, userId: null, ...customerDeletedEmail({ shop: ctx.services.shop, name, phone }) })
  await writeAudit(ctx.db, ctx, { action: 'customer deleted', table: 'customers', id: customer, before: { phone, orders }, after: null })
  ctx.log.info({ customer, orders, accounts: accounts.length }, 'customer deleted')
  return orders
}

/** Until then somebody has to know whom they are for. */
async function refuseOpen(ctx: Context, phone: string) {
  const { rows } = await ctx.db.execute<OpenOrder & Record<string, unknown>>(sql`
    select o.short_code as code, o.customer_phone <> ${phone} as "isReceiver",
      case when exists (select from refunds r where r.order_id = o.id and r.state = 'due') then 'refund'
        when o.discarded_at is null and o.status in ('waiting_shipment', 'awaiting_shipment', 'confirmed', 'shipped') then 'undelivered'
        when o.status in ('delivered', 'cancelled', 'commission_earned') and o.hold_expires_at >= ${ctx.now} then 'fresh'
        else 'unpaid' end as reason
    from orders o where (o.customer_phone = ${phone} or o.receiver_phone = ${phone}) and o.anonymised_at is null and not (${atRest(ctx)})
    order by o.created_at, o.id`)
  const detail = deletionRefusal(rows)
  if (detail) throw new Problem('customer_busy', { detail })
}

async function lockAccounts({ db }: Context, phone: string): Promise<{ email: string; name: string }[]> {
  const { rows } = await db.execute<{ email: string; name: string }>(sql`
    select u.email, p.full_name as name from profiles p join auth.users u using (id)
    where p.phone = ${phone} or p.id in (select user_id from orders where customer_phone = ${phone}) order by p.id for update of p`)
  return rows
}
