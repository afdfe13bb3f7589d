import { type SQL, sql } from 'drizzle-orm'
import { type Context, requirePermission } from '#core/context.ts'
import { draftMinutes } from '#domain/order-code.ts'
import { sessionLimits } from '#domain/session.ts'
import { snapshotDays } from '#domain/user-data.ts'

/** Rows that are kept for a time only. Never a row of money: orders, attempts, refunds, movements, events and the audit log stay. */
const expiring: { table: string; when: (ctx: Context) => SQL }[] = [
  // A Place Order that is pressed again a week later is a new one.
  { table: 'idempotency_keys', when: (ctx) => sql`created_at < ${ctx.now} - interval '7 days'` },
  { table: 'order_drafts', when: (ctx) => sql`created_at < ${ctx.now} - make_interval(mins => ${draftMinutes})` },
  { table: 'rate_limits', when: (ctx) => sql`expires_at < ${ctx.now}` },
  {
    table: 'auth.sessions',
    when: (ctx) => sql`expires_at < ${ctx.now} or updated_at < ${ctx.now} - make_interval(secs => ${sessionLimits.user.idleSeconds})`,
  },
  { table: 'auth.links', when: (ctx) => sql`expires_at < ${ctx.now}` },
  { table: 'staff_invitations', when: (ctx) => sql`created_at < ${ctx.now} - interval '90 days'` },
  { table: 'carts', when: (ctx) => sql`saved_at < ${ctx.now} - interval '180 days'` },
  { table: 'auth.used_codes', when: (ctx) => sql`expires_at < ${ctx.now}` },
  { table: 'auth.verifications', when: (ctx) => sql`expires_at < ${ctx.now}` },
  { table: 'stored_files', when: (ctx) => sql`removed_at < ${ctx.now} - interval '30 days'` },
  { table: 'alert_messages', when: (ctx) => sql`created_at < ${ctx.now} - interval '30 days'` },
  { table: 'alerts', when: (ctx) => sql`created_at < ${ctx.now} - interval '30 days'` },
  // The visitors who came by an affiliate's link; the orders they led to are stored elsewhere.
  { table: 'affiliate_clicks', when: (ctx) => sql`clicked_at < ${ctx.now} - interval '13 months'` },
  { table: 'affiliate_visitors', when: (ctx) => sql`last_seen_at < ${ctx.now} - interval '13 months'` },
  // A click counts once a day; when the day is over only its number is kept.
  { table: 'ad_clicks', when: (ctx) => sql`day < (${ctx.now} at time zone 'Africa/Nairobi')::date` },
  // Snapshots of a reset name people. The rows first: they are many.
  {
    table: 'data_snapshot_rows',
    when: (ctx) => sql`snapshot_id in (select id from data_snapshots where taken_at < ${ctx.now} - make_interval(days => ${snapshotDays}))`,
  },
  { table: 'data_snapshots', when: (ctx) => sql`taken_at < ${ctx.now} - make_interval(days => ${snapshotDays})` },
  // Raw bodies name phones. The evidence of open payments and payouts, and of those in the review queue, stays.
  {
    table: 'callbacks',
    when: (ctx) => sql`processed_at is not null and received_at < ${ctx.now} - interval '400 days' and not exists (
      select from payment_attempts a where a.id = attempt_id and (a.needs_review_at is not null or a.state not in ('paid', 'failed')))
      and not exists (select from affiliate_payouts o where o.id = payout_id and (o.needs_review_at is not null or o.status in ('pending', 'processing')))`,
  },
]

/** Days for which the shop knows who rode: until then somebody may ask where a parcel is. */
const riderDays = 90

/** Rows per statement: far inside the time one statement may take. */
const batch = 5_000

/**
 * Data retention: deletes the expired rows, piece by piece, the names and phones of riders, and the words of names that no product has. Any number of times, in
 * any number of processes. Returns how many rows it deleted.
 */
export async function deleteExpiredRows(ctx: Context): Promise<number> {
  requirePermission(ctx, 'run_shop')
  let gone = 0
  for (const { table, when } of expiring) {
    for (let removed = batch; removed === batch; gone += removed) removed = await removeSome(ctx, table, when(ctx))
  }
  await ctx.db.execute(sql`
    update rider_days set name = null, phone = null, forgotten_at = ${ctx.now}
    where forgotten_at is null and day < (${ctx.now} at time zone 'Africa/Nairobi')::date - ${riderDays}::integer`)
  for (let word: string | null = ''; word !== null; ) word = await forgetWords(ctx, word)
  return gone
}

async function forgetWords({ db }: Context, after: string): Promise<string | null> {
  const { rows } = await db.execute<{ last: string | null }>(sql`select forget_words(${after}) as last`)
  return rows[0]?.last ?? null
}

async function removeSome(ctx: Context, table: string, when: SQL): Promise<number> {
  const rows = sql.raw(table)
  const { rowCount } = await ctx.db.execute(sql`
    delete from ${rows} where ctid = any(array(select ctid from ${rows} where ${when} limit ${batch} for update skip locked))`)
  return rowCount ?? 0
}
