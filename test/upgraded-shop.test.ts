import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'
import { exportRows, importRows } from '#db/export-rows.ts'
import { brokenInvariants } from '#db/invariants.ts'
import { migrate, UnsuitableDatabase } from '#db/run-migrations.ts'
import { listPayouts } from '#features/affiliates/wallet/payout-rows.ts'
import { listAds } from '#features/content/ads.ts'
import { listHelpRows } from '#features/content/help-texts.ts'
import { listPromotions } from '#features/content/promotions.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { readShopSettings } from '#features/settings/shop-settings.ts'
import { catalogueOf } from './catalogue.ts'
import { contextOn, rowsOf, secrets } from './checkout.ts'
import { type Content, contentOf, ownDatabase, putBack } from './kept-databases.ts'
import { person } from './people.ts'

/** The list of migrations before version 0.1.0, and a shop of it with rows in every table: how it was made stands in docs/decisions/0088. */
const { migrations, content }: { migrations: Record<string, string>; content: Content } = JSON.parse(
  brotliDecompressSync(readFileSync(new URL('shop-before-0.1.0.json.br', import.meta.url))).toString(),
)

/** Empty with the former list; with the rows of a shop; that shop with the list of now; and its export, restored. */
const [empty, old, upgraded, restored] = [ownDatabase(), ownDatabase(), ownDatabase(), ownDatabase()]
const all = [empty, old, upgraded, restored]
const fresh = { ownerUrl: inject('database').ownerUrl.replace('DATABASE', inject('database').template) }
const nameOf = ({ ownerUrl }: { ownerUrl: string }) => new URL(ownerUrl).pathname.slice(1)
const on = <Result>({ ownerUrl }: { ownerUrl: string }, work: (client: pg.Client) => Promise<Result>) => withClient(ownerUrl, 'test', work)

beforeAll(async () => {
  await empty.make('template0')
  await on(empty, async (client) => {
    await client.query('create table schema_migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())')
    for (const text of Object.values(migrations)) await client.query(`begin; ${text}; commit`)
  })
  await old.make(nameOf(empty))
  const { db, close } = openDatabase(old.ownerUrl, { connections: 1 })
  // With its journal.
  await putBack(db, content)
  await close()
  await upgraded.make(nameOf(old))
  expect(await migrate(upgraded.ownerUrl)).toEqual((await on(fresh, journalOf)).map(({ name }) => name))
})
afterAll(async () => {
  for (const each of all) await each.drop()
})

it('has the schema and the journal of a new one', async () => {
  expect(await on(upgraded, catalogueWithoutPast)).toEqual(await on(fresh, catalogueWithoutPast))
  expect(await on(upgraded, journalOf)).toEqual(await on(fresh, journalOf))
  expect(await migrate(upgraded.ownerUrl)).toEqual([])
})

it('began with the rows that a new one begins with', async () => {
  expect(await on(fresh, firstRows)).toEqual(await on(empty, firstRows))
})

it('keeps every row as it was, and its books balance', async () => {
  const rows = async ({ ownerUrl }: { ownerUrl: string }) => {
    const { db, close } = openDatabase(ownerUrl, { connections: 1 })
    const { rows: tables, sequences } = await contentOf(db)
    await close()
    const { 'public.schema_migrations': _journal, ...others } = tables
    return { others, sequences }
  }
  const was = await rows(old)
  expect(Object.keys(was.others)).toHaveLength((await on(old, tablesOf)).length)
  expect(await rows(upgraded)).toEqual(was)
  expect(await on(upgraded, brokenInvariants)).toEqual([])
})

it('is restored from rows that the version before exported', async () => {
  const files = new Map<string, Buffer>()
  const exported = await exportRows(old.ownerUrl, async (table, rows) => void files.set(table, await buffer(rows)))
  const read = (table: string) => Readable.from([files.get(table) as Buffer])
  await restored.make('template0')
  await importRows(restored.ownerUrl, exported, read)
  expect(await on(restored, contentsByName)).toEqual(await on(old, contentsByName))
  expect(await on(restored, catalogueWithoutPast)).toEqual(await on(fresh, catalogueWithoutPast))
  expect(await on(restored, brokenInvariants)).toEqual([])
  const older = await migrate(restored.ownerUrl, '0106-messages.sql').catch((error) => error)
  expect(older).toBeInstanceOf(UnsuitableDatabase)
  expect(older.message).toMatch(/^this version has no migration 0106-messages\.sql: .* Nothing was changed\.$/)
})

it('is refused in one sentence where its list was not complete, and nothing is changed', async () => {
  await on(old, (client) => client.query(`delete from schema_migrations where name = '0107-short-messages.sql'`))
  const before = await on(old, catalogueOf)
  const refusal = await migrate(old.ownerUrl).catch((error) => error)
  expect(refusal).toBeInstanceOf(UnsuitableDatabase)
  expect(refusal.message).toContain('is first started once with commit 9162bee3')
  expect(await on(old, catalogueOf)).toEqual(before)
  expect(await on(old, journalOf)).toHaveLength(Object.keys(migrations).length - 1)
})

it('is read by the verbs of now', async () => {
  const { db, close } = openDatabase(upgraded.appUrl, { connections: 2 })
  try {
    const boss = contextOn({ db }, { actor: await person({ db }, { role: 'owner' }) })
    const [{ orders } = { orders: 0 }] = await rowsOf<{ orders: number }>(
      boss,
      sql`select count(*)::integer as orders from orders where discarded_at is null`,
    )
    expect((await listOrders(boss, { limit: 100 })).data).toHaveLength(Math.min(orders, 100))
    expect((await listAds(boss)).data.map(({ title }) => title)).toContain('Boat shoes')
    expect((await listPromotions(boss)).data.map(({ title }) => title)).toContain('School shoes')
    expect((await listPayouts(boss)).data.map(({ status }) => status)).toEqual(expect.arrayContaining(['processing', 'rejected', 'completed']))
    expect((await listHelpRows(boss)).length).toBeGreaterThanOrEqual(5)
    expect((await readShopSettings(db, secrets, {})).values.exchange_days).toBe(9)
    const terms = await readDeliveryTerms(boss)
    const nairobi = terms.zones.find(({ name }) => name === 'Nairobi')
    expect(terms.options.filter(({ zone_id }) => zone_id === nairobi?.id).map(({ kind, name, fee }) => [kind, name, fee])).toEqual([
      ['door', 'Boda rider', 0],
      ['collect', 'Collect at the shop', 0],
      ['pickup', 'Pick-up in the CBD', 0],
    ])
    expect(terms.options.find(({ name }) => name === 'Parcel to a stage')).toMatchObject({
      kind: 'stage',
      fee: 250,
      free_from: 10_000,
      courier: 'Easy Coach',
    })
    expect(terms.closed.has('2031-04-05')).toBe(true)
  } finally {
    await close()
  }
})

/**
 * Without what only rows of the past have: from when on typed receipts are whole, and that rules were not checked again where they came later than rows.
 */
const catalogueWithoutPast = async (client: pg.Client) =>
  (await catalogueOf(client)).map((line) =>
    line
      .replace(/ OR \(\w+ < '[\d-]+ [\d:.+]+'::timestamp with time zone\)/, '')
      .replace(' NOT VALID', '')
      .replace('"convalidated":false', '"convalidated":true'),
  )

const journalOf = async (client: pg.Client) => (await client.query('select name, sha256 from schema_migrations order by name')).rows

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and relname <> 'schema_migrations' order by 1`)
  return rows.map(({ name }) => name)
}

/** The rows of all tables that are not forgotten by a crash, in an order of their own: columns may stand in another place. */
async function contentsByName(client: pg.Client): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const name of await tablesOf(client)) {
    if (['changes', 'rate_limits'].includes(name)) continue
    contents[name] = (await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t order by 1`)).rows.map(({ row }) => row)
  }
  return contents
}

/** But for the moment of each, and ids that are made up. */
async function firstRows(client: pg.Client): Promise<string[]> {
  const contents = await contentsByName(client)
  return Object.entries(contents).flatMap(([name, rows]) => {
    const ids = name === 'categories' ? [] : [/"[\da-f]{8}-[\da-f-]{27}"/g]
    return rows.map((row) => [/"\d{4}-\d\d-\d\dT[^"]*"/g, ...ids].reduce((text, made) => text.replaceAll(made, 'made up'), `${name} ${row}`)).sort()
  })
}
