import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { allInvariants } from '#db/invariants.ts'
import { migrate, UnsuitableDatabase } from '#db/run-migrations.ts'
import { openOldPostgres } from '../../test/old-postgres.ts'

const files = readdirSync(new URL('./migrations/', import.meta.url)).sort()
const { ownerUrl } = inject('database')
const made: string[] = []

async function onServer<Result>(database: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl.replace('DATABASE', database) })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A database with nothing in it. */
async function emptyDatabase(): Promise<string> {
  const name = `migrate_${randomBytes(6).toString('hex')}`
  await onServer('postgres', (client) => client.query(`create database ${name} template template0`))
  made.push(name)
  return name
}

afterEach(async () => {
  for (const name of made.splice(0)) await onServer('postgres', (client) => client.query(`drop database ${name} with (force)`))
})

describe('migrations', () => {
  it('run once each, in the order of their names', async () => {
    const name = await emptyDatabase()
    const url = ownerUrl.replace('DATABASE', name)
    expect(await migrate(url)).toEqual(files)
    expect(await migrate(url)).toEqual([])
    const { rows } = await onServer(name, (client) => client.query('select name from schema_migrations order by applied_at'))
    expect(rows.map((row) => row.name)).toEqual(files)
  })

  it('run once when four processes start at the same time', async () => {
    const url = ownerUrl.replace('DATABASE', await emptyDatabase())
    const ran = await Promise.all([1, 2, 3, 4].map(() => migrate(url)))
    expect(ran.flat()).toEqual(files)
  })

  it('are refused by an older PostgreSQL in one sentence, before anything is changed', async () => {
    const name = await emptyDatabase()
    const { rows: version } = await onServer(name, (client) => client.query('show server_version_num'))
    const old = await openOldPostgres(ownerUrl.replace('DATABASE', name), version[0].server_version_num, '150018')
    const refusal = await migrate(old.url).catch((error) => error)
    await old.close()
    expect(refusal).toBeInstanceOf(UnsuitableDatabase)
    expect(refusal.message).toBe('the database is PostgreSQL 15.18, and the shop needs PostgreSQL 18 or newer. Nothing was changed.')
    const { rows } = await onServer(name, (client) => client.query(`select from pg_class where relnamespace = 'public'::regnamespace`))
    expect(rows).toEqual([])
  })

  it('are refused when one that has run was edited since, and nothing is run', async () => {
    const name = await emptyDatabase()
    const url = ownerUrl.replace('DATABASE', name)
    await migrate(url)
    await onServer(name, (client) => client.query(`update schema_migrations set sha256 = 'other' where name = $1`, [files[0]]))
    await expect(migrate(url)).rejects.toThrow(`migration ${files[0]} was edited after it had run`)
  })

  it('leave nothing behind when one of them fails, and run again when the reason is gone', async () => {
    const name = await emptyDatabase()
    const url = ownerUrl.replace('DATABASE', name)
    await onServer(name, (client) => client.query('create table orders (id integer)'))
    await expect(migrate(url)).rejects.toThrow('relation "orders" already exists')
    const { rows } = await onServer(name, (client) => client.query(`select table_name from information_schema.tables where table_schema = 'public'`))
    expect(rows.map((row) => row.table_name).sort()).toEqual(['orders', 'schema_migrations'])
    await onServer(name, (client) => client.query('drop table orders'))
    expect(await migrate(url)).toEqual(files)
  })
})

/** A shop of before a migration, with what is in it. */
async function shopBefore(first: string, content: string): Promise<string> {
  const name = await emptyDatabase()
  await onServer(name, async (client) => {
    await client.query('create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())')
    for (const file of files.filter((file) => file < first)) {
      const text = readFileSync(new URL(`./migrations/${file}`, import.meta.url), 'utf8')
      await client.query(text)
      await client.query('insert into schema_migrations (name, sha256) values ($1, $2)', [file, createHash('sha256').update(text).digest('hex')])
    }
    await client.query(content)
  })
  return name
}

it('a shop that is older is brought up to date with what is in it, and its books balance', async () => {
  const [gone, earner, order, own, late] = Array.from({ length: 5 }, () => randomUUID())
  const name = await shopBefore(
    '0008',
    `insert into profiles (id, deleted_at) values ('${gone}', now());
    insert into profiles (id, full_name, phone, is_affiliate, affiliate_code) values ('${earner}', 'Achieng Otieno', '254712345678', true, 'ACHXENG22');
    insert into products (name, price) values ('Mbio Wingu', 4500);
    insert into product_size (product_id, label) select id, '40' from products;
    insert into stock_movements (product_size_id, delta, reason) select id, 10, 'opening' from product_size;
    insert into orders (id, user_id, total_amount, customer_name, customer_phone, delivery_address, affiliate_id, commission_amount, status, paid_at, hold_expires_at)
      values ('${order}', null, 4500, 'Wanjiku', '254711111111', 'Moi Avenue', '${earner}', 450, 'confirmed', now(), now()),
        ('${own}', '${gone}', 4500, 'Deleted account', '254700000000', 'Deleted', '${earner}', 450, 'confirmed', now(), now());
    update orders set payment_assumed = true;
    insert into order_items (order_id, product_id, product_size_id, quantity, price, name, size)
      select o.id, s.product_id, s.id, 1, 4500, 'Mbio Wingu', '40' from orders o, product_size s;
    insert into stock_movements (product_size_id, delta, reason, order_id) select s.id, -1, 'hold', o.id from orders o, product_size s;
    insert into order_events (order_id, to_status) select id, 'pending' from orders;
    insert into order_events (order_id, from_status, to_status) select id, 'pending', 'confirmed' from orders;
    insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount, status, approved_at)
      values ('${earner}', '${order}', 450, 4500, 'approved', now());
    insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount, status, rejected_at, reason)
      values ('${earner}', '${own}', 450, 4500, 'rejected', now(), 'Bought through your own link');
    insert into affiliate_payouts (id, affiliate_id, amount, status, requested_at, sent_at, originator_id, processed_at, mpesa_phone_number, mpesa_full_name, failure_reason)
      values ('${late}', '${earner}', 300, 'rejected', now(), now(), '${late}', now(), '254712345678', 'Achieng Otieno', 'Rejected by the shop')`,
  )
  await migrate(ownerUrl.replace('DATABASE', name))
  await onServer(name, async (client) => {
    expect((await client.query(allInvariants)).rows).toEqual([])
    // M-Pesa tells of the money after all, and later the account is deleted.
    await client.query(
      `update affiliate_payouts set needs_review_at = now(), unrecorded_payment_at = now(), unrecorded_receipts = '{QKJ4XT81ZP}' where id = $1`,
      [late],
    )
    await client.query('update affiliate_payouts set mpesa_phone_number = null, mpesa_full_name = null where id = $1', [late])
  })
})

it('categories of an older shop keep their rows, and those that it lacks are added', async () => {
  const [women, heels] = [randomUUID(), randomUUID()]
  const name = await shopBefore(
    '0028',
    `insert into categories (id, slug, name) values ('${women}', 'women-shoes', 'Ladies');
    insert into categories (id, slug, name, parent_id) values ('${heels}', 'heels', 'Heels', '${women}');
    insert into products (name, price, category_id) values ('Lamu Heel', 4500, '${heels}')`,
  )
  await migrate(ownerUrl.replace('DATABASE', name))
  await onServer(name, async (client) => {
    expect(
      (await client.query(`select id, name from categories where slug in ('women-shoes', 'heels') order by parent_id nulls first`)).rows,
    ).toEqual([
      { id: women, name: 'Ladies' },
      { id: heels, name: 'Heels' },
    ])
    expect(
      (await client.query(`select count(*)::integer as total, count(*) filter (where parent_id = $1)::integer as women from categories`, [women]))
        .rows,
    ).toEqual([{ total: 13, women: 5 }])
    expect((await client.query('select category_id from products')).rows).toEqual([{ category_id: heels }])
  })
})

it('what newer rules find in an older shop is mended: a late approval, a lost prompt, a reason to pause, the browser of a deleted account', async () => {
  const [gone, buyer, paused, order, lost, prompt, visitor] = Array.from({ length: 7 }, () => randomUUID())
  const name = await shopBefore(
    '0033',
    `insert into profiles (id, deleted_at) values ('${gone}', now() - interval '2 days'), ('${buyer}', now());
    insert into profiles (id, is_affiliate, affiliate_code, affiliate_paused_at, affiliate_pause_reason) values ('${paused}', true, 'ACHXENG22', now(), 'Looks like spam');
    insert into products (name, price) values ('Mbio Wingu', 4500);
    insert into product_size (product_id, label) select id, '40' from products;
    insert into stock_movements (product_size_id, delta, reason) select id, 10, 'opening' from product_size;
    insert into orders (id, user_id, total_amount, customer_name, customer_phone, delivery_address, affiliate_id, commission_amount, status, paid_at, payment_assumed,
        hold_expires_at, visitor_id)
      values ('${order}', '${buyer}', 4500, 'Wanjiku', '254711111111', 'Moi Avenue', '${gone}', 450, 'confirmed', now(), true, now(), '${visitor}'),
        ('${lost}', null, 4500, 'Wanjiku', '254711111111', 'Moi Avenue', null, 0, 'awaiting_payment', null, false, now() + interval '20 minutes', '${visitor}');
    insert into affiliate_clicks (affiliate_id, visitor_id, order_id, converted) values ('${paused}', '${visitor}', '${order}', true);
    insert into affiliate_commissions (affiliate_id, order_id, commission_amount, base_amount, status, approved_at)
      values ('${gone}', '${order}', 450, 4500, 'approved', now() - interval '1 day');
    insert into payment_attempts (id, order_id, phone, amount, state, prompted_at, next_check_at)
      values ('${prompt}', '${lost}', '254711111111', 4500, 'unknown', now(), now() + interval '1 day')`,
  )
  await migrate(ownerUrl.replace('DATABASE', name))
  await onServer(name, async (client) => {
    const one = async (query: string) => (await client.query(query)).rows
    expect((await client.query(allInvariants)).rows.filter(({ name }) => name === 'C12')).toEqual([])
    expect(await one(`select next_check_at = hold_expires_at as is_due from payment_attempts a join orders o on o.id = a.order_id`)).toEqual([
      { is_due: true },
    ])
    expect(await one(`select affiliate_pause_reason from profiles where id = '${paused}'`)).toEqual([{ affiliate_pause_reason: null }])
    expect(await one(`select before from audit_log where row_id = '${paused}'`)).toEqual([{ before: { reason: 'Looks like spam' } }])
    expect(await one(`select visitor_id from orders where id = '${lost}'`)).toEqual([{ visitor_id: visitor }])
    const [{ visitor_id }] = await one(`select visitor_id from orders where id = '${order}'`)
    expect(visitor_id).not.toBe(visitor)
    expect(await one('select visitor_id from affiliate_clicks')).toEqual([{ visitor_id }])
  })
})
