import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anonymous, theShop } from '#core/context.ts'
import { startNotifier } from '#db/listen-notify.ts'
import { fromShillings } from '#domain/money.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import * as products from '#web/catalogue/all-products-page.tsx'
import * as category from '#web/catalogue/category-page.tsx'
import * as help from '#web/help/help-page.tsx'
import * as home from '#web/home/home-page.tsx'
import * as product from '#web/product/product-page.tsx'
import { pageKeys } from '#web/public-page.ts'
import { shopContext } from '#web/shop-context.ts'
import { demoProducts } from '../../../demo/catalogue.ts'
import { contextOn } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const provider = new RouterContextProvider()
let listener: pg.Client
const heard: string[] = []

const colours = demoProducts.filter(({ styleCode }) => demoProducts.filter((each) => each.styleCode === styleCode).length > 1)
const inCategory = (slug: string) => colours.filter((each) => each.categorySlug === slug)
const loafer = inCategory('loafers')[0] as (typeof demoProducts)[number]
const otherColour = inCategory('loafers').find(({ styleCode, id }) => styleCode === loafer.styleCode && id !== loafer.id) as typeof loafer
const sandal = inCategory('sandals')[0] as typeof loafer

beforeAll(async () => {
  const unpictured = demoProducts.map((each) => ({ ...each, price: fromShillings(each.price), images: [] }))
  await stockShelf(contextOn(database, { actor: theShop }), unpictured)
  const ctx = { ...contextOn(database), actor: anonymous }
  provider.set(shopContext, { ctx, shop: ctx.services.shop, failed: () => {}, nonce: '' })
  listener = new pg.Client(database.appUrl)
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.connect()
  await listener.query('listen shelf_changed')
})
afterAll(() => listener.end())

type Loader = (args: never) => Promise<unknown>
const pages: Record<string, [Loader, string, Record<string, string>]> = {
  home: [home.loader as Loader, '/', {}],
  help: [help.loader as Loader, '/help', {}],
  'all products': [products.loader as Loader, '/products', {}],
  'a search': [products.loader as Loader, '/products?search=mango', {}],
  loafers: [category.loader as Loader, '/category/loafers', { slug: 'loafers' }],
  'men shoes': [category.loader as Loader, '/category/men-shoes', { slug: 'men-shoes' }],
  sandals: [category.loader as Loader, '/category/sandals', { slug: 'sandals' }],
  'women shoes': [category.loader as Loader, '/category/women-shoes', { slug: 'women-shoes' }],
  sneakers: [category.loader as Loader, '/category/sneakers', { slug: 'sneakers' }],
  'the loafer': [product.loader as Loader, `/product/${loafer.id}`, { id: loafer.id }],
  'its other colour': [product.loader as Loader, `/product/${otherColour.id}`, { id: otherColour.id }],
  'the sandal': [product.loader as Loader, `/product/${sandal.id}`, { id: sandal.id }],
}

/** The keys that each page names to caches. */
async function keysOf([loader, path, params]: [Loader, string, Record<string, string>]): Promise<string[]> {
  const answer = await loader({ request: new Request(`https://shop.example${path}`), params, context: provider } as never)
  return ((answer as { init: { headers: Record<string, string> } }).init.headers['Cache-Tag'] as string).split(',')
}

const lists = ['home', 'all products', 'a search', 'sneakers']
const ofLoafers = ['loafers', 'men shoes', 'the loafer', 'its other colour', ...lists]
const first = (id: string) => sql`(select id from product_size where product_id = ${id} order by position limit 1)`

/**
 * Told by the triggers products_come, products_change, products_go, pictures_come, pictures_change, pictures_go, sizes_come, sizes_go, sizes_ordered,
 * size_sold_out_or_back, stock_counted, ads_come_and_go, help_sections_changed and categories_changed.
 */
it.each<[string, SQL, string[] | 'every page']>([
  ['a price', sql`update products set discount_percentage = 7 where id = ${loafer.id}`, ofLoafers],
  [
    'a size that sells out',
    sql`insert into stock_movements (product_size_id, delta, reason) select id, -stock, 'manual' from product_size where id = ${first(loafer.id)}`,
    ofLoafers,
  ],
  [
    'a pair that is held and not the last',
    sql`insert into stock_movements (product_size_id, delta, reason) values (${first(sandal.id)}, -1, 'hold')`,
    [],
  ],
  [
    'stock that an admin sets',
    sql`insert into stock_movements (product_size_id, delta, reason) values (${first(sandal.id)}, 5, 'manual')`,
    ['sandals', 'women shoes', 'the sandal', ...lists],
  ],
  [
    'a last pair that is held',
    sql`insert into stock_movements (product_size_id, delta, reason) select id, -stock, 'hold' from product_size where id = ${first(sandal.id)}`,
    ['sandals', 'women shoes', 'the sandal', ...lists],
  ],
  ['the order of sizes', sql`update product_size set position = 90 - position where product_id = ${loafer.id}`, ofLoafers],
  ['a new size', sql`insert into product_size (product_id, label, position) values (${loafer.id}, '52', 52)`, ofLoafers],
  ['a size that goes', sql`delete from product_size where product_id = ${loafer.id} and label = '52'`, ofLoafers],
  [
    'a picture',
    sql`insert into product_images (product_id, image_url, is_primary) values (${loafer.id}, 'https://pictures.example/1.webp', true)`,
    ofLoafers,
  ],
  ['another picture', sql`update product_images set image_url = 'https://pictures.example/2.webp' where product_id = ${loafer.id}`, ofLoafers],
  ['a picture that goes', sql`delete from product_images where product_id = ${loafer.id}`, ofLoafers],
  [
    'another category',
    sql`update products set category_id = (select id from categories where slug = 'sandals') where id = ${loafer.id}`,
    [...ofLoafers, 'sandals', 'women shoes'],
  ],
  [
    'a new colour',
    sql`insert into products (name, price, style_code, category_id) select 'New colour', price, style_code, category_id from products where id = ${sandal.id}`,
    ['sandals', 'women shoes', 'the sandal', ...lists],
  ],
  ['a product that goes', sql`delete from products where name = 'New colour'`, ['sandals', 'women shoes', 'the sandal', ...lists]],
  ['an ad', sql`insert into ads (title, target_url) values ('Ferry', 'https://ferry.example')`, ['home', 'help']],
  ['a text of the help', sql`update help_sections set body = body || ' ' where slug = 'faq'`, ['home', 'help']],
  ['nothing', sql`update products set price = 1 where name = 'Nobody has this name'`, []],
  ['an import', sql`update products set description = description || '.'`, 'every page'],
  ['a name of a category', sql`update categories set name = 'Slip-ons' where slug = 'loafers'`, 'every page'],
])('%s drops the pages that show it, and no others', async (_, change, expected) => {
  const before = Object.fromEntries(await Promise.all(Object.entries(pages).map(async ([name, page]) => [name, await keysOf(page)] as const)))
  await database.db.execute(sql`delete from changes`)
  heard.length = 0
  await database.ownerDb.execute(change)
  await startNotifier(database.db, {
    onError: (error) => {
      throw error
    },
  }).stop()
  await database.ownerDb.execute(sql`notify shelf_changed, 'end'`)
  await expect.poll(() => heard).toContain('end')
  const dropped = Object.keys(pages).filter((name) => heard.some((key) => key === '' || before[name]?.includes(key)))
  expect(dropped.toSorted()).toEqual((expected === 'every page' ? Object.keys(pages) : expected).toSorted())
})

/** Told by the triggers delivery_zones_changed, delivery_options_changed, delivery_places_changed and holidays_changed. */
it.each<[string, SQL]>([
  ['a name of a zone', sql`update delivery_zones set name = 'Kenya'`],
  ['a fee', sql`update delivery_options set fee = 100`],
  ['a zone of a place', sql`update delivery_places set zone_id = null where id = 'kenya'`],
  ['a holiday', sql`insert into holidays (day, name) values ('2030-05-06', 'Idd')`],
  ['a zone that goes', sql`delete from delivery_zones`],
])('%s drops the pages that say what delivery costs', async (_, change) => {
  heard.length = 0
  await database.ownerDb.execute(change)
  await expect.poll(() => heard).toContain(pageKeys.delivery)
})

it.each(['обувь', 'a,lists', '👟', 'Heels'])('a category that cannot be, %j, is any list', async (slug) => {
  expect(await keysOf([category.loader as Loader, `/category/${encodeURIComponent(slug)}`, { slug }])).toEqual(['lists'])
})
