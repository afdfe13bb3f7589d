import { describe, expect, it } from 'vitest'
import type { ShopFacts } from '#domain/shop.ts'
import { loaderHeaders, pageMeta } from '#web/public-page.ts'
import { layoutId } from '#web/shop-facts.ts'

const shop = { name: 'Viatu', origin: 'https://viatu.example' } as ShopFacts
const matches = [
  { id: 'root', loaderData: undefined },
  { id: layoutId, loaderData: { shop } },
]
const page = { title: 'Mbio Runner', description: 'A runner.', path: '/product/1' }

describe('pageMeta', () => {
  it('names the page and its one address', () => {
    const meta = pageMeta(matches, page)
    expect(meta).toContainEqual({ title: 'Mbio Runner | Viatu' })
    expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://viatu.example/product/1' })
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://viatu.example/og.jpg' })
  })

  it('keeps a page without an address of its own from search engines', () => {
    const meta = pageMeta(matches, { ...page, path: null })
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex, follow' })
    expect(JSON.stringify(meta)).not.toMatch(/canonical|og:url/)
  })

  it('has no canonical address for what is not to be listed: the two contradict each other', () => {
    const meta = pageMeta(matches, { ...page, unlisted: true })
    expect(meta).toContainEqual({ name: 'robots', content: 'noindex, follow' })
    expect(JSON.stringify(meta)).not.toMatch(/canonical/)
  })

  it('shows a product with its own card and price', () => {
    const picture = '/files/product-images/products/1_0_2.webp'
    const meta = pageMeta(matches, { ...page, picture, offer: { price: 5270, available: false } })
    expect(meta).toContainEqual({ property: 'og:image', content: 'https://viatu.example/files/product-images/products/1_0_2-og.jpg' })
    expect(meta).toContainEqual({ property: 'product:price:amount', content: '5270' })
    expect(meta).toContainEqual({ property: 'product:availability', content: 'out of stock' })
    const drawn = pageMeta(matches, { ...page, picture: '/previews/1-abc.jpg' })
    expect(drawn).toContainEqual({ property: 'og:image', content: 'https://viatu.example/previews/1-abc.jpg' })
  })

  it('says at least the title where the shop is not known', () => {
    expect(pageMeta([], page)).toEqual([{ title: 'Mbio Runner | Viatu' }])
  })
})

describe('loaderHeaders', () => {
  const given = { parentHeaders: new Headers(), actionHeaders: new Headers() }

  it('hands on what the loader said, and for a refusal what the refusal said', () => {
    const open = new Headers({ 'Cache-Control': 'public' })
    const refused = new Headers({ 'Cache-Control': 'no-store' })
    expect(loaderHeaders({ ...given, loaderHeaders: open, errorHeaders: undefined })).toBe(open)
    expect(loaderHeaders({ ...given, loaderHeaders: open, errorHeaders: refused })).toBe(refused)
  })
})
