import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#db/client.ts'
import type { ProductFilter, Sorting } from '#domain/catalogue.ts'
import { conditionsOf } from '#domain/search.ts'
import { listFacets } from '#features/catalogue/list-facets.ts'
import { listProducts } from '#features/catalogue/product-lists.ts'
import { listStock } from '#features/catalogue/stock.ts'
import { readSearch, understandSearch } from '#features/catalogue/understand-search.ts'
import { contextOn, rowsOf, theShop } from '../../test/checkout.ts'
import { useDatabase } from '../../test/database.ts'

const database = useDatabase()
const many = 40_000
const asked: { query: string; params: unknown[] }[] = []
let pool: pg.Pool
let db: Database

/** The catalogue of a large shop, without sizes: the tests examine how words are found. A style comes in every colour, but Delamere in tan only once. */
beforeAll(async () => {
  const strange = [
    'Ngong’s Hill-Walker, Ocean №5',
    'ÉLITE Übung, Mörk',
    '50% Cotton_Mix \\ Back',
    'O’Neill/Tan--Boot',
    'Slip  -  on (Salt)',
    'Flip flop, Tan',
    'X-1 us 9',
  ]
  // Without the statement timeout, which such an insert meets beside a whole run.
  pool = new pg.Pool({ connectionString: database.ownerUrl, max: 1, options: '-c timezone=UTC' })
  db = drizzle({ client: pool, logger: { logQuery: (query, params) => void asked.push({ query, params }) } })
  await db.execute(sql`
    insert into products (name, price, style_code, category_id, created_at)
    select s.style || ', ' || case when s.style = 'Delamere Loafer' and c.colour = 'Tan' and n <> 18 then 'Black' else c.colour end || ' ' || n, 900 + n % 140 * 100,
      'vs-' || n / 4, (select id from categories order by slug offset n % 12 limit 1), timestamptz '2026-09-01 06:00Z' - n * interval '1 minute'
    from generate_series(1, ${many}::integer) n
    join (select * from unnest(array['Pwani Slip-on', 'Nyota High-top', 'Delamere Loafer', 'Mbio Runner', 'Lamu Heel Sandal', 'Mtaa Canvas', 'Karen Pump', 'Soko Flat']) with ordinality as s (style, place)) s on s.place = 1 + n % 8
    join (select * from unnest(array['Salt', 'Sky', 'Tan', 'Black', 'Mango', 'Ocean', 'Coral', 'Rose', 'Camel']) with ordinality as c (colour, place)) c on c.place = 1 + n / 8 % 9
    union all
    select name, 1500, upper(name), null, now() - place * interval '1 second' from unnest(${sql.param(strange)}::text[]) with ordinality as odd (name, place)`)
  // Rows that were just inserted are still in these indexes' unsorted pending lists.
  await db.execute(sql`vacuum analyze products`)
})
afterAll(() => pool.end())

const searches = [
  'pwani salt',
  'delamere tan',
  'nyota mango',
  'runner sneakers coral',
  'pwani salt 72',
  'vs 777',
  'vs-777',
  'women rose canvas',
  'tan loafers delamere',
  'qwani zzqx',
  'zz qqx',
]
/** The slugs of the categories that words of these searches name, without the children. */
const named: Record<string, string[]> = {
  sneaker: ['women-sneakers', 'women-unisex-sneakers', 'men-unisex-sneakers', 'jordans', 'nike'],
  women: ['women-shoes'],
  loafer: ['loafers'],
}
const asShop = () => ({ ...contextOn(database, { actor: theShop }), db })

describe(`a search among ${many} products`, () => {
  it.each(searches)('for %j reads no more of them than one of its words may have', async (search) => {
    asked.length = 0
    const ctx = asShop()
    const { filter } = await understandSearch(ctx, { search, isAvailable: true })
    await listProducts(ctx, filter)
    await listFacets(ctx, filter)
    await listStock(ctx, { search })
    const strange: string[] = []
    for (const { query, params } of asked.filter((each) => /^\s*(select|with)/i.test(each.query))) {
      const read = await rowsRead(query, params)
      if (read > many / 5) strange.push(`${read} rows: ${query} ${JSON.stringify(params)}`)
    }
    expect(strange).toEqual([])
  })

  it.each([
    ...searches,
    'walker ocean',
    '5 ngong',

    'élite mörk',
    'cotton 50',
    'mix back',
    'neill tan',
    'salt on slip',
    'boot o',
    'flip tan',
  ])('for %j finds what names and style codes have, taken apart one by one, in the same order', async (search) => {
    const words = (search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => (word.length > 3 ? word.replace(/([^s])s$/, '$1') : word))
    const apart = (column: SQL) => sql`' ' || regexp_replace(lower(${column}), '[^[:alnum:]]+', ' ', 'g') || ' '`
    const having = words.map((word) => {
      const categories = named[word] ?? []
      const pattern = `% ${word}${word.length < 3 ? ' %' : '%'}`
      return sql`(${apart(sql`p.name`)} like ${pattern} or ${apart(sql`p.style_code`)} like ${pattern}
          or exists (select from categories c left join categories top on top.id = c.parent_id where c.id = p.category_id
            and (c.slug = any (${sql.param(categories)}::text[]) or top.slug = any (${sql.param(categories)}::text[]))))`
    })
    const orders: Record<Sorting, SQL> = {
      newest: sql`p.created_at desc, p.id desc`,
      'price-low': sql`p.unit_price, p.id`,
      'price-high': sql`p.unit_price desc, p.id desc`,
      discount: sql`p.discount_percentage desc, p.id desc`,
    }
    // One look at every product for the four orders, because it takes most of this file's time.
    const columns = Object.entries(orders).map(
      ([sort, order]) => sql`array(select p.id from p order by ${order} limit 61) as ${sql.identifier(sort)}`,
    )
    const [apartIds] = await rowsOf<Record<Sorting, string[]>>(
      database,
      sql`with p as materialized (select * from products p where ${sql.join(having, sql` and `)}) select ${sql.join(columns, sql`, `)}`,
    )
    for (const sort of Object.keys(orders) as Sorting[]) {
      const all = apartIds?.[sort] ?? []
      const filter: ProductFilter = { match: { words: conditionsOf((await readSearch(asShop(), search)).words) ?? [''] }, sort }
      const first = await listProducts(asShop(), { ...filter, limit: 30 })
      const second = first.next ? await listProducts(asShop(), { ...filter, limit: 30, cursor: first.next }) : { products: [], next: null }
      expect([...first.products, ...second.products].map(({ id }) => id)).toEqual(all.slice(0, 60))
      expect(second.next !== null).toBe(all.length > 60)
    }
  })
})

/** Rows of `products` that PostgreSQL reads for a statement, those of the functions that it calls among them. */
async function rowsRead(query: string, params: unknown[]): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const before = await readSoFar(client)
    await client.query(query, params)
    return (await readSoFar(client)) - before
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function readSoFar(client: pg.PoolClient): Promise<number> {
  const { rows } = await client.query<{ read: string }>(
    `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'products'`,
  )
  return Number(rows[0]?.read)
}
