import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterEach, describe, expect, inject, it } from 'vitest'
import { allInvariants } from '#db/invariants.ts'
import { migrate } from '#db/migrate.ts'

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
      `update affiliate_payouts set needs_review_at = now(), unbooked_at = now(), unbooked_receipts = '{QKJ4XT81ZP}' where id = $1`,
      [late],
    )
    await client.query('update affiliate_payouts set mpesa_phone_number = null, mpesa_full_name = null where id = $1', [late])
  })
})
