import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { anonymous, type Context, theShop } from '#core/context.ts'
import { fromShillings } from '#domain/money.ts'
import { readCategories } from '#features/catalogue/categories.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import { quoteAddress, quoteDelivery, searchPlaces } from '#features/delivery/quote-delivery.ts'
import { readDeliveryTerms } from '#features/delivery/read-terms.ts'
import * as products from '#web/catalogue/all-products-page.tsx'
import * as category from '#web/catalogue/category-page.tsx'
import * as home from '#web/home/home-page.tsx'
import * as layout from '#web/layout/layout.tsx'
import * as product from '#web/product/product-page.tsx'
import { shopContext } from '#web/shop-context.ts'
import { demoProducts } from '../../../demo/catalogue.ts'
import { contextOn } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { putZone } from '../../../test/zones.ts'

const database = useDatabase()
const statements: string[] = []
let pool: pg.Pool
let ctx: Context
const provider = new RouterContextProvider()

beforeAll(async () => {
  const pictured = demoProducts.map((each) => ({ ...each, price: fromShillings(each.price), images: [] }))
  await stockShelf(contextOn(database, { actor: theShop }), pictured)
  pool = new pg.Pool({ connectionString: database.appUrl, max: 4 })
  await putZone(database, 'Western', ['kisumu'], [{ fee: 250 }, { kind: 'stage', fee: 150 }])
  const db = drizzle({ client: pool, logger: { logQuery: (query) => void statements.push(query) } })
  ctx = { ...contextOn({ ...database, db }), actor: anonymous }
  provider.set(shopContext, { ctx, shop: ctx.services.shop, failed: () => {}, nonce: '' })
})
beforeEach(async () => {
  // Each process keeps them; a shop that another file has closed may have forgotten them a moment ago.
  await readDeliveryTerms(ctx)
  await readCategories(ctx)
  statements.splice(0)
})
afterAll(() => pool.end())

const isAlone = ({ styleCode }: (typeof demoProducts)[number]) => demoProducts.filter((each) => each.styleCode === styleCode).length === 1
const [alone, withColours] = [true, false].map((wanted) => demoProducts.find((each) => isAlone(each) === wanted)?.id as string)

it.each([
  ['the home page', home.loader, '/', {}, 2],
  ['a product with other colours', product.loader, `/product/${withColours}`, { id: withColours }, 1],
  ['a product that others are shown beside', product.loader, `/product/${alone}`, { id: alone }, 2],
  ['a category', category.loader, '/category/women-shoes', { slug: 'women-shoes' }, 3],
  ['a search', products.loader, '/products?search=mango', {}, 4],
])('%s is read in few statements, and what all pages share in none', async (_, loader, path, params, most) => {
  const request = new Request(`https://shop.example${path}`)
  const args = { request, params, context: provider } as never
  await layout.loader(args)
  await (loader as (args: never) => Promise<unknown>)(args)
  expect(statements.length, statements.join('\n\n')).toBeLessThanOrEqual(most)
})

it('fee and days to a place, for any page, the cart and checkout, are read in no statement', async () => {
  expect((await quoteDelivery(ctx, { place: 'kisumu/kisumu' })).sentence).toMatch(/^To Kisumu: KSh 150 · /)
  expect((await quoteAddress(ctx, { address: 'Milimani, Kisumu' })).options).toHaveLength(2)
  expect(await searchPlaces(ctx, 'kisu')).not.toEqual([])
  expect(statements).toEqual([])
})
