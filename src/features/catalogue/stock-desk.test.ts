import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeMeaning } from '#domain/search.ts'
import { applyBulk, countBulk, previewBulk } from '#features/catalogue/bulk-changes.ts'
import { getProductRow, type ProductRow } from '#features/catalogue/product-rows.ts'
import { listStock, type StockFilter } from '#features/catalogue/stock.ts'
import { changeProduct, createProduct, deleteProduct } from '#features/catalogue/write-product.ts'
import { admin, contextOn, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: admin })
const code = (wanted: string, more: object = {}) => expect.objectContaining({ code: wanted, ...more })
const shoes: Record<string, ProductRow> = {}
let category: string

beforeAll(async () => {
  const [casual] = await rowsOf<{ id: string }>(database, sql`select id from categories where slug = 'casual'`)
  category = casual?.id as string
  const rows = {
    plain: { name: 'Mbio Wingu', price: 4500, stock: 7, style_code: 'mbio-1' },
    sized: { name: 'Ruka 100% High', price: 8990, category_id: category, is_featured: true, sizes: [{ label: '40', stock: 9 }] },
    low: {
      name: 'Westi',
      price: 1,
      style_code: 'WST_9',
      sizes: [
        { label: '36', stock: 2 },
        { label: '37', stock: 30 },
      ],
    },
    gone: { name: 'Watamu', price: 2490, stock: 0, category_id: category },
    off: { name: 'Karen', price: 5490, stock: 5, is_available: false },
  }
  for (const [name, row] of Object.entries(rows)) shoes[name] = await createProduct(ctx(), row)
})

const names = async (filter: StockFilter) => (await listStock(ctx(), filter)).data.map(({ name }) => name).sort()

describe('the list of Product Management', () => {
  it.each<[string, () => StockFilter, string[]]>([
    ['everything', () => ({}), ['Karen', 'Mbio Wingu', 'Ruka 100% High', 'Watamu', 'Westi']],
    ['a part of a name', () => ({ search: 'wat' }), ['Watamu']],
    ['letters that mean something to SQL', () => ({ search: '0%' }), ['Ruka 100% High']],
    ['a part of a style code', () => ({ search: 'st_9' }), ['Westi']],
    ['and nothing that only looks like one', () => ({ search: 'WSTx' }), []],
    ['an id', () => ({ search: shoes.off?.id }), ['Karen']],
    ['the beginning of an id', () => ({ search: shoes.off?.id.slice(0, 13).toUpperCase() }), ['Karen']],
    ['what is nowhere', () => ({ search: 'zzqxx' }), []],
    ['a kind of shoe, as the shop reads it', () => ({ search: 'casual shoes' }), ['Ruka 100% High', 'Watamu']],
    ['a size that is in stock', () => ({ search: 'size 37' }), ['Westi']],
    ['a size, beside a filter', () => ({ search: 'size 37', availability: 'unavailable' }), []],
    ['a misspelt name, also off the shelf', () => ({ search: 'karren' }), ['Karen']],
    ['a category', () => ({ category: 'casual' }), ['Ruka 100% High', 'Watamu']],
    ['featured', () => ({ isFeatured: true }), ['Ruka 100% High']],
    ['available', () => ({ availability: 'available' }), ['Mbio Wingu', 'Ruka 100% High', 'Westi']],
    ['unavailable', () => ({ availability: 'unavailable' }), ['Karen', 'Watamu']],
    ['running low', () => ({ isLow: true }), ['Watamu', 'Westi']],
    ['several at once', () => ({ category: 'casual', isLow: true }), ['Watamu']],
  ])('finds %s', async (_, filter, found) => {
    expect(await names(filter())).toEqual(found)
    expect((await listStock(ctx(), filter())).total).toBe(found.length)
  })

  it('finds what has no size at all among what is unavailable, as soon as its last one has gone', async () => {
    const bare = await createProduct(ctx(), { name: 'Bare', price: 1000, stock: 3 })
    expect(await names({ availability: 'unavailable' })).not.toContain('Bare')
    await database.db.execute(sql`delete from product_size where product_id = ${bare.id}`)
    expect(await names({ availability: 'unavailable' })).toContain('Bare')
    await database.db.execute(sql`delete from products where id = ${bare.id}`)
  })

  it('says how it read a search that no product has', async () => {
    const reading = async (search: string) => {
      const { meant, fuzzy } = await listStock(ctx(), { search })
      return { meant: meant && describeMeaning(meant), fuzzy }
    }
    expect(await reading('casual shoes')).toEqual({ meant: 'casual shoes', fuzzy: false })
    expect(await reading('karren')).toEqual({ meant: null, fuzzy: true })
    expect(await reading('wingu mbio'), 'all its words, in any order').toEqual({ meant: null, fuzzy: false })
    for (const search of ['wat', 'st_9', 'zzqxx']) expect(await reading(search), search).toEqual({ meant: null, fuzzy: false })
  })

  it('changes many that a search was read to mean as it lists them', async () => {
    expect(await countBulk(ctx(), { filter: { search: 'casual shoes' } })).toBe(2)
    expect(await countBulk(ctx(), { filter: { search: 'karren' } })).toBe(1)
  })

  it('is counted to the last product up to 10,000', async () => {
    // In parts: one statement meets its timeout on a busy machine.
    for (const from of [1, 3334, 6667])
      await database.db.execute(
        sql`insert into products (name, price) select 'Counted ' || n, 1 from generate_series(${from}::integer, ${from + 3332}::integer) n`,
      )
    expect((await listStock(ctx(), { search: 'Counted' })).total).toBe(9999)
    await database.db.execute(sql`insert into products (name, price) values ('Counted 10000', 1), ('Counted 10001', 1), ('Counted 10002', 1)`)
    expect((await listStock(ctx(), { search: 'Counted' })).total, 'one more stands for more').toBe(10_001)
    for (const search of ['countd', 'nt']) expect(await listStock(ctx(), { search }), 'as in the shop').toMatchObject({ total: 1001, highest: 1000 })
    const { data } = await listStock(ctx(), { search: 'unted 1000' })
    expect(data.map(({ name }) => name).toSorted(), 'a number with a part of a word').toEqual([
      'Counted 1000',
      'Counted 10000',
      'Counted 10001',
      'Counted 10002',
    ])
    await database.db.execute(sql`delete from products where name like 'Counted %'`)
  })

  it('is paged by key, newest first', async () => {
    const seen: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { data, next } = await listStock(ctx(), { cursor, limit: 2 })
      seen.push(...data.map(({ id }) => id))
      cursor = next
    }
    expect(seen).toEqual(
      Object.values(shoes)
        .map(({ id }) => id)
        .reverse(),
    )
    await expect(listStock(ctx(), { cursor: 'what' })).rejects.toThrow(code('malformed'))
  })
})

describe('a change of many products', () => {
  it('is shown before it happens, then happens as it was shown, and is written down', async () => {
    const order = { filter: { category: 'casual' }, kind: 'percent', value: '10' }
    const preview = await previewBulk(ctx(), order)
    expect(preview).toMatchObject({ total: 2, changed: 2, refused: 0 })
    expect(preview.rows.find(({ name }) => name === 'Watamu')).toMatchObject({ before: { price: 2490 }, after: { price: 2739, unit_price: 2739 } })
    expect((await getProductRow(ctx(), shoes.gone?.id as string)).price).toBe(2490)
    expect(await applyBulk(ctx(), { ...order, digest: preview.digest })).toEqual({ changed: 2 })
    expect((await getProductRow(ctx(), shoes.gone?.id as string)).price).toBe(2739)
    expect((await getProductRow(ctx(), shoes.sized?.id as string)).price).toBe(9889)
    expect(
      await rowsOf(database, sql`select action, actor_id, before, after from audit_log where row_id = ${shoes.gone?.id} order by id desc limit 1`),
    ).toEqual([
      {
        action: 'product changed in bulk',
        actor_id: admin.userId,
        before: { price: 2490, unit_price: 2490 },
        after: { price: 2739, unit_price: 2739 },
      },
    ])
  })

  it('happens once, however often it is pressed', async () => {
    const order = { ids: [shoes.plain?.id, shoes.off?.id], kind: 'percent', value: '-10' }
    const { digest } = await previewBulk(ctx(), order)
    const presses = await Promise.allSettled([1, 2, 3].map(() => applyBulk(ctx(), { ...order, digest })))
    expect(presses.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(presses.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'bulk_moved' } })
    expect((await getProductRow(ctx(), shoes.plain?.id as string)).price).toBe(4050)
  })

  it('changes nothing when a product has changed since it was shown', async () => {
    const order = { ids: [shoes.plain?.id], kind: 'discount', value: '20' }
    const { digest } = await previewBulk(ctx(), order)
    await changeProduct(ctx(), shoes.plain?.id as string, { is_available: false })
    await expect(applyBulk(ctx(), { ...order, digest })).rejects.toThrow(code('bulk_moved'))
    expect((await getProductRow(ctx(), shoes.plain?.id as string)).discount_percentage).toBe(0)
  })

  it('leaves out of a discount what it would make dearer, says so, and takes it in where the owner ticks it', async () => {
    const order = { ids: [shoes.plain?.id, shoes.gone?.id], kind: 'discount', value: '20' }
    const discounts = async () => [await discountOf(shoes.plain), await discountOf(shoes.gone)]
    const discountOf = async (shoe: { id: string } | undefined) => (await getProductRow(ctx(), shoe?.id as string)).discount_percentage
    const before = await discounts()
    await changeProduct(ctx(), shoes.plain?.id as string, { discount_percentage: 25 })
    const preview = await previewBulk(ctx(), order)
    expect(preview).toMatchObject({ total: 2, changed: 1, skipped: 1, refused: 0 })
    expect(preview.rows[0]).toMatchObject({ skip: 'stays: 25% less is cheaper' })
    await applyBulk(ctx(), { ...order, digest: preview.digest })
    expect(await discounts()).toEqual([25, 20])
    const ticked = { ...order, raise: true }
    const { digest, changed } = await previewBulk(ctx(), ticked)
    expect(changed).toBe(1)
    await expect(applyBulk(ctx(), { ...order, digest }), 'another change than was shown').rejects.toThrow(code('bulk_moved'))
    await applyBulk(ctx(), { ...ticked, digest })
    expect(await discounts()).toEqual([20, 20])
    for (const [at, shoe] of [shoes.plain, shoes.gone].entries()) await changeProduct(ctx(), shoe?.id as string, { discount_percentage: before[at] })
  })

  it('changes none where one cannot be changed, and says which', async () => {
    const order = { filter: { isLow: true }, kind: 'percent', value: '-90' }
    const preview = await previewBulk(ctx(), order)
    expect(preview).toMatchObject({ total: 2, changed: 1, refused: 1, rows: [{ name: 'Westi', refusal: 'would cost KSh 0' }, { name: 'Watamu' }] })
    await expect(applyBulk(ctx(), { ...order, digest: preview.digest })).rejects.toThrow(
      code('bulk_refused', { message: '1 cannot be changed so: Westi would cost KSh 0.' }),
    )
  })

  it('leaves alone what is so already', async () => {
    const order = { ids: [shoes.off?.id, shoes.sized?.id], kind: 'availability', value: 'off' }
    const { digest, ...preview } = await previewBulk(ctx(), order)
    expect(preview).toMatchObject({ total: 2, changed: 1 })
    expect(await applyBulk(ctx(), { ...order, digest })).toEqual({ changed: 1 })
    expect((await getProductRow(ctx(), shoes.sized?.id as string)).is_available).toBe(false)
  })

  it.each<[string, string, object]>([
    ['bad_input', 'kind', { kind: 'constructor', value: '1' }],
    ['bad_input', 'kind', { kind: 'stock', value: '1' }],
    ['bad_input', 'value', { kind: 'price', value: 'free' }],
    ['bad_input', 'value', { kind: 'price' }],
    ['bad_input', 'ids', { ids: Array(101).fill('3f9a21c8-6d0e-4b7a-9c55-0d1f2e3a4b5c'), kind: 'price', value: '1' }],
    ['bad_input', 'ids.0', { ids: ["' or true"], kind: 'price', value: '1' }],
    ['bad_input', 'filter.category', { filter: { category: "'" }, kind: 'price', value: '1' }],
    ['bulk_refused', '', { ids: [], kind: 'price', value: '1' }],
    ['bulk_refused', '', { filter: { search: 'no such shoe' }, kind: 'price', value: '1' }],
  ])('refuses with %s, at %s: %j', async (wanted, field, order) => {
    const error = await previewBulk(ctx(), order).catch((reason) => reason)
    expect(error).toMatchObject({ code: wanted, ...(field && { details: { fields: { [field]: expect.any(String) } } }) })
  })

  it('does not touch what was deleted', async () => {
    const { id } = await createProduct(ctx(), { name: 'Short-lived', price: 100, stock: 1 })
    const order = { ids: [id], kind: 'price', value: '200' }
    const { digest } = await previewBulk(ctx(), order)
    await deleteProduct(ctx(), id)
    await expect(applyBulk(ctx(), { ...order, digest })).rejects.toThrow(code('bulk_refused'))
  })
})
