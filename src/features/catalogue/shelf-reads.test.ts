import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous, type Context } from '#core/context.ts'
import type { ProductFilter } from '#domain/catalogue.ts'
import { fromShillings } from '#domain/money.ts'
import { listCategories } from '#features/catalogue/categories.ts'
import { listAlike, listHome, listPopular } from '#features/catalogue/featured-products.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import { getProduct, listOffers } from '#features/catalogue/get-product.ts'
import { listFacets } from '#features/catalogue/list-facets.ts'
import { listProductRows, listProducts } from '#features/catalogue/product-lists.ts'
import { listInstead } from '#features/catalogue/search-shoes.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import { demoProducts } from '../../../demo/catalogue.ts'
import { bornCategories } from '../../../test/born-menu.ts'
import { contextOn, type Pair, placed, putOnShelf, tellPaid } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
let ctx: Context

const idOf = (slug: string) => demoProducts.find((product) => product.slug === slug)?.id as string
const names = (products: { name: string }[]) => products.map(({ name }) => name)

beforeAll(async () => {
  const unused = undefined as never
  ctx = { db: database.db, actor: anonymous, now: sql`now()`, services: unused, log: unused }
  const products = demoProducts.map((product) => ({
    ...product,
    price: fromShillings(product.price),
    images: product.pictures.map(({ alt, view }) => ({ url: `/files/product-images/products/${product.slug}-${view}.webp`, alt })),
  }))
  expect(await stockShelf(ctx, products)).toBe(true)
  expect(await stockShelf(ctx, products), 'a second time it leaves the shelves alone').toBe(false)
})

describe('the categories', () => {
  it('of every shop are the menu, in its order', async () => {
    const rows = await listCategories(ctx)
    const childrenOf = (parent: string | null) => rows.filter(({ parent_id }) => parent_id === parent)
    const named = ({ slug, name }: { slug: string; name: string }) => ({ slug, label: name })
    expect(childrenOf(null).map((top) => ({ ...named(top), children: childrenOf(top.id).map(named) }))).toEqual(bornCategories.menu)
    expect(rows).toHaveLength(13)
  })
})

describe('a list of products', () => {
  it.each(['price-low', 'price-high', 'discount', 'newest'] as const)('pages through the order %s without a gap', async (sort) => {
    const createdAt = (id: string) => Date.parse(demoProducts.find((each) => each.id === id)?.createdAt ?? '')
    const seen: { id: string; key: number }[] = []
    let cursor: string | undefined
    do {
      const page = await listProducts(ctx, { sort, cursor, limit: 7 })
      seen.push(
        ...page.products.map((each) => ({
          id: each.id,
          key: sort === 'discount' ? each.discount_percentage : sort === 'newest' ? createdAt(each.id) : each.unit_price,
        })),
      )
      cursor = page.next ?? undefined
    } while (cursor)
    const keys = seen.map(({ key }) => key)
    expect(keys).toEqual([...keys].sort((a, b) => (sort === 'price-low' ? a - b : b - a)))
    expect(new Set(seen.map(({ id }) => id)).size).toBe(demoProducts.length)
  })

  it('of a category holds its children, and `sneakers` the union of the sneaker categories', async () => {
    const inCategory = (...slugs: string[]) => demoProducts.filter(({ categorySlug }) => slugs.includes(categorySlug)).length
    const total = async (category: string) => (await listProducts(ctx, { category })).total
    expect(await total('heels')).toBe(inCategory('heels'))
    expect(await total('women-shoes')).toBe(inCategory('women-shoes', 'sandals', 'women-sneakers', 'heels', 'flats', 'women-unisex-sneakers'))
    expect(await total('sneakers')).toBe(inCategory('women-sneakers', 'women-unisex-sneakers', 'men-unisex-sneakers', 'jordans', 'nike'))
    expect(await total('no-such-slug')).toBe(0)
  })

  it('is searched by name, whatever the case, and through typos when nothing matches plainly', async () => {
    const plain = await listProducts(ctx, { search: 'mbio' })
    expect(plain.fuzzy).toBe(false)
    expect(plain.products.every(({ name }) => name.startsWith('Mbio'))).toBe(true)
    const misspelt = await listProducts(ctx, { search: 'stileto' })
    expect(misspelt.fuzzy).toBe(true)
    expect(names(misspelt.products)[0]).toMatch(/Stiletto/)
    expect(await listProducts(ctx, { search: 'zzqqxx' })).toEqual({ products: [], next: null, total: 0, fuzzy: false })
  })

  it('is searched by kinds and sizes where no name has the words', async () => {
    const total = async (search: string, others = {}) => (await listProducts(ctx, (await understandSearch(ctx, { search, ...others })).filter)).total
    const listed = async (filter: ProductFilter) => (await listProducts(ctx, filter)).total
    expect(await total('viatu')).toBe(demoProducts.length)
    const trainers = demoProducts.filter(({ name }) => name.includes('Trainer')).length
    expect(await total('sneakers'), 'and those of other categories whose names say so').toBe((await listed({ category: 'sneakers' })) + trainers)
    expect(await total('women')).toBe(await listed({ category: 'women-shoes' }))
    expect(await total('women sneakers')).toBe((await listed({ category: 'women-sneakers' })) + (await listed({ category: 'women-unisex-sneakers' })))
    expect(await total('size 42')).toBe(await listed({ size: '42' }))
    expect(await total('women 38', { maxPrice: 4000 })).toBe(await listed({ category: 'women-shoes', size: '38', maxPrice: 4000 }))
    expect(await total('42', { size: '44' }), 'what was chosen stands above what was written').toBe(await listed({ size: '44' }))
    const read = async (search: string, others = {}) => {
      const { filter, meant } = await understandSearch(ctx, { search, ...others })
      return { words: meant?.words, size: meant?.size, found: names((await listProducts(ctx, filter)).products) }
    }
    expect(await read('black loafers 42')).toEqual({ words: 'black loafers in size 42', size: '42', found: ['Karen Loafer, Black'] })
    expect(await read('heels under 4000')).toMatchObject({
      words: 'heels up to KSh 4,000',
      found: ['Lamu Heel Sandal, Gold', 'Nyali Block Pump, Biscuit'],
    })
    expect(await read('viatu nyeusi za wanaume', { maxPrice: 2900 })).toMatchObject({ found: ['Mtaa Canvas, Black'] })
    expect(await read('snekers blak')).toMatchObject({ words: 'black sneakers', found: ['Uwanja Low, Night', 'Mtaa Canvas, Black'] })
    expect((await read('adidas sneakers under 4000')).words, 'what nobody here knows is not left out').toBeUndefined()
    expect(await understandSearch(ctx, { search: 'heel' }), 'names come first').toMatchObject({
      filter: { match: { words: [expect.stringContaining("'heel'")] } },
      meant: null,
    })
    expect(await understandSearch(ctx, { search: 'stileto' })).toMatchObject({ filter: { match: { isNear: true } }, meant: null })
  })

  it('is searched word by word, in any order, in name, colour, category and style code', async () => {
    const found = async (search: string) => {
      const { filter, meant } = await understandSearch(ctx, { search })
      const page = await listProducts(ctx, { ...filter, limit: 100 })
      return { meant, fuzzy: page.fuzzy, found: names(page.products) }
    }
    const exactly = (...found: string[]) => ({ meant: null, fuzzy: false, found })
    expect(await found('pwani salt')).toEqual(exactly('Pwani Slip-on, Salt'))
    expect(await found('Salt, Pwani')).toEqual(exactly('Pwani Slip-on, Salt'))
    expect((await found('delamere tan')).found[0]).toBe(demoProducts.find(({ name }) => /^Delamere.*Tan$/.test(name))?.name)
    expect((await found('nyota sky')).found).toEqual(names(demoProducts.filter(({ name }) => /^Nyota.*Sky$/.test(name))))
    expect(await found('slip-on pwani salt')).toEqual(exactly('Pwani Slip-on, Salt'))
    expect(await found('loafers karen black'), 'a category').toEqual(exactly('Karen Loafer, Black'))
    expect(await found('mbio sneakers mango'), 'a category that no name says').toEqual(exactly('Mbio Runner, Mango'))
    await database.ownerDb.execute(sql`update products set style_code = 'XK-7741 coast' where id = ${idOf('pwani-chumvi')}`)
    for (const search of ['xk-7741', '7741 XK', 'salt 7741', 'xk 7741 slip'])
      expect(await found(search), search).toEqual(exactly('Pwani Slip-on, Salt'))
    await database.ownerDb.execute(sql`update products set style_code = 'pwani-slip-on' where id = ${idOf('pwani-chumvi')}`)
    const blackHeels = demoProducts.filter(({ name, categorySlug }) => /black/i.test(name) && (categorySlug === 'heels' || /\bheel/i.test(name)))
    expect(await found('black heel'), 'what a name says hides no other heels').toEqual(exactly(...names(blackHeels)))
    expect((await found('pwani tarmac xyzz')).fuzzy, 'one word is missing').toBe(true)
    expect(
      (await listProductRows(ctx, { search: 'salt pwani' })).data.map(({ name }) => name),
      'and for programs',
    ).toEqual(['Pwani Slip-on, Salt'])
  })

  it('is searched by UK and US sizes, as the size guide has them', async () => {
    const read = async (search: string) => {
      const { filter, meant } = await understandSearch(ctx, { search })
      return [meant?.words, (await listProducts(ctx, filter)).total]
    }
    const inStock = (...labels: string[]) =>
      demoProducts.filter(({ sizes }) => sizes.some(({ label, stock }) => labels.includes(label) && stock > 0)).length
    expect(await read('uk 8')).toEqual(['shoes in size 42 (UK 8)', inStock('42')])
    expect(await read('size 7 uk')).toEqual(['shoes in size 40 or 41 (UK 7)', inStock('40', '41')])
    expect(await read('us mens 9')).toMatchObject(['shoes for men in size 42 (US 9)', expect.any(Number)])
    expect(await read('uk 25')).toEqual([undefined, 0])
    await database.ownerDb.execute(sql`update help_sections set body = replace(body, '| 42 | 8 |', '| 43 | 8 |') where slug = 'size-guide'`)
    expect(await read('uk 8'), 'the guide is what holds').toEqual(['shoes in size 43 (UK 8)', inStock('43')])
    await database.ownerDb.execute(sql`update help_sections set body = replace(body, '| 43 | 8 |', '| 42 | 8 |') where slug = 'size-guide'`)
    expect((await understandSearch(ctx, { search: 'viatu vya kike' })).meant?.categories).toEqual([{ slug: 'women-shoes', label: 'Women Shoes' }])
  })

  it('that is empty gives way to the nearest shoes and popular ones, all to be had', async () => {
    const crocs = await listInstead(ctx, 'crocs')
    expect(crocs.nearest?.words).toBe('sandals')
    expect(crocs.nearest?.products.every(({ name, is_available }) => is_available && /Sandal/.test(name))).toBe(true)
    expect(crocs.popular, 'none of them twice').toHaveLength(6)
    expect(crocs.popular.filter(({ id }) => crocs.nearest?.products.some((near) => near.id === id))).toEqual([])
    const kids = await listInstead(ctx, 'kids')
    expect([kids.nearest?.words, kids.like], 'and for a category that is not there').toEqual(['shoes for kids', []])
    expect((await listInstead(ctx, 'ladies sneakers')).like.map(({ slug }) => slug)).toEqual(['sneakers', 'women-shoes'])
    expect((await listInstead(ctx, 'pink loafers size 55')).nearest?.words).toBe('loafers')
    const nothing = await listInstead(ctx, 'zzqq')
    expect(nothing.nearest).toBeNull()
    expect(nothing.popular).toHaveLength(6)
    expect(nothing.popular.every(({ is_available }) => is_available)).toBe(true)
    const featured = names(demoProducts.filter(({ isFeatured }) => isFeatured))
    expect(featured, 'before anything is sold').toContain(nothing.popular[0]?.name)
  })

  it.each(['sneaker', 'black loafers', 'stileto', 'zzqxx', 'uk 7'])(
    'answers programs the same as people who search for %j, page by page',
    async (search) => {
      const { filter } = await understandSearch(ctx, { search })
      const { products, total } = await listProducts(ctx, { ...filter, limit: 100 })
      const seen: string[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const page = await listProductRows(ctx, { search, cursor, limit: 7 })
        expect(page.total).toBe(total)
        seen.push(...names(page.data))
        cursor = page.next
      }
      expect(seen).toEqual(names(products))
      if (search === 'sneaker') expect(total).toBeGreaterThan(10)
    },
  )

  it.each(['%', '_', '\\', "'; drop table products; --"])('takes %j as letters', async (search) => {
    expect((await listProducts(ctx, { search })).products.filter(({ name }) => !name.includes(search))).toEqual([])
  })

  it('is narrowed by size in stock and by the price that people pay', async () => {
    const size = await listProducts(ctx, { size: '44', limit: 100 })
    const expected = demoProducts.filter(({ sizes }) => sizes.some(({ label, stock }) => label === '44' && stock > 0))
    expect(size.total).toBe(expected.length)
    const priced = await listProducts(ctx, { minPrice: 2000, maxPrice: 4000, limit: 100 })
    expect(priced.total).toBeGreaterThan(5)
    expect(priced.products.every(({ unit_price }) => unit_price >= 2000 && unit_price <= 4000)).toBe(true)
    const facets = await listFacets(ctx, { minPrice: 2000, maxPrice: 4000 })
    expect(facets.sizes.map(({ label }) => label)).toEqual([...facets.sizes.map(({ label }) => label)].sort((a, b) => Number(a) - Number(b)))
    expect(facets.sizes.find(({ label }) => label === '44')?.count).toBe(
      (await listProducts(ctx, { minPrice: 2000, maxPrice: 4000, size: '44' })).total,
    )
    expect(facets.maxPrice).toBeGreaterThan(4000)
  })

  it.each([
    'x',
    'W10',
    Buffer.from('["1",2]').toString('base64url'),
    Buffer.from(`["1); drop table products","${idOf('mbio-embe')}"]`).toString('base64url'),
  ])('refuses the cursor %j', (cursor) => expect(listProducts(ctx, { cursor })).rejects.toMatchObject({ code: 'malformed' }))
})

describe('the home page', () => {
  it('shows ten in the carousel and five featured, all in stock; sold-out shoes stand in Latest only', async () => {
    const home = await listHome(ctx)
    expect(home.carousel).toHaveLength(10)
    expect(names(home.featured)).toHaveLength(5)
    expect(home.featured[0]?.name).toBe('Ruka High, Canopy')
    expect([...home.carousel, ...home.featured].every((product) => product.is_available)).toBe(true)
    expect(home.latest).toMatchObject({ total: demoProducts.length })
    expect(home.latest.products).toHaveLength(24)
    const second = await listProducts(ctx, { cursor: home.latest.next as string })
    expect(home.latest.products.some(({ id }) => second.products.some((each) => each.id === id))).toBe(false)
  })

  it('leaves out what is taken off the shelf', async () => {
    const id = idOf('ruka-msitu')
    await database.ownerDb.execute(sql`update products set is_available = false where id = ${id}`)
    const home = await listHome(ctx)
    expect([...home.carousel, ...home.featured].some((product) => product.id === id)).toBe(false)
    expect(home.latest.total).toBe(demoProducts.length - 1)
    await database.ownerDb.execute(sql`update products set is_available = true where id = ${id}`)
  })
})

describe('a product', () => {
  it('has its sizes in order, its pictures, its category and the other colours of its style', async () => {
    const product = await getProduct(ctx, idOf('mbio-embe'))
    expect(product).toMatchObject({
      name: 'Mbio Runner, Mango',
      price: 6200,
      unit_price: 5270,
      discount_percentage: 15,
      category: { slug: 'men-unisex-sneakers' },
    })
    expect(product.sizes.map(({ label }) => label)).toEqual(['38', '39', '40', '41', '42', '43', '44', '45', '46'])
    expect(product.images.length).toBeGreaterThanOrEqual(3)
    expect(product.image_url).toBe(product.images[0]?.image_url)
    expect(product.stock).toBe(product.sizes.reduce((sum, { stock }) => sum + stock, 0))
    expect(names(product.siblings)).toContain('Mbio Runner, Lake')
    expect(names(product.siblings)).not.toContain('Mbio Runner, Mango')
  })

  it.each(['nonsense', '00000000-0000-4000-8000-000000000000', "' or 1=1"])('is not found under %j', (id) =>
    expect(getProduct(ctx, id)).rejects.toMatchObject({ code: 'product_not_found' }),
  )

  it('leads to shoes like it that can be bought: of its category, then of its kind, the nearest prices first', async () => {
    const bySlug = new Map(demoProducts.map((product) => [product.id, product]))
    const priceOf = ({ price, discountPercentage }: { price: number; discountPercentage: number }) =>
      Math.round((price * (100 - discountPercentage)) / 100)
    const kindOf = (slug: string) =>
      bornCategories.menu.find((entry) => entry.slug === slug || entry.children.some((child) => child.slug === slug))?.slug
    for (const product of demoProducts) {
      const shown = await listAlike(ctx, await getProduct(ctx, product.id))
      expect(shown).toHaveLength(6)
      const ranks = shown.map(({ id }) => {
        const other = bySlug.get(id) as (typeof demoProducts)[number]
        expect(other.id).not.toBe(product.id)
        expect(
          other.sizes.some(({ stock }) => stock > 0),
          `${other.slug} can be bought`,
        ).toBe(true)
        const rank = other.categorySlug === product.categorySlug ? 0 : kindOf(other.categorySlug) === kindOf(product.categorySlug) ? 1 : 2
        return rank * 1e6 + Math.abs(priceOf(other) - priceOf(product))
      })
      expect(ranks, product.slug).toEqual([...ranks].sort((a, b) => a - b))
      const sold = demoProducts.filter(
        ({ id, categorySlug, sizes }) => id !== product.id && categorySlug === product.categorySlug && sizes.some(({ stock }) => stock > 0),
      )
      expect(
        ranks.filter((rank) => rank < 1e6),
        'all of its category come before others',
      ).toHaveLength(Math.min(6, sold.length))
    }
  })

  it('without a category leads to the nearest prices, and never to what is off the shelf', async () => {
    const loafer = await getProduct(ctx, idOf('karen-peni'))
    const [first] = await listAlike(ctx, { ...loafer, category: null })
    await database.ownerDb.execute(sql`update products set is_available = false where id = ${first?.id}`)
    expect((await listAlike(ctx, { ...loafer, category: null })).map(({ id }) => id)).not.toContain(first?.id)
    await database.ownerDb.execute(sql`update products set is_available = true where id = ${first?.id}`)
  })

  it('has its first sentence on a large card, its description as words, and as Markdown on its page', async () => {
    const id = (await listHome(ctx)).carousel[0]?.id as string
    const [{ description } = {}] = (await database.ownerDb.execute<{ description: string }>(sql`select description from products where id = ${id}`))
      .rows
    await database.ownerDb.execute(
      sql`update products set description = ${'**Wide** at the toes.\n\n- Light\n- <script>x</script>Soft'} where id = ${id}`,
    )
    const product = await getProduct(ctx, id)
    expect(product.description_html).toBe('<p><strong>Wide</strong> at the toes.</p>\n<ul>\n<li>Light</li>\n<li>Soft</li>\n</ul>')
    expect(product.description).toBe('Wide at the toes.\n\n- Light\n- Soft')
    expect((await listHome(ctx)).carousel[0]).toMatchObject({ id, blurb: 'Wide at the toes.' })
    await database.ownerDb.execute(sql`update products set description = ${description} where id = ${id}`)
  })

  it('is offered to a cart with its present price and stock, or not at all', async () => {
    const id = idOf('mbio-embe')
    const offers = await listOffers(ctx, [
      { id, size: '42' },
      { id, size: '99' },
      { id: 'nonsense', size: '42' },
      { id: idOf('nyali-bahari'), size: '38' },
    ])
    expect(offers).toMatchObject([
      { id, size: '42', price: 5270, name: 'Mbio Runner, Mango' },
      { id: idOf('nyali-bahari'), size: '38', stock: 0 },
    ])
  })
})

describe('popular shoes', () => {
  it('are those of which most pairs were sold and paid, as long as they can be had', async () => {
    const shoes = await Promise.all([1, 2, 3].map(() => putOnShelf(database, { sizes: { '40': 9 } })))
    const [one, most, gone] = shoes as [Pair, Pair, Pair]
    for (const shoe of [most, one, gone, most, gone, gone]) {
      const order = await placed(contextOn(database), shoe)
      await tellPaid(order.ctx, order.attempt)
    }
    for (let times = 0; times < 3; times++) await placed(contextOn(database), one)
    await database.ownerDb.execute(sql`update products set is_available = false where id = ${gone.id}`)
    const popular = await listPopular(ctx)
    expect(popular.slice(0, 2).map(({ id }) => id)).toEqual([most.id, one.id])
    expect(popular).toHaveLength(6)
    expect(popular.some(({ id }) => id === gone.id)).toBe(false)
  })
})
