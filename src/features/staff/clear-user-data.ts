import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { codeInput, parseInput, passwordInput } from '#core/input.ts'
import { liftTimeLimits, retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { clearedTables } from '#db/table-meanings.ts'
import { unpaidStatuses, unshippedStatuses } from '#domain/order.ts'
import { Problem } from '#domain/problem.ts'
import { clearingWord, type Unshipped, unshippedMessage } from '#domain/user-data.ts'
import { type CheckedPassword, lockPassword } from '#features/people/passwords.ts'
import { proofAsked, requireIdentity } from '#features/people/require-identity.ts'
import { clearedCounts, takeSnapshot } from '#features/staff/snapshots.ts'

export const clearingInput = z.object({
  confirmation: z.string('Type DELETE.').meta({ description: '`DELETE`, exactly' }),
  password: passwordInput.optional().meta({ description: 'Yours. Needed where orders are paid and have not been shipped' }),
  code: codeInput.optional().meta({ description: 'Of your app or from paper, beside the password, where your account has a second factor' }),
})

/** `counts` holds the rows of the snapshot by table. */
export const cleared = z.object({ snapshot_id: z.uuid(), counts: clearedCounts })
type Cleared = z.infer<typeof cleared>

/**
 * Clear All User Data (spec §5 and §7): the six tables, and every profile's affiliate code, flag and, because it is derived, total. In one transaction under a
 * lock: the pairs of unpaid orders go back on the shelf, a snapshot is taken, and no further notices are sent. Payments and refunds stay, so that money for a
 * wiped order still reaches the refund list. The audit log, the entries of each wallet, and the data of the shelf and the people stay too
 * (docs/decisions/0012). If paid orders have not been shipped, it takes the password, and the code of a second factor: whether there are any is decided under
 * the lock. Problem clearing_failed while M-Pesa has a payout or a payout is in the review queue.
 */
export async function clearUserData(ctx: Context, sent: unknown): Promise<Cleared> {
  requirePermission(ctx, 'clear_data')
  const { confirmation, ...proof } = parseInput(clearingInput, sent)
  if (confirmation !== clearingWord) throw new Problem('clearing_cancelled')
  const checked = proof.password === undefined ? null : await requireIdentity(ctx, proof)
  const done = await retryTransient(() => ctx.db.transaction((tx) => clear(tx, ctx, checked)))
  ctx.log.warn({ snapshot: done.snapshot_id, counts: done.counts }, 'all user data was cleared')
  return done
}

async function clear(tx: Database, ctx: Context, checked: CheckedPassword | null): Promise<Cleared> {
  await liftTimeLimits(tx)
  if (checked) await lockPassword({ db: tx }, checked)
  await holdEverybody(tx)
  if (!checked) await refuseUnshipped({ ...ctx, db: tx })
  await refuseWhileMoneyMoves(tx)
  // Before the copy: it holds which movements were of which order.
  await putUnpaidPairsBack(tx, ctx)
  const { id, counts } = await takeSnapshot(tx, ctx)
  // E-mails to buyers that are still queued go with their orders; e-mails that were sent name the buyers.
  await tx.execute(sql`delete from messages where kind like 'order-%'`)
  // The order of a payment stays known, so that an old link and a receipt still lead to it.
  await tx.execute(sql`
    update payment_attempts set cleared_order_id = order_id, cleared_at = ${ctx.now}, order_id = null where order_id is not null`)
  // The drafts can become no orders any more, and they name people.
  await tx.execute(sql`delete from order_drafts`)
  for (const table of clearedTables) await tx.execute(sql`delete from ${sql.raw(table)}`)
  // The rows that they came from are gone.
  await tx.execute(sql`delete from affiliate_debts`)
  await tx.execute(sql`update profiles set affiliate_code = null, is_affiliate = false where affiliate_code is not null or is_affiliate`)
  // Best sellers of orders that are gone.
  await tx.execute(sql`delete from ranking_snapshots`)
  await writeAudit(tx, ctx, { action: 'user data cleared', table: 'data_snapshots', id, before: counts })
  return { snapshot_id: id, counts }
}

/**
 * Waits for every transaction that works on an order or a wallet, and makes later ones wait: an order is cleared whole or not at all. It takes the locks in the
 * common order: orders, affiliates, their rows. Clicks come with the orders, because a click locks its affiliate after its table.
 */
export async function holdEverybody(tx: Database) {
  await tx.execute(sql`lock table orders, affiliate_clicks in exclusive mode`)
  await tx.execute(
    sql`select from profiles where is_affiliate or affiliate_code is not null or id in (select profile_id from affiliate_debts) order by id for update`,
  )
  await tx.execute(sql`lock table affiliate_payouts, affiliate_commissions, commission_deductions, affiliate_debts in exclusive mode`)
}

/** Under the lock: no order is paid between this and the clearing. */
async function refuseUnshipped(ctx: Context) {
  const unshipped = await countUnshipped(ctx)
  if (unshipped.orders === 0) return
  throw new Problem('clearing_unshipped', { detail: unshippedMessage(unshipped), facts: { ...unshipped }, fields: await proofAsked(ctx) })
}

async function refuseWhileMoneyMoves(tx: Database) {
  const { rows } = await tx.execute<{ moving: number }>(sql`
    select count(*)::integer as moving from affiliate_payouts where status = 'processing' or unrecorded_payment_at is not null`)
  const moving = rows[0]?.moving ?? 0
  if (moving === 0) return
  const payouts = moving === 1 ? 'One payout is' : `${moving} payouts are`
  throw new Problem('clearing_failed', { reason: `${payouts} on the way by M-Pesa or waiting for a look: settle that first.` })
}

async function putUnpaidPairsBack(tx: Database, ctx: Context) {
  await tx.execute(sql`
    insert into stock_movements (product_size_id, delta, reason, order_id, actor_id, note, created_at)
    select m.product_size_id, -sum(m.delta), 'release', m.order_id, ${ctx.actor.userId}::uuid, 'All user data was cleared', ${ctx.now}
    from stock_movements m join orders o on o.id = m.order_id
    where o.discarded_at is null and o.status = any(${`{${unpaidStatuses.join(',')}}`}::text[])
    group by m.product_size_id, m.order_id having sum(m.delta) < 0 order by m.product_size_id, m.order_id`)
}

export interface UserDataCounts {
  orders: number
  commissions: number
  payouts: number
  affiliates: number
}

/**
 * The rows that Data Management counts (spec §2), and a clearing clears. Orders and commissions come from the sums of each day, so that none of a million is
 * counted; orders that were discarded or never placed are in no sum, and appear under two statuses only.
 */
export async function countUserData(ctx: Context): Promise<UserDataCounts> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute<UserDataCounts & Record<string, unknown>>(sql`
    select (coalesce(sum(count) filter (where kind = 'order'), 0)
        + (select count(*) from orders where status in ('payment_failed', 'cancelled') and discarded_at is not null))::integer as orders,
      coalesce(sum(count) filter (where kind = 'commission'), 0)::integer as commissions,
      (select count(*)::integer from affiliate_payouts) as payouts, (select count(*)::integer from profiles where is_affiliate) as affiliates
    from daily_stats`)
  return rows[0] as UserDataCounts
}

/** The paid orders that have not been shipped, from the same sums. */
export async function countUnshipped(ctx: Pick<Context, 'db' | 'actor'>): Promise<Unshipped> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute<{ orders: number; sum: number }>(sql`
    select coalesce(sum(count), 0)::integer as orders, coalesce(sum(amount), 0)::float as sum from daily_stats
    where kind = 'order' and status = any(${`{${unshippedStatuses.join(',')}}`}::text[])`)
  return rows[0] as Unshipped
}

/**
 * Whether a clearing of all user data is under way, in any process: only a clearing locks the orders in this way (clear-user-data.ts), and a process that dies
 * releases its locks.
 */
export async function isClearing(ctx: Context): Promise<boolean> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute(sql`
    select from pg_locks where relation = 'orders'::regclass and mode = 'ExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}

/** The transaction that puts a snapshot back has this lock besides (restore-snapshot.ts). */
export const restoringLock = 7214047

/** Whether a snapshot is being put back, in any process. */
export async function isRestoring(ctx: Context): Promise<boolean> {
  requirePermission(ctx, 'clear_data')
  const { rows } = await ctx.db.execute(sql`
    select from pg_locks where locktype = 'advisory' and objid = ${restoringLock} and granted
      and database = (select oid from pg_database where datname = current_database())`)
  return rows.length > 0
}
