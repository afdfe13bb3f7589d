import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { type Context, requirePermission } from '#core/context.ts'
import { exampleId, operation } from '#core/operation.ts'
import { isUuid } from '#core/page-of.ts'
import { liftTimeLimits, retryTransient } from '#core/transactions.ts'
import { writeAudit } from '#core/write-audit.ts'
import type { Database } from '#db/client.ts'
import { timedInvariants } from '#db/invariants.ts'
import { copies } from '#db/table-meanings.ts'
import { paymentMoves, unpaidStatuses } from '#domain/order.ts'
import { formatPhone } from '#domain/phone.ts'
import { Problem } from '#domain/problem.ts'
import { type ObstacleName, obstacleSentence } from '#domain/user-data.ts'
import { checkLedger } from '#features/affiliates/wallet/check-ledger.ts'
import { transitionOrder } from '#features/orders/transition-order.ts'
import { anonymiseSnapshots } from '#features/people/anonymise.ts'
import { proofRefusals } from '#features/people/require-identity.ts'
import { cleared, clearingInput, clearUserData, holdEverybody, restoringLock } from '#features/staff/clear-user-data.ts'

const restored = z.object({
  orders: z.int().meta({ description: 'Orders that came back' }),
  unpaid: z.int().meta({ description: 'Of those, the ones that waited for their money: they hold no pairs any more, and are Buyer Not Paid' }),
  codes_taken: z.int().meta({ description: 'Affiliates whose code somebody else has now: they join again for a new one' }),
})
export type Restored = z.infer<typeof restored>

/**
 * Puts back what a clearing of all user data has cleared (decision 62): every row as it was, in one transaction, while that overwrites no row and uses no receipt
 * twice. Payments, refunds and movements of stock, which stayed, are of their orders again. Orders that waited for their money gave their pairs back: they come
 * back as Buyer Not Paid and hold no pairs. Notices that were due are not sent any more. Orders of accounts that were deleted since come back without their
 * buyers. Affiliates who have joined again keep their new code. At the end the books are proved; if they do not balance, nothing was put back. Twice pressed, it is done once.
 */
export async function restoreSnapshot(ctx: Context, id: string): Promise<Restored> {
  requirePermission(ctx, 'run_shop')
  if (!isUuid(id)) throw new Problem('snapshot_not_found')
  const done = await retryTransient(() => ctx.db.transaction((tx) => restore({ ...ctx, db: tx }, id)))
  ctx.log.warn({ snapshot: id, ...done }, 'a snapshot was put back')
  return done
}

async function restore(ctx: Context, id: string): Promise<Restored> {
  const tx = ctx.db
  await liftTimeLimits(tx)
  await tx.execute(sql`select pg_advisory_xact_lock(${restoringLock})`)
  await holdEverybody(tx)
  const { rows } = await tx.execute<{ counts: Record<string, number>; put_back: boolean }>(
    sql`select counts, put_back_at is not null as put_back from data_snapshots where id = ${id} for update`,
  )
  const [snapshot] = rows
  if (!snapshot) throw new Problem('snapshot_not_found')
  if (snapshot.put_back) return { orders: snapshot.counts.orders ?? 0, unpaid: 0, codes_taken: 0 }
  const obstacles = await obstaclesOf(tx, id)
  if (obstacles.length > 0) throw new Problem('snapshot_blocked', { detail: obstacles.join(' ') })
  // Deletion reaches snapshots itself, but did not always. An order of an account that was deleted before them keeps its buyer until it has arrived.
  await anonymiseSnapshots(
    ctx,
    sql`snapshot_id = ${id} and exists (select from profiles p join data_snapshots s on s.id = snapshot_id
      where p.id = (row ->> 'user_id')::uuid and p.deleted_at > s.taken_at)`,
  )
  await writeRows(tx, id)
  await relink(tx, id)
  const done = { orders: snapshot.counts.orders ?? 0, unpaid: await endHolds(ctx, id), codes_taken: await giveCodesBack(tx, id) }
  // Best sellers without these orders.
  await tx.execute(sql`delete from ranking_snapshots`)
  await tx.execute(sql`update data_snapshots set put_back_at = ${ctx.now}, put_back_by = ${ctx.actor.userId}::uuid where id = ${id}`)
  await writeAudit(tx, ctx, { action: 'snapshot put back', table: 'data_snapshots', id, after: done })
  await refuseBrokenBooks(ctx)
  return done
}

async function writeRows(tx: Database, id: string) {
  for (const [name, { of, isPutBack }] of Object.entries(copies))
    if (isPutBack) await tx.execute(sql`select restore_snapshot_rows(${id}, ${name}, ${of})`)
}

const theirs = (id: string) => sql`(select (row ->> 'id')::uuid from data_snapshot_rows where snapshot_id = ${id} and table_name = 'orders')`

async function relink(tx: Database, id: string) {
  await tx.execute(sql`select relink_snapshot(${id})`)
  await tx.execute(sql`
    update payment_attempts set order_id = cleared_order_id, cleared_order_id = null, cleared_at = null where cleared_order_id in ${theirs(id)}`)
  // Also of money that came while its order was away.
  await tx.execute(sql`
    update refunds r set order_id = a.order_id from payment_attempts a where a.id = r.attempt_id and r.order_id is null and a.order_id in ${theirs(id)}`)
  await tx.execute(sql`
    update notices set state = 'skipped', next_at = null, last_error = 'Its order was cleared, and put back' where next_at is not null and order_id in ${theirs(id)}`)
}

/** Their pairs went back on the shelf when they were cleared; a payment that comes all the same finds them as it finds any order whose hold is over. */
async function endHolds(ctx: Context, id: string): Promise<number> {
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select id from orders where id in ${theirs(id)} and discarded_at is null and status = any(${`{${unpaidStatuses.join(',')}}`}::text[]) order by id`)
  for (const order of rows) await transitionOrder(ctx.db, ctx, order.id, paymentMoves.expired, { note: 'Put back from a snapshot' })
  return rows.length
}

/** Where nobody else has the code, and its owner no new one. Returns how many have none now. */
async function giveCodesBack(tx: Database, id: string): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with kept as materialized (
      select (row ->> 'id')::uuid as id, row ->> 'affiliate_code' as code, (row ->> 'is_affiliate')::boolean as is_affiliate
      from data_snapshot_rows where snapshot_id = ${id} and table_name = 'profiles'
    ), free as (
      select k.* from kept k join profiles p using (id)
      where p.deleted_at is null and p.affiliate_code is null and not exists (select from profiles o where o.affiliate_code = k.code)
    ), given as (
      update profiles p set affiliate_code = free.code, is_affiliate = free.is_affiliate,
        affiliate_since = coalesce(p.affiliate_since, p.created_at) from free where p.id = free.id returning p.id
    )
    select count(*)::integer as taken from kept join profiles p using (id)
    where p.deleted_at is null and p.affiliate_code is null and id not in (select id from given)`)
  return rows[0]?.taken ?? 0
}

/** Without those that hold once the jobs have run. */
async function refuseBrokenBooks({ db, actor }: Context) {
  const broken = (await checkLedger({ db, actor })).broken.filter(({ name }) => !timedInvariants.includes(name))
  const detail = obstacleSentence('books', [...new Set(broken.map(({ name }) => name))])
  if (detail) throw new Problem('snapshot_blocked', { detail })
}

/** What stands in the way of putting a snapshot back, in plain words; none where nothing does. */
export async function findObstacles(ctx: Context, id: string): Promise<string[]> {
  requirePermission(ctx, 'run_shop')
  if (!isUuid(id)) throw new Problem('snapshot_not_found')
  return ctx.db.transaction(async (tx) => {
    // A million orders are compared with those of today.
    await liftTimeLimits(tx)
    return obstaclesOf(tx, id)
  })
}

/** The same in a transaction. */
async function obstaclesOf(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ is_whole: boolean; put_back: boolean }>(
    sql`select is_whole, put_back_at is not null as put_back from data_snapshots where id = ${id}`,
  )
  const [snapshot] = rows
  if (!snapshot) throw new Problem('snapshot_not_found')
  if (snapshot.put_back) return []
  const found: [ObstacleName, string[] | number][] = snapshot.is_whole
    ? [
        ['orders', await knownOrders(tx, id)],
        ['receipts', await usedReceipts(tx, id)],
        ['payouts', await newPayouts(tx, id)],
        ...Object.entries(await missing(tx, id)).map(([name, count]) => [name, count] as [ObstacleName, number]),
      ]
    : [['old', 1]]
  return found.flatMap(([name, what]) => obstacleSentence(name, what) ?? [])
}

const rowsIn = (id: string, table: string) => sql`(select row as kept from data_snapshot_rows where snapshot_id = ${id} and table_name = ${table}) s`

async function knownOrders(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    select o.short_code as code from ${rowsIn(id, 'orders')} join orders o on o.short_code = kept ->> 'short_code' order by 1`)
  return rows.map(({ code }) => code)
}

/** Each code of M-Pesa is one movement of money (features/orders/payments/receipts.ts). Those of cleared orders stay with their payments, which nothing cleared. */
async function usedReceipts(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ receipt: string; code: string | null; what: string }>(sql`
    with taken as materialized (select kept ->> 'mpesa_receipt_number' as receipt from ${rowsIn(id, 'orders')} where kept ->> 'mpesa_receipt_number' is not null),
      paid as materialized (select kept ->> 'receipt' as receipt from ${rowsIn(id, 'affiliate_payouts')} where kept ->> 'receipt' is not null)
    select receipt, o.short_code as code, 'order' as what from taken join orders o on o.mpesa_receipt_number = receipt
    union all select receipt, o.short_code, 'payment' from paid join payment_attempts a using (receipt) left join orders o on o.id = a.order_id
    union all select receipt, null, 'refund' from paid join refunds using (receipt)
    union all select receipt, null, 'payout' from paid join affiliate_payouts using (receipt) order by 1`)
  return rows.map(({ receipt, code, what }) => `${receipt} was used by ${code ? `order ${code}` : `a ${what}`}`)
}

/** An affiliate has one open payout. */
async function newPayouts(tx: Database, id: string): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string; phone: string | null }>(sql`
    select p.full_name as name, o.mpesa_phone_number as phone from ${rowsIn(id, 'affiliate_payouts')}
    join affiliate_payouts o on o.affiliate_id = (kept ->> 'affiliate_id')::uuid and o.status in ('pending', 'processing')
    join profiles p on p.id = o.affiliate_id where kept ->> 'status' = 'pending' order by 1, 2`)
  return rows.map(({ name, phone }) => (phone ? `${name} (${formatPhone(phone)})` : name))
}

async function missing(tx: Database, id: string): Promise<Record<'lines' | 'affiliates' | 'accounts', number>> {
  const { rows } = await tx.execute<Record<'lines' | 'affiliates' | 'accounts', number>>(sql`
    select (select count(*)::integer from ${rowsIn(id, 'order_items')}
        where not exists (select from product_size z where z.id = (kept ->> 'product_size_id')::uuid and z.product_id = (kept ->> 'product_id')::uuid)) as lines,
      -- Of a deleted account only its debt is kept, as it was on that day.
      (select count(distinct who)::integer from (
          select kept ->> 'affiliate_id' as who from ${rowsIn(id, 'affiliate_commissions')} union select kept ->> 'affiliate_id' from ${rowsIn(id, 'affiliate_payouts')}
          union select kept ->> 'attached_to' from ${rowsIn(id, 'debt_rows')}) each
        where who is not null and not exists (select from profiles p where p.id = who::uuid
          and (p.deleted_at is null or p.deleted_at <= (select taken_at from data_snapshots where id = ${id})))) as affiliates,
      (select count(*)::integer from ${rowsIn(id, 'orders')} where exists (select from unnest(array[kept ->> 'user_id', kept ->> 'affiliate_id']) as who
        where who is not null and not exists (select from profiles p where p.id = who::uuid))) as accounts`)
  return rows[0] as (typeof rows)[number]
}

/** What is done with the data of the shop as a whole, under the names of domain/user-data.ts. */
export const dataOperations = {
  clear: operation({
    ...{ may: 'clear_data', call: 'POST /rpc/clear_all_user_data', summary: 'Clear all user data', said: 'It is cleared' },
    description:
      'Orders with their lines, also those taken back or never placed, clicks, commissions, payouts and deductions, what deleted accounts owe, and what makes somebody an affiliate. Where orders are paid and have not been shipped, it is refused with their number and sum (`clearing_unshipped`) until the call carries `password`, and `code` where your account has a second factor. One transaction, a snapshot first; payments, refunds and the audit log stay. A million orders take minutes: a connection that is lost meanwhile changes nothing, and `GET /api/data_snapshots` has it when it is done.',
    ...{ input: clearingInput, example: { confirmation: 'DELETE' }, output: cleared, run: clearUserData },
    problems: ['clearing_cancelled', 'clearing_unshipped', ...proofRefusals, 'clearing_failed'],
  }),
  restore: operation({
    ...{ may: 'run_shop', call: 'POST /rpc/restore_data_snapshot', summary: 'Put back what was cleared', said: 'It is back' },
    description:
      'Every row as it was, in one transaction, while that overwrites no row and uses no receipt twice; otherwise `snapshot_blocked` says what stands in the way. Orders that waited for their money come back as Buyer Not Paid and hold no pairs. Done twice it is done. A million orders take minutes; `put_back_at` of the snapshot says when it was done.',
    ...{ input: z.object({ snapshot_id: z.string('Say which snapshot.').meta({ format: 'uuid' }) }), example: { snapshot_id: exampleId } },
    ...{ output: restored, problems: ['snapshot_not_found', 'snapshot_blocked'] },
    run: (ctx, { snapshot_id }) => restoreSnapshot(ctx, snapshot_id),
  }),
}
