import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { withClient } from '#db/database-connection.ts'
import { brokenInvariants } from '#db/invariants.ts'
import { migrate } from '#db/run-migrations.ts'
import { listPayouts } from '#features/affiliates/wallet/payout-rows.ts'
import { listAds } from '#features/content/ads.ts'
import { listHelpRows } from '#features/content/help-texts.ts'
import { listPromotions } from '#features/content/promotions.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { listOrders } from '#features/orders/list-orders.ts'
import { readShopSettings } from '#features/settings/shop-settings.ts'
import { catalogueOf } from './catalogue.ts'
import { contextOn, rowsOf, secrets } from './checkout.ts'
import { type Content, ownDatabase, putBack } from './kept-databases.ts'
import { person } from './people.ts'

/** A shop of commit e0d8a5da with rows in every table: how it was made stands in docs/decisions/0031. */
const content: Content = JSON.parse(brotliDecompressSync(readFileSync(new URL('shop-of-28-november.json.br', import.meta.url))).toString())
const newestFile = '0103-help-on-last-details.sql'

/** `table` or `table.column`, as the shop of then calls it, that a later migration takes away or rewrites: what becomes of it is that migration's to test. */
const rewritten = [
  ...[
    'auth.email_requests',
    'owner_messages',
    'rider_days.link_next_at',
    'rider_days.link_tries',
    'rider_days.link_sent_at',
    'rider_days.link_error',
  ],
  'data_snapshot_rows."row"',
  'order_drafts.input',
  'help_sections.body',
  'help_sections.updated_at',
]

const [old, upgraded] = [ownDatabase(), ownDatabase()]
const nameOf = ({ ownerUrl }: { ownerUrl: string }) => new URL(ownerUrl).pathname.slice(1)
const on = <Result>({ ownerUrl }: { ownerUrl: string }, work: (client: pg.Client) => Promise<Result>) => withClient(ownerUrl, 'test', work)

beforeAll(async () => {
  await old.make('template0')
  await migrate(old.ownerUrl, newestFile)
  const { db, close } = openDatabase(old.ownerUrl, { connections: 1 })
  // The journal is that of then too, so that a file that was edited since is refused.
  await putBack(db, content)
  await close()
  // The drafts of then named no way of delivery.
  await on(old, (client) => client.query(`update order_drafts set input = input || '{"delivery_way_id": "7c1d5a0e-2b64-4f8e-9a3d-5e6f7a8b9c0d"}'`))
  // And no link of a rider waited.
  await on(old, (client) => client.query('update rider_days set link_next_at = now(), link_sent_at = null, link_tries = 1'))
  await upgraded.make(nameOf(old))
  await migrate(upgraded.ownerUrl)
})
afterAll(async () => {
  await upgraded.drop()
  await old.drop()
})

it('has the schema of a new one', async () => {
  const fresh = { ownerUrl: inject('database').ownerUrl.replace('DATABASE', inject('database').template) }
  expect(await on(upgraded, catalogueWithoutMoments)).toEqual(await on(fresh, catalogueWithoutMoments))
  expect(await on(upgraded, journalOf)).toEqual(await on(fresh, journalOf))
})

it('keeps every row, and its books balance', async () => {
  const [was, is] = [await on(old, columnsOf), await on(upgraded, columnsOf)]
  const lost: string[] = []
  const shapes: { before: Shape; after: Shape }[] = []
  for (const { oid, name, columns } of was.values()) {
    if (rewritten.includes(name)) continue
    const kept = columns.filter((column) => !rewritten.includes(`${name}.${column.name}`))
    const now = is.get(oid)
    const names = kept.map(({ number }) => now?.columns.find((column) => column.number === number)?.name)
    lost.push(...kept.filter((_, place) => !names[place]).map((column) => `${name}.${column.name}`))
    if (now) shapes.push({ before: { name, columns: kept.map((column) => column.name) }, after: { name: now.name, columns: names as string[] } })
  }
  expect(lost, 'tables and columns that are away').toEqual([])
  const before = await on(old, (client) =>
    rowsIn(
      client,
      shapes.map((shape) => shape.before),
    ),
  )
  const after = await on(upgraded, (client) =>
    rowsIn(
      client,
      shapes.map((shape) => shape.after),
    ),
  )
  for (const [place, rows] of before.entries()) {
    const name = shapes[place]?.before.name
    expect(rows, `rows of ${name}`).not.toEqual([])
    const still = new Set(after[place])
    expect(
      rows.filter((row) => !still.has(row)),
      `lost or changed in ${name}`,
    ).toEqual([])
  }
  expect(await on(upgraded, brokenInvariants)).toEqual([])
})

it('has its snapshots, drafts and help in the words of now', async () => {
  const written = async (client: pg.Client, query: string) => (await client.query<{ text: string }>(query)).rows.map(({ text }) => text)
  for (const query of [
    `select "row"::text as text from data_snapshot_rows where table_name = 'orders' order by snapshot_id, position`,
    'select input::text as text from order_drafts order by id',
    'select body as text from help_sections order by slug',
  ]) {
    const [was, is] = [await on(old, (client) => written(client, query)), await on(upgraded, (client) => written(client, query))]
    const keysOf = (text: string) => (text.startsWith('{') ? Object.entries(JSON.parse(text)).sort() : text)
    expect(is.join()).toContain('option')
    expect(is.map(keysOf)).toEqual(was.map((text) => keysOf(inWordsOfNow(text))))
  }
})

it('has what waited to be sent, and what was sent, as messages', async () => {
  const sent = async (client: pg.Client, query: string) => (await client.query(query)).rows
  const state = (sentAt: string, nextAt: string, error: string) =>
    `case when ${sentAt} is not null then 'sent' when ${nextAt} is not null then 'due' when ${error} like 'cut off%' then 'unknown' else 'failed' end`
  const was = await on(old, (client) =>
    sent(
      client,
      `select kind, email as whom, redirect as what, tries::integer, next_try_at as at, 'due' as state from auth.email_requests
      union all select 'mpesa-changed', user_id::text, text, tries, coalesce(sent_at, next_at), ${state('sent_at', 'next_at', 'last_error')} from owner_messages
      union all select 'rider-link', id::text, null, link_tries, coalesce(link_sent_at, link_next_at), ${state('link_sent_at', 'link_next_at', 'link_error')}
        from rider_days where link_tries > 0 or link_next_at is not null
      order by kind, whom, at`,
    ),
  )
  const is = await on(upgraded, (client) =>
    sent(
      client,
      `select kind, coalesce(to_address, user_id::text, rider_day_id::text) as whom, coalesce(redirect, text) as what, tries, coalesce(sent_at, next_at) as at, state::text
      from messages where way = 'sms' or text is null and body_deleted_at is null order by kind, whom, at`,
    ),
  )
  expect(new Set(was.map(({ kind }) => kind)).size, 'kinds').toBeGreaterThan(2)
  expect(is).toEqual(was)
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

const inWordsOfNow = (text: string) =>
  text
    .replace(/"delivery_way(_id)?"/, '"delivery_option$1"')
    .replace('by which ways', 'by which options')
    .replace('several ways', 'several options')

/** From when on typed receipts are whole is the moment at which each database was migrated (0082). */
const catalogueWithoutMoments = async (client: pg.Client) =>
  (await catalogueOf(client)).map((line) => line.replaceAll(/'\d{4}-\d\d-\d\d [\d:.+]+'::timestamp/g, 'moment'))

const journalOf = async (client: pg.Client) => (await client.query('select name, sha256 from schema_migrations order by name')).rows

interface Table {
  oid: number
  name: string
  columns: { number: number; name: string }[]
}

/** By the number that a table, and a column in it, keeps when it is renamed, and in a clone. */
async function columnsOf(client: pg.Client): Promise<Map<number, Table>> {
  const { rows } = await client.query<Table>(`
    select c.oid, c.oid::regclass::text as name, json_agg(json_build_object('number', attnum, 'name', quote_ident(attname)) order by attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
    where relkind = 'r' and relnamespace in ('public'::regnamespace, 'auth'::regnamespace) group by 1`)
  return new Map(rows.map((table) => [table.oid, table]))
}

interface Shape {
  name: string
  columns: string[]
}

/** The rows of each table as they are written out, without the names of columns. */
async function rowsIn(client: pg.Client, shapes: Shape[]): Promise<string[][]> {
  const all: string[][] = []
  for (const { name, columns } of shapes) {
    const { rows } = await client.query<{ row: string }>(`select row(${columns.map((column) => `t.${column}`)})::text as row from ${name} t`)
    all.push(rows.map(({ row }) => row))
  }
  return all
}
