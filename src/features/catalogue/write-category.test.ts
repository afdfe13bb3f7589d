import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { anonymous } from '#core/context.ts'
import { type CategoryRow, findCategories, listCategories, readCategories } from '#features/catalogue/categories.ts'
import { listProducts } from '#features/catalogue/product-lists.ts'
import { getProductRow } from '#features/catalogue/product-rows.ts'
import { understandSearch } from '#features/catalogue/understand-search.ts'
import { changeCategory, createCategory, deleteCategory } from '#features/catalogue/write-category.ts'
import { createProduct, deleteProduct } from '#features/catalogue/write-product.ts'
import { removeUnreferencedFiles } from '#features/files/remove-files.ts'
import { admin, contextOn, rowsOf, theShop } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase({ isWalk: true })
const ctx = () => contextOn(database, { actor: admin })
const code = (wanted: string, more: object = {}) => expect.objectContaining({ code: wanted, ...more })
/** Refused beside this field, with a sentence. */
const beside = (field: string, sentence: unknown = expect.any(String)) =>
  code('bad_input', { details: expect.objectContaining({ fields: expect.objectContaining({ [field]: sentence }) }) })
const audit = (id: string) => rowsOf<{ action: string }>(database, sql`select action from audit_log where row_id = ${id} order by id`)
const named = (name: string) => `${name} ${randomUUID().slice(0, 8)}`
const add = (more: object = {}) => createCategory(ctx(), { name: named('Kind'), ...more })
const idOf = async (slug: string) => (await listCategories(ctx())).find((row) => row.slug === slug)?.id as string
const under = async (parentId: string | null) => (await listCategories(ctx(), { parentId })).map(({ slug }) => slug)
const shoe = (category_id: string | null) => createProduct(ctx(), { name: named('Shoe'), price: 1000, stock: 1, category_id })
const listed = async (category: string) => (await listProducts(ctx(), { category, limit: 24 })).products.map(({ id }) => id)
const leadsTo = async (slug: string) => (await readCategories(ctx())).moved.get(slug)

let top: CategoryRow
beforeEach(async () => {
  top = await add()
})

describe('a new category', () => {
  it('stands last in the menu, with an address made of its name, and is found by lists, imports and searches', async () => {
    const row = await createCategory(ctx(), { name: 'Gum Boots' })
    expect(row).toMatchObject({ slug: 'gum-boots', parent_id: null, is_hidden: false, is_sneaker: false, image_url: null })
    const { id } = await shoe(row.id)
    expect(await listed('gum-boots')).toEqual([id])
    expect((await readCategories(ctx())).menu.at(-1)).toEqual({ slug: 'gum-boots', label: 'Gum Boots', children: [] })
    expect((await findCategories(database.db))('gum BOOTS')).toBe(row.id)
    expect((await understandSearch(ctx(), { search: 'gum boots' })).meant?.categories).toEqual([{ slug: 'gum-boots', label: 'Gum Boots' }])
    expect(await audit(row.id)).toEqual([{ action: 'category created' }])
  })

  it('has its group in the address where its name alone is taken', async () => {
    expect(await createCategory(ctx(), { name: 'Sneakers', parent_id: top.id, is_sneaker: true })).toMatchObject({ slug: 'kind-sneakers' })
  })

  it.each([
    ['name', { name: ' ' }],
    ['name', { name: 'n'.repeat(61) }],
    ['name', { name: 'Men shoes' }],
    ['slug', { slug: 'sneakers' }],
    ['slug', { slug: 'a--b' }],
    ['slug', { slug: 'höhe' }],
    ['slug', { slug: '../admin' }],
    ['slug', { slug: 'heels' }],
    ['slug', { name: '靴' }],
    ['slug', { name: 'Heels', parent_id: '7e81e465-e63c-4503-b1d4-fe6bf8fb7f69', slug: 'heels' }],
    ['parent_id', { parent_id: randomUUID() }],
    ['parent_id', { parent_id: '523331b1-3811-41b7-935d-4a76a23eb941' }],
    ['position', { position: -1 }],
    ['image_url', { image_url: 'picture.svg' }],
    ['image_url', { image_url: '/files/promotional-images/images/1763680000000.webp' }],
  ])('is refused beside its %s: %j', async (field, sent) => {
    await expect(createCategory(ctx(), { name: named('Kind'), ...sent })).rejects.toEqual(beside(field))
  })

  it('may be called as one elsewhere', async () => expect(await add({ name: 'Heels', parent_id: top.id })).toMatchObject({ slug: 'kind-heels' }))
})

describe('a renamed address', () => {
  it('leads on in one hop however often it changes, also for lists and imports, and may be taken back', async () => {
    const { id, slug } = top
    const product = await shoe(id)
    const [second, third] = [`${slug}-b`, `${slug}-c`]
    await changeCategory(ctx(), id, { slug: second })
    await changeCategory(ctx(), id, { slug: third })
    expect([await leadsTo(slug), await leadsTo(second), await leadsTo(third)]).toEqual([third, third, undefined])
    expect(await listed(slug)).toEqual([product.id])
    expect((await findCategories(database.db))(slug)).toBe(id)
    await changeCategory(ctx(), id, { slug })
    expect([await leadsTo(slug), await leadsTo(second), await leadsTo(third)]).toEqual([undefined, slug, slug])
  })

  it('belongs to the category that it leads to, until another takes it in so many words', async () => {
    const { id, slug } = top
    await changeCategory(ctx(), id, { slug: `${slug}-b` })
    await expect(add({ slug })).rejects.toEqual(beside('slug', expect.stringContaining(`leads to ${top.name}`)))
    const other = await add({ slug, take_address: true })
    expect([await leadsTo(slug), (await readCategories(ctx())).rows.get(slug)?.id]).toEqual([undefined, other.id])
    expect(await audit(id)).toContainEqual({ action: 'old address given up' })
  })

  it('keeps what words mean', async () => {
    const id = await idOf('loafers')
    await changeCategory(ctx(), id, { slug: 'moccasins' })
    expect((await understandSearch(ctx(), { search: 'men loafers' })).meant?.categories.map(({ slug }) => slug)).toEqual(['moccasins'])
    await changeCategory(ctx(), id, { slug: 'loafers' })
  })
})

describe('a place in the menu', () => {
  it('is among its neighbours, who are counted from 0', async () => {
    const [a, b, c] = [await add({ parent_id: top.id }), await add({ parent_id: top.id }), await add({ parent_id: top.id, position: 0 })]
    expect(await under(top.id)).toEqual([c.slug, a.slug, b.slug])
    expect(await changeCategory(ctx(), b.id, { position: 0 })).toMatchObject({ position: 0 })
    expect(await under(top.id)).toEqual([b.slug, c.slug, a.slug])
    const other = await add()
    expect(await changeCategory(ctx(), c.id, { parent_id: other.id })).toMatchObject({ position: 0 })
    expect(await changeCategory(ctx(), c.id, { parent_id: null })).toMatchObject({ position: (await under(null)).length - 1 })
  })

  it('has two levels, for the database too', async () => {
    const child = await add({ parent_id: top.id })
    await expect(changeCategory(ctx(), top.id, { parent_id: child.id })).rejects.toEqual(beside('parent_id', expect.stringContaining('stands under')))
    await expect(changeCategory(ctx(), top.id, { parent_id: top.id })).rejects.toEqual(beside('parent_id'))
    await expect(changeCategory(ctx(), top.id, { parent_id: await idOf('men-shoes') })).rejects.toEqual(beside('parent_id'))
  })
})

describe('two admins', () => {
  it('who change the same field are told; of other fields both are kept', async () => {
    const seen = { name: top.name, is_hidden: false }
    await changeCategory(ctx(), top.id, { name: named('Theirs') }, seen)
    await expect(changeCategory(ctx(), top.id, { name: named('Ours') }, seen)).rejects.toEqual(code('changed_meanwhile'))
    expect(await changeCategory(ctx(), top.id, { is_hidden: true }, seen)).toMatchObject({ is_hidden: true })
  })
})

describe('a hidden category', () => {
  it('leaves the menu with what stands under it, and visitors’ lists; its products stay', async () => {
    const child = await add({ parent_id: top.id })
    const { id } = await shoe(child.id)
    await changeCategory(ctx(), top.id, { is_hidden: true })
    const slugs = (await listCategories(contextOn(database, { actor: anonymous }))).map(({ slug }) => slug)
    expect(slugs).not.toContain(top.slug)
    expect(slugs).not.toContain(child.slug)
    expect((await readCategories(ctx())).menu.map(({ slug }) => slug)).not.toContain(top.slug)
    expect(await listed(top.slug)).toEqual([id])
  })
})

it('a sneaker category is on the page of all sneakers, with what stands under it, and is meant by their name', async () => {
  const child = await add({ parent_id: top.id })
  const { id } = await shoe(child.id)
  expect(await listed('sneakers')).not.toContain(id)
  await changeCategory(ctx(), top.id, { is_sneaker: true })
  expect(await listed('sneakers')).toContain(id)
  const kinds = await rowsOf<{ categories: string[] }>(
    database,
    sql`select categories from search_synonyms where kind = 'kind' and name = 'sneakers'`,
  )
  expect(kinds[0]?.categories.toSorted()).toEqual((await readCategories(ctx())).sneakers.toSorted())
  expect((await understandSearch(ctx(), { search: 'sneakers' })).meant?.categories).toEqual([{ slug: 'sneakers', label: 'Sneakers' }])
  await changeCategory(ctx(), top.id, { is_sneaker: false })
  expect(await listed('sneakers')).not.toContain(id)
})

describe('a merge', () => {
  it('takes products, archived ones too, what stands under it and every address along', async () => {
    const into = await add()
    await add({ parent_id: into.id })
    const child = await add({ parent_id: top.id })
    const [kept, archived] = [await shoe(top.id), await shoe(top.id)]
    await deleteProduct(ctx(), archived.id)
    await changeCategory(ctx(), top.id, { slug: `${top.slug}-b` })
    expect(await deleteCategory(ctx(), top.id, { products_to: into.id })).toEqual({ products: 1 })
    expect(await getProductRow(ctx(), kept.id)).toMatchObject({ category_id: into.id })
    expect((await under(into.id)).at(-1)).toBe(child.slug)
    expect([await leadsTo(top.slug), await leadsTo(`${top.slug}-b`)]).toEqual([into.slug, into.slug])
    await changeCategory(ctx(), into.id, { slug: `${into.slug}-b` })
    expect(await leadsTo(top.slug)).toBe(`${into.slug}-b`)
    expect((await audit(top.id)).at(-1)).toEqual({ action: 'category merged' })
  })

  it('is refused where it would make a third level or two of a name, and nothing has moved', async () => {
    await add({ parent_id: top.id, name: 'Heels' })
    const { id } = await shoe(top.id)
    const men = await idOf('jordans')
    await expect(deleteCategory(ctx(), top.id, { products_to: men })).rejects.toEqual(beside('products_to', expect.stringContaining('third level')))
    await expect(deleteCategory(ctx(), top.id, { products_to: await idOf('women-shoes') })).rejects.toEqual(beside('products_to'))
    await expect(deleteCategory(ctx(), top.id, { products_to: top.id })).rejects.toEqual(beside('products_to'))
    expect(await getProductRow(ctx(), id)).toMatchObject({ category_id: top.id })
  })

  it('of those for whom shoes are takes the word along', async () => {
    const ladies = await add({ name: 'Ladies', slug: 'ladies' })
    for (const child of await listCategories(ctx(), { parentId: await idOf('women-shoes') }))
      await changeCategory(ctx(), child.id, { parent_id: ladies.id })
    await deleteCategory(ctx(), await idOf('women-shoes'), { products_to: ladies.id })
    const rows = await rowsOf<{ categories: string[] }>(
      database,
      sql`select categories from search_synonyms where kind = 'audience' and name = 'women'`,
    )
    expect(rows[0]?.categories).toEqual(['ladies', 'unisex-shoes'])
    await changeCategory(ctx(), ladies.id, { name: 'Women Shoes', slug: 'women-shoes', position: 0 })
  })
})

describe('deleting a category', () => {
  it('asks where its products go, and lets them be without one', async () => {
    const { id } = await shoe(top.id)
    await expect(deleteCategory(ctx(), top.id, {})).rejects.toEqual(beside('products_to'))
    expect(await deleteCategory(ctx(), top.id, { products_to: 'none' })).toEqual({ products: 1 })
    expect(await getProductRow(ctx(), id)).toMatchObject({ category_id: null })
    expect(await leadsTo(top.slug)).toBeUndefined()
    await expect(deleteCategory(ctx(), top.id, {})).rejects.toEqual(code('category_not_found'))
  })

  it('without products asks nothing, and with others under it refuses', async () => {
    const child = await add({ parent_id: top.id })
    await expect(deleteCategory(ctx(), top.id, { products_to: 'none' })).rejects.toEqual(beside('products_to', expect.stringContaining(child.name)))
    await deleteCategory(ctx(), child.id, {})
    await deleteCategory(ctx(), top.id, {})
    expect(await audit(top.id)).toEqual([{ action: 'category created' }, { action: 'category deleted' }])
  })
})

it('its picture is kept while it shows it', async () => {
  const image_url = '/files/promotional-images/images/1763680000001.webp'
  await database.db.execute(sql`insert into stored_files (stem, content_type) values (file_stem(${image_url}), 'image/webp')`)
  await changeCategory(ctx(), top.id, { image_url })
  const later = contextOn(database, { actor: theShop, now: sql`now() + interval '3 days'` })
  const isKept = async () =>
    (await rowsOf(database, sql`select from stored_files where stem = file_stem(${image_url}) and removed_at is null`)).length === 1
  await removeUnreferencedFiles(later)
  expect(await isKept()).toBe(true)
  await changeCategory(ctx(), top.id, { image_url: null })
  await removeUnreferencedFiles(later)
  expect(await isKept()).toBe(false)
})
