import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { anonymous, theShop } from '#core/context.ts'
import { stockShelf } from '#features/catalogue/fill-catalogue.ts'
import { useDatabase } from '../test/database.ts'
import { seedProducts } from './products.ts'

const test = useDatabase()
const shop = () => ({ db: test.db, actor: theShop })

describe('seedProducts', () => {
  it('fills the shelf behind what stands there, with pictures and stock through movements', async () => {
    await stockShelf(test, products)
    expect(await seedProducts(shop(), { count: 1202, stock: 7 })).toEqual({ first: 1, last: 1202 })

    const { rows } = await test.db.execute(sql`
      select count(*)::integer as products, count(distinct id)::integer as ids, count(distinct category_id)::integer as categories,
        min(price)::integer as least, max(price)::integer as most, min(stock) as "leastStock", max(stock) as "mostStock",
        count(image_url)::integer as pictures, bool_and(jsonb_array_length(sizes) = 5) as "fiveSizes"
      from shelf where style_code like 'seed-%'`)
    expect(rows).toEqual([
      { products: 1202, ids: 1202, categories: 2, least: 900, most: 15_000, leastStock: 35, mostStock: 35, pictures: 1202, fiveSizes: true },
    ])
  })

  it('counts on from the last whole style, without stock where none is asked for', async () => {
    expect(await seedProducts(shop(), { count: 3, stock: 0 })).toEqual({ first: 1205, last: 1207 })
    const { rows } = await test.db.execute(sql`select sum(stock)::integer as stock from shelf where name like '% 120_' and style_code = 'seed-301'`)
    expect(rows).toEqual([{ stock: 0 }])
  })

  it('makes the same product of the same number, everywhere', async () => {
    const { rows } = await test.db.execute(sql`
      select s.id, s.name, s.price::integer, s.discount_percentage, s.created_at::text, s.sizes->0->>'label' as size, s.image_url
      from shelf s where s.name like '% 42'`)
    expect(rows).toEqual([
      {
        id: '83fcc853-3f3f-45fb-8a20-897eb474a07d',
        name: 'Uwanja Low, Sunrise 42',
        price: 4300,
        discount_percentage: 0,
        created_at: '2026-09-01 05:18:00+00',
        size: '38',
        image_url: '/files/product-images/products/a.webp',
      },
    ])
  })

  it('is for the shop alone', async () => {
    await expect(seedProducts({ db: test.db, actor: anonymous }, { count: 1, stock: 1 })).rejects.toMatchObject({ code: 'signed_out' })
  })
})

const products = [
  shoe('e8e67e7e-462f-4a6d-9d72-5637f6761f0d', 'Malindi Sandal, Camel', 'sandals', 'b'),
  shoe('130c11d1-f708-46b0-9095-484412afa12e', 'Uwanja Low, Sunrise', 'jordans', 'a'),
]

function shoe(id: string, name: string, categorySlug: string, picture: string) {
  return {
    id,
    name,
    description: '',
    price: 450_000,
    discountPercentage: 0,
    categorySlug,
    styleCode: picture,
    isFeatured: false,
    createdAt: '2026-11-18T06:00:00.000Z',
    sizes: [{ label: '40', stock: 3 }],
    images: [{ url: `/files/product-images/products/${picture}.webp`, alt: name }],
  }
}
