import { globSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { getProduct } from '#features/catalogue/get-product.ts'
import { previewOf } from '#features/catalogue/link-preview.ts'
import { countIndexableProducts, listIndexableProducts } from '#features/catalogue/product-lists.ts'
import { useApp } from '../../test/app.ts'
import { contextOn, type Pair, putOnShelf } from '../../test/checkout.ts'

const app = useApp({ isWalk: true })
let shoe: Pair
let hidden: Pair

beforeAll(async () => {
  shoe = await putOnShelf(app.database, { price: 2999, discount: 15, sizes: { '40': 2, '41': 0 } })
  hidden = await putOnShelf(app.database, { price: 1000, sizes: { '40': 2 } })
  await app.database.ownerDb.execute(sql`update products set is_available = false where id = ${hidden.id}`)
})
const get = (path: string) => app.fetch('GET', path)
const textOf = async (path: string) => (await get(path)).text()

describe('what browsers ask for by themselves', () => {
  it('is an icon, also where no page names one', async () => {
    const icon = await get('/favicon.ico')
    expect([icon.status, icon.headers.get('content-type'), icon.headers.get('cache-control')]).toEqual([200, 'image/x-icon', 'public, max-age=86400'])
    // Reserved, an icon, three sizes; each is a PNG.
    const bytes = Buffer.from(await icon.arrayBuffer())
    expect([...bytes.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0])
    const sizes = [0, 1, 2].map((at) =>
      sharp(bytes.subarray(bytes.readUInt32LE(18 + 16 * at), bytes.readUInt32LE(18 + 16 * at) + bytes.readUInt32LE(14 + 16 * at))),
    )
    expect(await Promise.all(sizes.map(async (size) => (await size.metadata()).width))).toEqual([16, 32, 48])
  })
})

describe('the files of the build', () => {
  it.each([
    [() => globSync('build/client/assets/entry.client-*.js')[0]?.replace('build/client', ''), 'public, max-age=31536000, immutable'],
    [() => '/sw.js', 'no-cache'],
    [() => '/fonts/parkinsans-core.woff2', 'public, max-age=86400'],
  ])('say how long they may be kept: %s, %s', async (path, cacheControl) => {
    const file = await get(path() as string)
    expect([file.status, file.headers.get('cache-control')]).toEqual([200, cacheControl])
    await file.body?.cancel()
  })
})

describe('what search engines are told', () => {
  it('leads from robots.txt to the index, and from there to every page of the shelf', async () => {
    expect(await textOf('/robots.txt')).toContain('Sitemap: http://localhost/sitemap.xml')
    const index = await get('/sitemap.xml')
    expect(index.headers.get('content-type')).toContain('application/xml')
    const parts = [...(await index.text()).matchAll(/<loc>http:\/\/localhost([^<]+)<\/loc>/g)].map(([, path]) => path as string)
    expect(parts).toEqual(['/sitemaps/pages.xml', '/sitemaps/products-1.xml'])
    const [pages, products] = await Promise.all(parts.map(textOf))
    expect(pages).toContain('<loc>http://localhost/category/loafers</loc>')
    expect(products).toContain(`<loc>http://localhost/product/${shoe.id}</loc>`)
    expect(products).not.toContain(hidden.id)
  })

  it.each(['/sitemaps/products-2.xml', '/sitemaps/products-0.xml', '/sitemaps/products-1e3.xml', '/sitemaps/__proto__', '/sitemaps/constructor.xml'])(
    'knows no %s',
    async (path) => expect((await get(path)).status).toBe(404),
  )

  it('says when a page last said something else; a sale is no such change', async () => {
    const changedOf = async () =>
      (await listIndexableProducts(contextOn(app.database), { skipped: 0, most: 10 })).find(({ id }) => id === shoe.id)?.changed_at.getTime()
    const { rows } = await app.database.db.execute<{ at: string }>(sql`select created_at as at from products where id = ${shoe.id}`)
    expect(await changedOf()).toBe(new Date(rows[0]?.at as string).getTime())
    await app.database.ownerDb.execute(sql`update products set is_featured = not is_featured where id = ${shoe.id}`)
    expect(await changedOf()).toBe(new Date(rows[0]?.at as string).getTime())
    await app.database.ownerDb.execute(sql`update products set description = 'As soft as a glove.' where id = ${shoe.id}`)
    expect(await changedOf()).toBeGreaterThan(new Date(rows[0]?.at as string).getTime())
    expect(await countIndexableProducts(contextOn(app.database))).toBe(1)
  })
})

describe('what a phone needs to install the shop', () => {
  it('meets the criteria: a name, a start in its scope, a display of its own, and icons of the sizes they claim', async () => {
    const answer = await get('/manifest.webmanifest')
    expect(answer.headers.get('content-type')).toContain('application/manifest+json')
    const manifest = (await answer.json()) as { icons: { src: string; sizes: string; purpose: string }[] } & Record<string, unknown>
    expect(manifest).toMatchObject({ name: 'Viatu', short_name: 'Viatu', start_url: '/', scope: '/', display: 'standalone' })
    for (const { src, sizes } of manifest.icons) {
      const { width, height, format } = await sharp(`public${src}`).metadata()
      expect([`${width}x${height}`, format]).toEqual([sizes, 'png'])
    }
    expect(manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
    expect(await sharp('public/icons/apple-touch.png').metadata()).toMatchObject({ width: 180, height: 180, hasAlpha: false })
  })
})

describe('a link preview', () => {
  const addressOf = async () => previewOf(contextOn(app.database), await getProduct(contextOn(app.database), shoe.id))

  it('is drawn once, for ever; its old addresses lead to the present one', async () => {
    const before = await addressOf()
    const drawn = await get(before)
    expect(drawn.headers.get('cache-control')).toContain('immutable')
    const bytes = new Uint8Array(await drawn.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
    expect(new Uint8Array(await (await get(before)).arrayBuffer())).toEqual(bytes)
    await app.database.ownerDb.execute(sql`update products set price = 3100 where id = ${shoe.id}`)
    const after = await addressOf()
    expect(after).not.toBe(before)
    const old = await get(before)
    expect([old.status, old.headers.get('location')]).toEqual([302, after])
  })

  it.each([
    '/previews/00000000-0000-4000-8000-000000000000-abcdef012345.jpg',
    '/previews/..%2f..%2fsecret.jpg',
    '/previews/x.jpg',
    `/previews/${'a'.repeat(5_000)}.jpg`,
  ])('is not at %s', async (path) => expect((await get(path)).status).toBe(404))
})
