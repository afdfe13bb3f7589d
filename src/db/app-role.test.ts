import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { refusalOf } from '#db/errors.ts'
import { type OrderInStatus, orderIn, rowsOf, stockOf } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
let order: OrderInStatus
beforeAll(async () => {
  order = await orderIn(database, 'waiting_shipment')
})

describe('the app’s own role', () => {
  it.each([
    'alter table orders drop constraint orders_paid',
    'alter table orders disable trigger all',
    'alter table product_size owner to viatu_app',
    'drop table refunds',
    'drop trigger stock_movements_move on stock_movements',
    'create or replace function move_stock() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table mine (id integer)',
    'create schema mine',
    'create extension dblink',
    'truncate orders cascade',
    'truncate audit_log',
    'update audit_log set action = null',
    'delete from audit_log',
    'update stock_movements set delta = 1',
    'delete from stock_movements',
    'update order_events set note = null',
    'delete from order_events',
    'delete from payment_attempts',
    'delete from refunds',
    'insert into wallet_entries default values',
    'update wallet_entries set amount = 0',
    'delete from wallet_entries',
    'update product_size set stock = 99',
    "insert into product_size (product_id, label, stock) select id, '99', 99 from products limit 1",
    'insert into transitions values ($$delivered$$, $$pending$$)',
    'delete from transitions',
    "insert into daily_stats values ('order', '2026-01-01', 'pending', 1, 1)",
    'delete from daily_stats',
    'update ads set click_count = 7',
    'update ads set pruned_click_count = 7',
    "insert into ads (title, target_url, click_count) values ('A', 'https://shop.example', 7)",
    'update ad_clicks set visitor_id = null',
    'truncate ad_clicks',
    "update order_notes set note = 'Rewritten'",
    'delete from order_notes',
    'delete from affiliate_phones',
    'select write_wallet_entry(null, null, null, null, 1, null, null)',
    'update transitions set to_status = from_status',
    'insert into made_up_orders select id from orders',
    'insert into made_up_people select id from profiles',
    'delete from made_up_orders',
    'update made_up_people set profile_id = null',
    'select from schema_migrations',
    'delete from schema_migrations',
    "copy orders to '/tmp/orders'",
    "copy orders from program 'true'",
    "select pg_read_file('/etc/passwd')",
    'set role viatu_owner',
    "set session_replication_role = 'replica'",
    'alter role viatu_app superuser',
    'create role mine',
    'alter system set fsync = off',
  ])('may not: %s', async (statement) => {
    const refusal = await database.db.execute(sql.raw(statement)).then(
      () => null,
      (error) => refusalOf(error),
    )
    expect(refusal?.code).toBe('42501')
  })

  it('may work with a table that a later migration makes, without being told', async () => {
    await database.ownerDb.execute(sql`create table later (id integer)`)
    await database.db.execute(sql`insert into later values (1)`)
    await database.db.execute(sql`update later set id = 2`)
    expect(await rowsOf(database, sql`delete from later returning id`)).toEqual([{ id: 2 }])
    await expect(database.db.execute(sql`truncate later`)).rejects.toMatchObject({ cause: { code: '42501' } })
    await database.ownerDb.execute(sql`drop table later`)
  })

  it.each([
    ['another amount of what was paid', 'update payment_attempts set amount = amount + 1', 'payment_attempts_stay_paid'],
    ['another receipt', "update payment_attempts set receipt = 'TAAAAAAAAA'", 'payment_attempts_stay_paid'],
    ['no receipt', 'update payment_attempts set receipt = null', 'payment_attempts_stay_paid'],
  ])('cannot write: %s', async (_, statement, constraint) => {
    const refusal = await database.db.execute(sql`${sql.raw(statement)} where order_id = ${order.id}`).catch(refusalOf)
    expect(refusal).toMatchObject({ code: '23514', constraint })
  })

  it('may rename a size and move it, but its stock only by movements', async () => {
    const size = order.shoe.sizes['40']
    await database.db.execute(sql`update product_size set label = '40.5', position = 7 where id = ${size}`)
    await database.db.execute(sql`insert into stock_movements (product_size_id, delta, reason) values (${size}, 2, 'manual')`)
    expect(await stockOf(database, order.shoe, '40')).toBe(11)
  })

  it('cannot slip a temporary table under the movements', async () => {
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`create temporary table product_size (id uuid, stock integer) on commit drop`)
      await tx.execute(sql`insert into stock_movements (product_size_id, delta, reason) values (${order.shoe.sizes['40']}, 1, 'manual')`)
    })
    expect(await stockOf(database, order.shoe, '40')).toBe(12)
  })

  it('has no size at all whose stock could be written in one statement with a new product', async () => {
    const columns = await rowsOf<{ column_name: string }>(
      database,
      sql`select column_name from information_schema.column_privileges where table_name = 'product_size' and grantee = 'viatu_app' and privilege_type in ('INSERT', 'UPDATE')`,
    )
    expect(columns.map(({ column_name }) => column_name)).not.toContain('stock')
  })
})
