import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { addImage, changeImage, deleteImage, listImages } from '#features/catalogue/product-images.ts'
import { listProductRows } from '#features/catalogue/product-lists.ts'
import { getProductRow, type ProductRow } from '#features/catalogue/product-rows.ts'
import { changeProduct, createProduct, deleteProduct } from '#features/catalogue/write-product.ts'
import { getOrder } from '#features/orders/get-order.ts'
import { admin, as, contextOn, placed, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'
import { meanwhile } from '../../../test/overtake.ts'
import { storedPicture } from '../../../test/pictures.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: admin })
const code = (wanted: string, more: object = {}) => expect.objectContaining({ code: wanted, ...more })
const shoe = { name: 'Mbio Wingu', price: 4500 }
const sizes = [
  { label: '40', stock: 3 },
  { label: '41', stock: 0 },
]
const audit = (id: string) =>
  rowsOf<{ action: string; actor_id: string; before: unknown; after: unknown }>(
    database,
    sql`select action, actor_id, before, after from audit_log where row_id = ${id} order by id`,
  )
const movements = (productId: string) =>
  rowsOf<{ label: string; delta: number; reason: string; actor_id: string | null }>(
    database,
    sql`select z.label, m.delta, m.reason, m.actor_id from stock_movements m join product_size z on z.id = m.product_size_id where z.product_id = ${productId} order by m.created_at, z.label, m.id`,
  )

describe('creating a product', () => {
  it('with a plain stock gives it the single size "One size", and puts it on the shelf', async () => {
    const row = await createProduct(ctx(), { ...shoe, stock: 7 })
    expect(row).toMatchObject({
      ...shoe,
      description: '',
      stock: 7,
      product_sizes: [{ label: 'One size', stock: 7 }],
      is_available: true,
      is_featured: false,
      discount_percentage: 0,
      category_id: null,
      image_url: null,
    })
    expect(await movements(row.id)).toEqual([{ label: 'One size', delta: 7, reason: 'opening', actor_id: admin.userId }])
    expect(await audit(row.id)).toMatchObject([
      { action: 'product created', actor_id: admin.userId, before: null, after: { name: shoe.name, stock: 7 } },
    ])
  })

  it('with sizes keeps their order and gives their sum as stock', async () => {
    const row = await createProduct(ctx(), { ...shoe, discount_percentage: 15, price: 2999, sizes: [...sizes].reverse(), is_available: false })
    expect(row).toMatchObject({ stock: 3, unit_price: 2549, is_available: false, product_sizes: [sizes[1], sizes[0]] })
  })

  it('sets nothing but the columns of the form', async () => {
    const id = randomUUID()
    const row = await createProduct(ctx(), {
      ...shoe,
      stock: 1,
      id,
      created_at: '2001-01-01',
      archived_at: '2001-01-01',
      unit_price: 1,
      __proto__: { price: 1 },
    })
    expect(row.id).not.toBe(id)
    expect(row).toMatchObject({ unit_price: 4500 })
    expect(Date.parse(row.created_at)).toBeGreaterThan(Date.parse('2020-01-01'))
  })

  it.each<[string, Record<string, unknown>]>([
    ['name', { name: ' ' }],
    ['name', { name: 'a'.repeat(201) }],
    ['name', { name: '\u0000\u200b' }],
    ['name', { name: null }],
    ['price', { price: '4500' }],
    ['price', { price: -1 }],
    ['price', { price: 0 }],
    ['price', { price: 0.99 }],
    ['discount_percentage', { price: 49, discount_percentage: 99 }],
    ['price', { price: null }],
    ...[-50, 100, 33.3333, null].map((discount_percentage): [string, Record<string, unknown>] => ['discount_percentage', { discount_percentage }]),
    ...[-1, 1.5, '0x10', null].map((stock): [string, Record<string, unknown>] => ['stock', { stock }]),
    ['stock', { stock: undefined }],
    ['sizes.0.stock', { stock: undefined, sizes: [{ label: '40', stock: -1 }] }],
    ['sizes.0.label', { stock: undefined, sizes: [{ label: '', stock: 1 }] }],
    ['sizes', { stock: undefined, sizes: [sizes[0], sizes[0]] }],
    ['category_id', { category_id: 'nike' }],
    ['category_id', { category_id: randomUUID() }],
    ['is_featured', { is_featured: 'yes' }],
  ])('refuses a bad %s and writes nothing: %j', async (field, change) => {
    const count = () => rowsOf(database, sql`select count(*) from products`)
    const before = await count()
    await expect(createProduct(ctx(), { ...shoe, stock: 1, ...change })).rejects.toThrow(
      code('bad_input', { details: { fields: expect.objectContaining({ [field]: expect.any(String) }) } }),
    )
    expect(await count()).toEqual(before)
  })

  it('happens once for a key, however often and at once it is sent, and not of other contents', async () => {
    const key = randomUUID()
    const rows = await Promise.all(Array.from({ length: 4 }, () => createProduct(ctx(), { ...shoe, stock: 7 }, key)))
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1)
    const { id } = rows[0] as ProductRow
    expect([(await audit(id)).length, (await movements(id)).length]).toEqual([1, 1])
    await expect(createProduct(ctx(), { ...shoe, name: 'Mbio Wingu 2', stock: 7 }, key)).rejects.toThrow(code('made_already'))
    // The same key of another user is a different key.
    expect((await createProduct(as(ctx(), { ...admin, userId: randomUUID() }), { ...shoe, stock: 7 }, key)).id).not.toBe(id)
  })

  it('refuses a plain stock beside sizes', () => expect(createProduct(ctx(), { ...shoe, stock: 3, sizes })).rejects.toThrow(code('stock_has_sizes')))
})

describe('changing a product', () => {
  it('changes what is named and nothing else, and writes down what was before', async () => {
    const { id, ...made } = await createProduct(ctx(), { ...shoe, sizes, is_featured: true })
    const row = await changeProduct(ctx(), id, { price: 3999.5, is_available: false, id: randomUUID(), created_at: '2001-01-01' })
    expect(row).toEqual({ id, ...made, price: 3999.5, unit_price: 4000, is_available: false })
    expect((await audit(id)).at(-1)).toMatchObject({
      action: 'product changed',
      before: { price: 4500, unit_price: 4500, is_available: true },
      after: { price: 3999.5, unit_price: 4000, is_available: false },
    })
  })

  it('takes no price that nobody can be asked for, alone or after the discount that stands', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, discount_percentage: 90, stock: 1 })
    for (const price of [0, 0.5]) await expect(changeProduct(ctx(), id, { price })).rejects.toThrow(code('bad_input'))
    await expect(changeProduct(ctx(), id, { price: 4 })).rejects.toMatchObject({ details: { fields: { discount_percentage: expect.any(String) } } })
    expect(await changeProduct(ctx(), id, { price: 5 })).toMatchObject({ unit_price: 1 })
    expect(await changeProduct(ctx(), id, { price: 1, discount_percentage: 0 })).toMatchObject({ unit_price: 1 })
  })

  it('does not overwrite what somebody else has written since the form was shown, and says what that is', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, description: 'Light.', stock: 1 })
    const shown = { name: shoe.name, description: 'Light.', price: 4500 }
    await changeProduct(ctx(), id, { description: 'Light and warm.', price: 4700 })
    await expect(changeProduct(ctx(), id, { description: 'Light, 300 g.', name: 'Mbio 2' }, shown)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      details: { facts: { now: { description: 'Light and warm.' } } },
    })
    const again = { ...shown, description: 'Light and warm.' }
    const row = await changeProduct(ctx(), id, { description: 'Light, 300 g.', name: 'Mbio 2' }, again)
    expect(row).toMatchObject({ name: 'Mbio 2', description: 'Light, 300 g.', price: 4700 })
  })

  it('writes no audit for a change of nothing', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, stock: 2 })
    await changeProduct(ctx(), id, { stock: 2, name: shoe.name })
    expect(await audit(id)).toHaveLength(1)
    expect(await movements(id)).toHaveLength(1)
  })

  it('moves the stock of sizes by what changed, adds new ones behind the others, and takes one away', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, sizes: [...sizes, { label: '4l', stock: 1 }] })
    const row = await changeProduct(ctx(), id, {
      sizes: [
        { label: '41', stock: 4, seen: 0 },
        { label: '42', stock: 2 },
        { label: '4l', remove: true, seen: 1 },
      ],
    })
    expect(row.product_sizes).toEqual([sizes[0], { label: '41', stock: 4 }, { label: '42', stock: 2 }])
    expect((await movements(id)).filter(({ reason }) => reason === 'manual')).toEqual([
      { label: '41', delta: 4, reason: 'manual', actor_id: admin.userId },
      { label: '42', delta: 2, reason: 'manual', actor_id: admin.userId },
    ])
    const all = await changeProduct(ctx(), id, {
      sizes: [
        { label: '42', stock: 2, seen: 2 },
        { label: '39', stock: 1 },
        { label: '40', stock: 3, seen: 3 },
        { label: '41', stock: 4, seen: 4 },
      ],
    })
    expect(all.product_sizes.map(({ label }) => label)).toEqual(['42', '39', '40', '41'])
  })

  it('keeps a size that orders refer to, sold out', async () => {
    const made = await createProduct(ctx(), { ...shoe, sizes })
    await placed(as(ctx(), anonymous), [[{ ...made, sizes: { '40': '' } }, '40', 1]])
    const row = await changeProduct(ctx(), made.id, { sizes: [{ label: '40', remove: true, seen: 2 }] })
    expect(row.product_sizes).toEqual([{ label: '40', stock: 0 }, sizes[1]])
  })

  it('refuses numbers that have moved since they were seen, says the present ones, and changes nothing', async () => {
    const made = await createProduct(ctx(), { ...shoe, sizes })
    await placed(as(ctx(), anonymous), [[{ ...made, sizes: { '40': '' } }, '40', 1]])
    const before = await getProductRow(ctx(), made.id)
    await expect(changeProduct(ctx(), made.id, { name: 'Other', sizes: [{ label: '40', stock: 10, seen: 3 }] })).rejects.toThrow(
      code('stock_moved', {
        message: expect.stringContaining('2 of size 40'),
        details: expect.objectContaining({ facts: { sizes: [{ label: '40', stock: 2 }, sizes[1]] } }),
      }),
    )
    expect(await getProductRow(ctx(), made.id)).toEqual(before)
  })

  it('refuses a size that is there but was not seen, and one that was seen but is not there', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, sizes })
    await expect(changeProduct(ctx(), id, { sizes: [{ label: '40', stock: 9 }] })).rejects.toThrow(
      code('bad_input', { details: { fields: { 'sizes.0.seen': 'Send the stock that you saw.' } } }),
    )
    await expect(changeProduct(ctx(), id, { sizes: [{ label: '45', stock: 9, seen: 4 }] })).rejects.toThrow(code('stock_moved'))
    await expect(changeProduct(ctx(), id, { sizes: [{ label: '40' }] })).rejects.toThrow(code('bad_input'))
  })

  it('takes a plain stock for the single size, and refuses it where there are sizes', async () => {
    const plain = await createProduct(ctx(), { ...shoe, stock: 7 })
    expect((await changeProduct(ctx(), plain.id, { stock: 4 })).stock).toBe(4)
    expect((await changeProduct(ctx(), plain.id, { stock: 5, stock_seen: 4 })).stock).toBe(5)
    await expect(changeProduct(ctx(), plain.id, { stock: 6, stock_seen: 4 })).rejects.toThrow(code('stock_moved'))
    expect((await movements(plain.id)).map(({ delta }) => delta)).toEqual([7, -3, 1])
    const sized = await createProduct(ctx(), { ...shoe, sizes })
    await expect(changeProduct(ctx(), sized.id, { stock: 4 })).rejects.toThrow(code('stock_has_sizes'))
  })

  it('does not overwrite with a plain stock what moves while it waits', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, stock: 7 })
    const waits = async () =>
      (await rowsOf(database, sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).length
    const { saved } = await database.ownerDb.transaction(async (tx) => {
      await tx.execute(sql`select from products where id = ${id} for update`)
      const saved = changeProduct(ctx(), id, { stock: 9 }).catch((error) => error)
      await expect.poll(waits).toBe(1)
      await tx.execute(
        sql`insert into stock_movements (product_size_id, delta, reason) select id, -1, 'manual' from product_size where product_id = ${id}`,
      )
      return { saved }
    })
    expect(await saved).toEqual(code('stock_moved'))
    expect((await getProductRow(ctx(), id)).stock).toBe(6)
  })
})

describe('deleting a product', () => {
  it('removes one that nobody ordered, with its sizes and pictures', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, sizes })
    await addImage(ctx(), { product_id: id, image_url: await storedPicture(database) })
    await deleteProduct(ctx(), id)
    expect(await rowsOf(database, sql`select id from products where id = ${id}`)).toEqual([])
    expect((await audit(id)).at(-1)).toMatchObject({ action: 'product deleted', before: { name: shoe.name } })
    await expect(deleteProduct(ctx(), id)).rejects.toThrow(code('product_not_found'))
  })

  it('waits for whoever changes it, without a circle: they hold the product first and its sizes after it', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, sizes })
    const change = sql`update products set price = 4600 where id = ${id}`
    const stock = sql`select from product_size where product_id = ${id} order by id for update`
    expect(await meanwhile(database, change, [() => deleteProduct(ctx(), id)], ({ db }) => db.execute(stock))).toEqual(['not refused'])
  })

  it('archives one that orders refer to: it is gone from every list, and the order still says what was sold', async () => {
    const made = await createProduct(ctx(), { ...shoe, sizes })
    await addImage(ctx(), { product_id: made.id, image_url: await storedPicture(database) })
    const { id, ctx: buyer } = await placed(as(ctx(), anonymous), [[{ ...made, sizes: { '40': '' } }, '40', 2]])
    await deleteProduct(ctx(), made.id)
    await expect(getProductRow(ctx(), made.id)).rejects.toThrow(code('product_not_found'))
    expect((await listProductRows(ctx(), { limit: 100 })).data.map((row) => row.id)).not.toContain(made.id)
    expect(await listImages(ctx(), made.id)).toEqual([])
    expect((await getOrder(buyer, id)).lines).toMatchObject([
      { name: shoe.name, size: '40', quantity: 2, price: 4500, image_url: '/files/product-images/products/a.webp' },
    ])
    expect((await audit(made.id)).at(-1)).toMatchObject({ action: 'product archived' })
  })
})

describe('the pictures of a product', () => {
  const url = (name: string) => `/files/product-images/products/${name}.webp`
  beforeAll(() => Promise.all([...'abcdefghijxy'].map((name) => storedPicture(database, name))))
  const gallery = async (productId: string) =>
    (await listImages(ctx(), productId)).map((image) => `${image.display_order} ${image.image_url.at(-6)}${image.is_primary ? '*' : ''}`)
  async function withPictures(...names: string[]) {
    const { id } = await createProduct(ctx(), { ...shoe, stock: 1 })
    const pictures: Record<string, string> = {}
    for (const name of names) pictures[name] = (await addImage(ctx(), { product_id: id, image_url: url(name) })).id
    return { id, pictures }
  }

  it('keep their order; the first is primary, and the card shows it', async () => {
    const { id } = await withPictures('a', 'b', 'c')
    expect(await gallery(id)).toEqual(['0 a*', '1 b', '2 c'])
    expect((await getProductRow(ctx(), id)).image_url).toBe(url('a'))
  })

  it('make room for one that says its place, and for a new primary', async () => {
    const { id } = await withPictures('a', 'b')
    const row = await addImage(ctx(), { product_id: id, image_url: url('c'), display_order: 1, is_primary: true, alt_text: 'Side' })
    expect(row).toMatchObject({ product_id: id, display_order: 1, is_primary: true, alt_text: 'Side' })
    expect(await gallery(id)).toEqual(['0 a', '1 c*', '2 b'])
  })

  it('are moved, renamed and promoted', async () => {
    const { id, pictures } = await withPictures('a', 'b', 'c')
    await changeImage(ctx(), pictures.c as string, { display_order: 0 })
    expect(await gallery(id)).toEqual(['0 c', '1 a*', '2 b'])
    expect(await changeImage(ctx(), pictures.b as string, { is_primary: true, alt_text: 'Back' })).toMatchObject({
      alt_text: 'Back',
      is_primary: true,
    })
    expect(await gallery(id)).toEqual(['0 c', '1 a', '2 b*'])
    await changeImage(ctx(), pictures.b as string, { is_primary: false, display_order: 900 })
    expect(await gallery(id)).toEqual(['0 c', '1 a', '2 b*'])
    expect((await audit(pictures.b as string)).map(({ action }) => action)).toEqual(['picture added', 'picture changed'])
  })

  it('promote the first that remains when the primary goes, and are renumbered', async () => {
    const { id, pictures } = await withPictures('a', 'b', 'c')
    await deleteImage(ctx(), pictures.a as string)
    expect(await gallery(id)).toEqual(['0 b*', '1 c'])
    await deleteImage(ctx(), pictures.c as string)
    await deleteImage(ctx(), pictures.b as string)
    expect(await gallery(id)).toEqual([])
    expect((await getProductRow(ctx(), id)).image_url).toBeNull()
    await expect(deleteImage(ctx(), pictures.b as string)).rejects.toThrow(code('image_not_found'))
  })

  it('keep one primary and no gap when ten are added at once', async () => {
    const { id } = await createProduct(ctx(), { ...shoe, stock: 1 })
    await Promise.all([...'abcdefghij'].map((name) => addImage(ctx(), { product_id: id, image_url: url(name), is_primary: true, display_order: 0 })))
    const images = await listImages(ctx(), id)
    expect(images.map(({ display_order }) => display_order)).toEqual([...Array(10).keys()])
    expect(images.filter(({ is_primary }) => is_primary)).toHaveLength(1)
  })

  it.each([
    'https://shop.example/a.webp',
    '/files/product-images/products/refused.webp',
    '/files/promotional-videos/videos/1763680000000.mp4',
    'javascript:alert(1)',
    'data:image/svg+xml,<svg onload=alert(1)>',
    '//evil.example/a.png',
    'https://user@evil.example/a.png',
    '/files/../secret',
    'https:\\\\evil',
    'a'.repeat(3000),
    '',
    null,
    {},
  ])('are refused at the address %j', async (image_url) => {
    const { id, pictures } = await withPictures('a')
    for (const write of [() => addImage(ctx(), { product_id: id, image_url }), () => changeImage(ctx(), pictures.a as string, { image_url })])
      await expect(write()).rejects.toThrow(code('bad_input', { details: { fields: { image_url: expect.any(String) } } }))
    expect(await gallery(id)).toEqual(['0 a*'])
  })

  it('are at most 20, and belong to a product that exists', async () => {
    const { id } = await withPictures(...Array.from({ length: 20 }, () => 'x'))
    await expect(addImage(ctx(), { product_id: id, image_url: url('y') })).rejects.toThrow(code('bad_input'))
    await expect(addImage(ctx(), { product_id: randomUUID(), image_url: url('y') })).rejects.toThrow(code('product_not_found'))
  })
})
