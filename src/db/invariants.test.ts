import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { allInvariants, invariants } from '#db/invariants.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { affiliate, boss, earn, referred } from '../../test/affiliates.ts'
import { as, contextOn, type OrderInStatus, orderIn } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

// Each fault is planted in a transaction that is undone.
const database = useDatabase({ isWalk: true })
const world = {} as Record<'paid' | 'waiting' | 'expired' | 'cancelled' | 'shipped' | 'refunded', OrderInStatus>

beforeAll(async () => {
  world.paid = await orderIn(database, 'waiting_shipment')
  world.waiting = await orderIn(database, 'awaiting_payment')
  world.expired = await orderIn(database, 'buyer_not_paid')
  world.cancelled = await orderIn(database, 'cancelled')
  world.shipped = await orderIn(database, 'shipped')
  book = await openBook()
})

/** An affiliate with KSh 300 paid out of two commissions, 200 asked for, and an order that waits. */
async function openBook() {
  const [who, other] = [await affiliate(database), await affiliate(database)]
  const mine = as(contextOn(database), who)
  const first = await earn(database, who, 300)
  const second = await earn(database, who, 400)
  const details = { mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' }
  const paid = await requestPayout(mine, { amount: 310, ...details })
  await completePayout(as(contextOn(database), await boss(database)), paid.id, { receipt: 'TINVARIANT' })
  const open = await requestPayout(mine, { amount: 200, ...details })
  const waiting = await referred(database, who)
  const cancelled = await earn(database, other, 100)
  await changeStatus(as(contextOn(database), await boss(database)), cancelled.orderId, { status: 'cancelled', reason: 'No such size' })
  const sold = await earn(database, await affiliate(database), 100)
  return { who: who.userId, other: other.userId, first, second, waiting, cancelled, sold, paid: paid.id, open: open.id }
}
let book: Awaited<ReturnType<typeof openBook>>

/** Without the triggers that guard the books of affiliates. */
const unguarded = [
  ...['affiliate_commissions_stay', 'affiliate_commissions_of_order', 'affiliate_commissions_cover'].map(
    (name) => sql`alter table affiliate_commissions disable trigger ${sql.raw(name)}`,
  ),
  ...['affiliate_payouts_stay', 'affiliate_payouts_covered', 'affiliate_payouts_allocated'].map(
    (name) => sql`alter table affiliate_payouts disable trigger ${sql.raw(name)}`,
  ),
]
const set = (table: 'affiliate_commissions' | 'affiliate_payouts', what: SQL, id: string) =>
  sql`update ${sql.raw(table)} set ${what} where id = ${id}`

/** Each rule broken by hand, as the owner, with the constraint that guards it out of the way. */
const faults: Record<string, () => SQL[]> = {
  S1: () => [sql`alter table product_size drop constraint product_size_stock_check`, move(world.paid, -99)],
  S2: () => [sql`update product_size set stock = stock + 1 where id = ${world.paid.shoe.sizes['40']}`],
  S3: () => [
    sql`delete from stock_movements where order_id = ${world.paid.id}`,
    sql`update product_size set stock = stock + 1 where id = ${world.paid.shoe.sizes['40']}`,
  ],
  S4: () => [move(world.expired, -1, world.expired.id)],
  S5: () => [sql`update orders set hold_expires_at = now() - interval '6 minutes' where id = ${world.waiting.id}`],
  S6: () => [
    sql`alter table order_items drop constraint order_items_order_id_product_size_id_key`,
    sql`insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size)
      select order_id, product_id, product_size_id, quantity, price, name, size from order_items where order_id = ${world.paid.id}`,
  ],
  S7: () => [move(world.cancelled, -1, world.cancelled.id)],
  S8: () => [
    sql`alter table products drop constraint products_price_can_be_asked`,
    sql`update products set price = 0 where id = ${world.paid.shoe.id}`,
  ],
  S9: () => [sql`update products set size_count = size_count + 1 where id = ${world.paid.shoe.id}`],
  O1: () => [sql`update orders set total_amount = total_amount - 1 where id = ${world.paid.id}`],
  O2: () => [
    sql`alter table order_items drop constraint order_items_price_check`,
    sql`update order_items set price = price + 0.5 where order_id = ${world.paid.id}`,
  ],
  O3: () => [
    sql`alter table order_events drop constraint order_events_from_status_to_status_fkey`,
    sql`update order_events set from_status = 'delivered' where order_id = ${world.paid.id} and from_status is not null`,
  ],
  O5: () => [
    sql`insert into notices (event_id, order_id, kind, channel, state) select max(id), order_id, 'shipped', 'sms', 'skipped' from order_events
      where order_id = ${world.paid.id} group by order_id`,
  ],
  O6: () => [
    sql`insert into rider_days (id, name, phone, day, token_hash) values (${world.shipped.id}, 'Otieno', '254722111222', current_date, repeat('x', 43))`,
    sql`insert into deliveries (order_id, code, rider_day_id, handed_over_at) values (${world.shipped.id}, '4821', ${world.shipped.id}, now())
      on conflict (order_id) do update set rider_day_id = excluded.rider_day_id, handed_over_at = excluded.handed_over_at`,
  ],
  O4: () => [sql`update orders set status = 'shipped' where id = ${world.paid.id}`],
  O7: () => [sql`update orders set promised_from = (created_at - interval '1 day')::date where id = ${world.paid.id}`],
  P1: () => [
    letPaidChange,
    sql`alter table payment_attempts drop constraint payment_attempts_receipt_key`,
    sql`update payment_attempts set receipt = 'TAAAAAAAAA' where order_id in (${world.paid.id}, ${world.shipped.id})`,
  ],
  P2: () => [sql`drop index payment_attempts_one_open`, attempt(world.waiting, 'accepted')],
  P3: () => [letPaidChange, sql`update payment_attempts set state = 'failed' where order_id = ${world.paid.id}`],
  P4: () => [sql`update payment_attempts set state = 'paid', settled_at = now() where order_id = ${world.expired.id}`],
  P5: () => [attempt(world.paid, 'paid')],
  P6: () => [sql`insert into callbacks (body, next_try_at) values ('{}', now() - interval '6 minutes')`],
  P7: () => [sql`update payment_attempts set created_at = now() - interval '26 hours' where order_id = ${world.waiting.id}`],
  P8: () => [
    sql`insert into refunds (order_id, attempt_id, amount, reason) select order_id, id, amount + 1, 'cancelled' from payment_attempts where order_id = ${world.paid.id}`,
  ],
  P9: () => [attempt(world.cancelled, 'paid')],
  P11: () => [
    sql`update orders set hold_expires_at = now() - interval '6 minutes' where id = ${world.waiting.id}`,
    sql`update payment_attempts set state = 'unknown', checkout_request_id = null where order_id = ${world.waiting.id}`,
  ],
  P10: () => [
    sql`alter table refunds drop constraint refunds_receipted`,
    sql`insert into refunds (order_id, attempt_id, amount, reason, state, processed_by) select order_id, id, 1, 'cancelled', 'done', gen_random_uuid() from payment_attempts where order_id = ${world.shipped.id}`,
  ],
  P12: () => [replaced(1)],
  P13: () => [attempt(world.paid, 'paid')],
  P14: () => [mpesaAccount, sql`update mpesa_accounts set in_force_at = now()`],
  P15: () => [
    mpesaAccount,
    sql`update mpesa_accounts set keys = null, erased_at = now()`,
    sql`insert into payment_attempts (source, phone, amount, account_id) select 'test', '254712345678', 1, id from mpesa_accounts`,
  ],
  C1: () => [
    ...unguarded,
    sql`drop index affiliate_commissions_one_per_order`,
    sql`insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount)
      select affiliate_id, order_id, commission_amount, base_amount from affiliate_commissions where id = ${book.waiting.commissionId}`,
  ],
  C2: () => [
    ...unguarded,
    sql`alter table affiliate_commissions drop constraint affiliate_commissions_check`,
    set('affiliate_commissions', sql`commission_amount = commission_amount - 1`, book.waiting.commissionId),
  ],
  C3: () => [set('affiliate_commissions', sql`status = 'approved', approved_at = now()`, book.waiting.commissionId)],
  C4: () => [
    sql`delete from affiliate_commissions where id = ${book.waiting.commissionId}`,
    sql`update orders set paid_at = now() - interval '11 minutes' where id = ${book.waiting.orderId}`,
  ],
  C5: () => [set('affiliate_commissions', sql`status = 'approved', reason = null, rejected_at = null`, book.cancelled.commissionId)],
  C6: () => [sql`update orders set user_id = ${book.who} where id = ${book.waiting.orderId}`],
  C7: () => [
    ...unguarded,
    set('affiliate_commissions', sql`base_amount = base_amount * 2, commission_amount = commission_amount * 2`, book.waiting.commissionId),
  ],
  C8: () => [sql`update orders set status = 'buyer_not_paid' where id = ${book.waiting.orderId}`],
  C12: () => [
    sql`update profiles set full_name = '', phone = null, is_affiliate = false, affiliate_code = null, deleted_at = '2020-01-01' where id = ${book.who}`,
  ],
  C9: () => [
    sql`insert into commission_deductions (affiliate_id, commission_id, kind, amount) values (${book.who}, ${book.second.commissionId}, 'clawback', 400)`,
  ],
  C10: () => [
    sql`insert into affiliate_phones (affiliate_id, phone, known_at)
      select affiliate_id, customer_phone, now() - interval '1 day' from orders where id = ${book.first.orderId}`,
  ],
  C11: () => [
    sql`drop index orders_one_converts`,
    sql`update orders set visitor_id = '3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c' where id in (${book.first.orderId}, ${book.second.orderId})`,
  ],
  W1: () => [sql`drop index affiliate_payouts_one_open`, sql`insert into affiliate_payouts (affiliate_id, amount) select ${book.who}, 10`],
  W2: () => [...unguarded, set('affiliate_payouts', sql`amount = 391`, book.open)],
  W3: () => [...unguarded, sql`delete from commission_deductions where payout_id = ${book.paid} and commission_id = ${book.second.commissionId}`],
  W4: () => [sql`update commission_deductions set amount = 301 where commission_id = ${book.first.commissionId}`],
  W5: () => [...unguarded, set('affiliate_payouts', sql`status = 'failed'`, book.paid)],
  W6: () => [
    ...unguarded,
    sql`alter table affiliate_payouts drop constraint affiliate_payouts_receipt_key`,
    set('affiliate_payouts', sql`receipt = 'TINVARIANT'`, book.open),
  ],
  W7: () => [
    ...unguarded,
    sql`alter table affiliate_payouts drop constraint affiliate_payouts_check`,
    set('affiliate_payouts', sql`processed_at = null`, book.paid),
  ],
  W8: () => [set('affiliate_commissions', sql`status = 'paid', paid_out = true`, book.second.commissionId)],
  W9: () => [sql`update commission_deductions set affiliate_id = ${book.other} where commission_id = ${book.second.commissionId}`],
  // The view itself is at fault: it forgets what was promised.
  W10: () => [
    sql`create or replace view wallets as select p.id as affiliate_id, 0::numeric as earned, 0::numeric as pending, 0::numeric as reserved, 0::numeric as paid,
      0::numeric as clawed_back, 0::numeric as available, 0::numeric as carried from profiles p`,
  ],
  A1: () => [sql`insert into ads (title, target_url, click_count) values ('Clicked by nobody', 'https://shop.example', 1)`],
  F1: () => [
    sql`insert into product_images (product_id, image_url) values (${world.paid.shoe.id}, '/files/product-images/products/lost.webp')`,
    sql`delete from stored_files`,
  ],
  W11: () => [
    set(
      'affiliate_payouts',
      sql`status = 'processing', originator_id = id::text, sent_at = now() - interval '1 hour', next_check_at = now() - interval '6 minutes'`,
      book.open,
    ),
  ],
  W16: () => [sql`insert into affiliate_debts (profile_id, made_at) values (${book.other}, now())`],
  W17: () => [
    sql`insert into affiliate_debts (profile_id, made_at, attached_to, attached_at) values (${book.other}, now(), ${book.who}, now())`,
    sql`insert into affiliate_debt_hashes (profile_id, hash) values (${book.other}, repeat('x', 43))`,
  ],
  W12: () => [
    sql`alter table wallet_entries disable trigger wallet_entries_stay`,
    sql`delete from wallet_entries where id = (select max(id) from wallet_entries where affiliate_id = ${book.who})`,
  ],
  W13: () => [
    sql`alter table wallet_entries disable trigger wallet_entries_stay`,
    sql`update wallet_entries set amount = amount + 1 where id = (select min(id) from wallet_entries where affiliate_id = ${book.who})`,
  ],
  W14: () => [
    sql`alter table affiliate_payouts drop constraint affiliate_payouts_unrecorded_in_review`,
    set('affiliate_payouts', sql`unrecorded_payment_at = now(), unrecorded_receipts = '{TUNBOOKED0}'`, book.paid),
  ],
  W15: () => [
    sql`alter table affiliate_payouts drop constraint affiliate_payouts_last_look`,
    set('affiliate_payouts', sql`status = 'rejected', sent_at = now(), processed_at = now()`, book.open),
  ],
  W18: () => [
    sql`alter table affiliate_payouts drop constraint affiliate_payouts_held_in_review`,
    set('affiliate_payouts', sql`held_at = now()`, book.open),
  ],
  D1: () => [sql`delete from daily_stats where kind = 'order' and status = 'waiting_shipment'`],
  D2: () => [
    sql`update customers set last_order_at = last_order_at - interval '1 day' where phone = (select customer_phone from orders where id = ${world.paid.id})`,
  ],
}

const letPaidChange = sql`alter table payment_attempts disable trigger payment_attempts_stay_paid`

function move(order: OrderInStatus, delta: number, orderId: string | null = null): SQL {
  return sql`insert into stock_movements (product_size_id, delta, reason, order_id) values (${order.shoe.sizes['40']}, ${delta}, 'manual', ${orderId})`
}
/** The prompt of the order that waits is replaced; which change of it this is. */
function replaced(replacement: number): SQL {
  return sql`update payment_attempts set replaced_at = now(), replacement = ${replacement} where order_id = ${world.waiting.id}`
}
const mpesaAccount = sql`
  insert into mpesa_accounts (transaction_type, shortcode, host, keys, created_at) values ('CustomerPayBillOnline', '174379', 'sandbox', 'x', now())`

function attempt(order: OrderInStatus, state: string): SQL {
  return sql`insert into payment_attempts (order_id, phone, amount, state, settled_at)
    select id, customer_phone, total_amount, ${state}, ${state === 'paid' ? sql`now()` : null} from orders where id = ${order.id}`
}

/** The invariants that are broken after these statements, which are then taken back. */
async function brokenAfter(statements: SQL[]): Promise<string[]> {
  const rolledBack = new Error('taken back')
  const broken: string[] = []
  await database.ownerDb
    .transaction(async (tx) => {
      for (const statement of statements) await tx.execute(statement)
      const { rows } = await tx.execute<{ name: string }>(sql.raw(allInvariants))
      broken.push(...rows.map((row) => row.name))
      throw rolledBack
    })
    .catch((error) => expect(error).toBe(rolledBack))
  return broken
}

describe('an invariant', () => {
  it('has a fault here', () => {
    expect(Object.keys(faults).sort()).toEqual(Object.keys(invariants).sort())
  })

  it.each(Object.keys(faults))('%s goes red when its rule is broken', async (name) => {
    expect(await brokenAfter((faults[name] as () => SQL[])())).toContain(name)
  })

  it('W16 misses the debt of a deleted account, too', async () => {
    const deleted = [sql`alter table profiles drop constraint profiles_deleted`, sql`update profiles set deleted_at = now() where id = ${book.who}`]
    expect(await brokenAfter(deleted)).toContain('W16')
  })

  it('is whole when nothing is broken', async () => {
    expect((await database.ownerDb.execute(sql.raw(allInvariants))).rows).toEqual([])
  })
})

/** Rows that change by hand, under the trigger that takes a sum along: of a wallet's statement or of the day. */
const inStep: Record<string, () => SQL[]> = {
  affiliate_commissions_wallet_entry_new: () => [
    sql`create temp table kept on commit drop as select * from affiliate_commissions where id = ${book.sold.commissionId}`,
    sql`delete from affiliate_commissions where id = ${book.sold.commissionId}`,
    sql`insert into affiliate_commissions select * from kept`,
  ],
  commission_deductions_wallet_entry_new: () => [clawBack()],
  commission_deductions_wallet_entry: () => [clawBack(), undoClawback()],
  clawbacks_daily_stats_changed: () => [clawBack(), undoClawback()],
  clawbacks_daily_stats_gone: () => [clawBack(), sql`delete from commission_deductions where commission_id = ${book.sold.commissionId}`],
}
const clawBack = () =>
  sql`insert into commission_deductions (affiliate_id, commission_id, kind, amount)
    select affiliate_id, id, 'clawback', commission_amount from affiliate_commissions where id = ${book.sold.commissionId}`
const undoClawback = () => sql`update commission_deductions set undone_at = now() where commission_id = ${book.sold.commissionId}`

describe('the database itself keeps', () => {
  it.each(Object.keys(inStep))('the sums in step (%s)', async (name) => {
    const broken = await brokenAfter((inStep[name] as () => SQL[])())
    expect(broken.filter((each) => ['W12', 'W13', 'D1'].includes(each))).toEqual([])
  })
})

describe('the database itself refuses', () => {
  it.each<[string, () => SQL, string]>([
    [
      'a commission of another total than its order’s',
      () =>
        sql`insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount) select ${book.who}, id, 1, 10 from orders where id = ${world.paid.id}`,
      'affiliate_commissions_of_order',
    ],
    [
      'a paid commission that is unpaid again',
      () => set('affiliate_commissions', sql`status = 'pending', paid_out = false`, book.first.commissionId),
      'affiliate_commissions_stay',
    ],
    [
      'a commission that grows',
      () => set('affiliate_commissions', sql`base_amount = 10, commission_amount = 1`, book.waiting.commissionId),
      'affiliate_commissions_stay',
    ],
    [
      'a payout above what was earned',
      () => sql`insert into affiliate_payouts (affiliate_id, amount) values (${book.other}, 10)`,
      'affiliate_payouts_covered',
    ],
    [
      'a payout of less than M-Pesa pays',
      () => sql`insert into affiliate_payouts (affiliate_id, amount) values (${book.other}, 9)`,
      'affiliate_payouts_by_mpesa',
    ],
    ['a payout that grows', () => set('affiliate_payouts', sql`amount = 390`, book.open), 'affiliate_payouts_stay'],
    [
      'a payout that is done and went to another number',
      () => set('affiliate_payouts', sql`mpesa_phone_number = '254799999999'`, book.paid),
      'affiliate_payouts_stay',
    ],
    ['a completed payout that fails after all', () => set('affiliate_payouts', sql`status = 'failed'`, book.paid), 'affiliate_payouts_stay'],
    [
      'a payout that is done and allocated to nothing',
      () => set('affiliate_payouts', sql`status = 'completed', receipt = 'TNOTHING00', processed_at = now()`, book.open),
      'affiliate_payouts_allocated',
    ],
    [
      'a rejection of what a payout counts on',
      () => set('affiliate_commissions', sql`status = 'rejected', rejected_at = now(), reason = 'x'`, book.second.commissionId),
      'affiliate_payouts_covered',
    ],
    ['cents in a total', () => sql`update orders set total_amount = 4500.5 where id = ${world.paid.id}`, 'payment_amount_check'],
  ])('%s', async (_, statement, constraint) => {
    await expect(database.ownerDb.execute(statement())).rejects.toMatchObject({ cause: { constraint } })
  })
})
