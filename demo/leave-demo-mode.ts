import { type SQL, sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { liftTimeLimits, retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { checkLedger } from '#features/affiliates/wallet/check-ledger.ts'
import { countAgain, madeUpDelivery } from '#features/staff/made-up-history.ts'
import { leaveDemoZones } from './demo-zones.ts'

export interface LeftDemo {
  orders: number
  people: number
  /** Marked people with real rows, such as an order by their link: they stay, with those rows and nothing else. */
  keptPeople: number
  /** Zones of delivery of the demo. */
  zones: number
  /** Names of those that an admin has changed: they stay. */
  keptZones: string[]
}

/** The removal failed and removed nothing; with a message for the person at the keyboard. */
export class CannotLeaveDemo extends Error {
  override readonly name = 'CannotLeaveDemo'
}

/**
 * The tables that the removal changes although their rows only grow, or are counted by triggers: it keeps the sums right itself, and proves that with the
 * books.
 */
const guarded = [
  ...['orders', 'payment_attempts', 'refunds', 'stock_movements', 'audit_log', 'profiles'],
  ...['affiliate_commissions', 'affiliate_payouts', 'commission_deductions', 'wallet_entries'],
]
const madeUpOrders = sql`(select order_id from made_up_orders)`
const madeUpPeople = sql`(select profile_id from made_up_people)`
const madeUpCommissions = sql`(select id from affiliate_commissions where order_id in ${madeUpOrders})`
/** Made-up people cannot sign in, so every payout of theirs was made up too. */
const madeUpPayouts = sql`(select id from affiliate_payouts where affiliate_id in ${madeUpPeople})`

/**
 * Takes the demo's made-up past out of the books, and nothing else: marked orders with all rows that depend on them, marked people with their clicks,
 * commissions, payouts and wallets, and the demo's zones of delivery. The stock on the shelf stays as it is. Runs as the owner of the tables, in one transaction, which is committed only if the
 * books balance. Throws CannotLeaveDemo.
 */
export async function leaveDemo(ctx: Pick<Context, 'db' | 'actor' | 'now'>): Promise<LeftDemo> {
  requirePermission(ctx, 'run_shop')
  return retryTransient(() => ctx.db.transaction((tx) => leave(tx, ctx)))
}

async function leave(tx: Database, ctx: Pick<Context, 'actor' | 'now'>): Promise<LeftDemo> {
  await liftTimeLimits(tx)
  await tx.execute(sql`set local lock_timeout = '1min'`)
  // Takes the tables' locks: waits for open transactions, and later ones wait for this.
  for (const table of guarded) await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger user`)
  const orders = await countOf(tx, sql`select count(*)::integer as count from made_up_orders`)
  await keepShelf(tx)
  await removeMoney(tx)
  await removeOrders(tx)
  const people = await removePeople(tx)
  for (const table of guarded) await tx.execute(sql`alter table ${sql.identifier(table)} enable trigger user`)
  const { zones, keptZones } = await leaveDemoZones(tx)
  await tx.execute(sql`delete from ranking_snapshots`)
  await countAgain({ db: tx })
  const left = { orders, ...people, zones, keptZones }
  if (orders + people.people + people.keptPeople + zones > 0) {
    // What goes live gets ready first, and takes no money with an account of the simulator.
    await tx.execute(sql`update shop_opening set opened_at = null, opened_by = null, texts_read_at = null, texts_read_by = null, delivery_seen_at = null,
      delivery_seen_by = null`)
    await tx.execute(sql`delete from shop_settings where name = 'exchange_days' and changed_by is null`)
    await tx.execute(
      sql`update mpesa_accounts set replaced_at = ${ctx.now} where host = 'simulator' and in_force_at is not null and replaced_at is null`,
    )
    await writeAudit(tx, ctx, { action: 'made-up history removed', table: 'orders', id: null, before: { ...left } })
  }
  await refuseBrokenBooks(tx, ctx)
  return left
}

async function countOf(tx: Database, query: SQL): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(query)
  return rows[0]?.count ?? 0
}

/** The pairs that made-up orders took were delivered for them. Where more came back than that, one movement holds the difference: the shelf keeps its stock. */
async function keepShelf(tx: Database) {
  await tx.execute(sql`
    with gone as (delete from stock_movements where order_id in ${madeUpOrders} or (note = ${madeUpDelivery} and reason = 'manual' and actor_id is null)
      returning product_size_id, delta)
    insert into stock_movements (product_size_id, delta, reason, note)
    select product_size_id, sum(delta), 'manual', 'Left by made-up orders' from gone group by 1 having sum(delta) <> 0`)
}

async function removeMoney(tx: Database) {
  // Also of orders that Clear All User Data has cleared already: payments outlive them.
  const attempts = sql`(select id from payment_attempts where order_id in ${madeUpOrders} or (cleared_at is not null and checkout_request_id like 'seed\\_%'))`
  // Deleted before the rows that they refer to. A made-up person keeps only the entries of real commissions, also where Clear All User Data has been.
  await tx.execute(sql`
    with gone as (delete from wallet_entries w where w.commission_id in ${madeUpCommissions} or (w.affiliate_id in ${madeUpPeople} and not exists
        (select from affiliate_commissions c where c.id = w.commission_id and not exists (select from made_up_orders m where m.order_id = c.order_id)))
      returning id, affiliate_id),
      left_over as (select id, sum(amount) over (partition by affiliate_id order by id) as balance from wallet_entries
        where affiliate_id in (select affiliate_id from gone) and not exists (select from gone g where g.id = wallet_entries.id))
    update wallet_entries w set balance = l.balance from left_over l where l.id = w.id and l.balance <> w.balance`)
  // A commission that a made-up payout paid was not paid.
  await tx.execute(sql`delete from commission_deductions where commission_id in ${madeUpCommissions} or payout_id in ${madeUpPayouts}`)
  await tx.execute(sql`
    update affiliate_commissions c set status = 'approved', paid_out = false
    where status = 'paid' and affiliate_id in ${madeUpPeople} and not exists (select from made_up_orders m where m.order_id = c.order_id)`)
  await tx.execute(sql`delete from affiliate_payouts where id in ${madeUpPayouts}`)
  await tx.execute(sql`delete from affiliate_commissions where order_id in ${madeUpOrders}`)
  await tx.execute(sql`delete from refunds where order_id in ${madeUpOrders} or attempt_id in ${attempts}`)
  await tx.execute(sql`delete from callbacks where attempt_id in ${attempts}`)
  await tx.execute(sql`delete from payment_attempts where id in ${attempts}`)
}

/** With lines, events, notes and notices, which go with their order. The log of an admin's actions on them stays. */
async function removeOrders(tx: Database) {
  await tx.execute(
    sql`delete from audit_log where table_name = 'orders' and actor_id is null and row_id in (select order_id::text from made_up_orders)`,
  )
  await tx.execute(sql`delete from messages where id in (select mail_id from notices where order_id in ${madeUpOrders})`)
  await tx.execute(
    sql`delete from affiliate_clicks where order_id in ${madeUpOrders} or (affiliate_id in ${madeUpPeople} and session_id like 'seed-%')`,
  )
  await tx.execute(sql`delete from orders where id in ${madeUpOrders}`)
}

/** A person with real rows is no longer marked. */
async function removePeople(tx: Database): Promise<Pick<LeftDemo, 'people' | 'keptPeople'>> {
  const keptPeople = await countOf(
    tx,
    sql`with kept as (
        delete from made_up_people m using profiles p where p.id = m.profile_id and (p.is_admin or exists (select from orders o where p.id in (o.user_id, o.affiliate_id))
          or exists (select from wallet_entries e where e.affiliate_id = p.id) or exists (select from affiliate_debts d where p.id in (d.profile_id, d.attached_to)))
        returning m.profile_id)
      select count(*)::integer as count from kept`,
  )
  await tx.execute(sql`delete from messages where user_id in ${madeUpPeople}`)
  await tx.execute(sql`delete from carts where user_id in ${madeUpPeople}`)
  await tx.execute(sql`delete from auth.users where id in ${madeUpPeople}`)
  const people = await countOf(
    tx,
    sql`with gone as (delete from profiles where id in ${madeUpPeople} returning id) select count(*)::integer as count from gone`,
  )
  return { people, keptPeople }
}

async function refuseBrokenBooks(tx: Database, { actor }: Pick<Context, 'actor'>) {
  const { broken } = await checkLedger({ db: tx, actor })
  if (broken.length === 0) return
  const named = [...new Set(broken.map(({ name }) => name))].join(', ')
  throw new CannotLeaveDemo(
    `Without the made-up orders the books would not balance (${named}): a real affiliate was paid for one of them, or npx viatu ledger:check finds fault already. Nothing was removed. Clear All User Data in the admin panel, then try again.`,
  )
}
