import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type Body, createPageCache, toCachedPage } from '#server/pages/page-cache.ts'

const page = (text: string) => toCachedPage(200, {}, Buffer.from(text), null)

function counting(keep = true) {
  let renderings = 0
  return {
    render: async () => ({ page: page(String(++renderings)), keep }),
    get renderings() {
      return renderings
    },
  }
}

describe('the page cache', () => {
  it('renders once for many who ask at once, and once until the time is over', async () => {
    let now = 0
    const cache = createPageCache({ seconds: 60, clock: () => now })
    const shop = counting()
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.get('/', shop.render)))
    expect(answers.map((each) => String(each.body()))).toEqual(Array(20).fill('1'))
    now = 59_999
    await cache.get('/', shop.render)
    expect(shop.renderings).toBe(1)
    now = 60_000
    await cache.get('/', shop.render)
    expect(shop.renderings).toBe(2)
  })

  it('forgets everything when the shelf changes, also what was being rendered meanwhile', async () => {
    const cache = createPageCache()
    let finish = (_: { page: ReturnType<typeof page>; keep: boolean }) => {}
    const old = cache.get('/', () => new Promise((settle) => (finish = settle)))
    cache.drop('')
    const shop = counting()
    expect(String((await cache.get('/', shop.render)).body())).toBe('1')
    finish({ page: page('old'), keep: true })
    expect(String((await old).body())).toBe('old')
    expect(String((await cache.get('/', shop.render)).body())).toBe('1')
  })

  it('forgets the pages with a key that is named, also those that were being rendered meanwhile, and no others', async () => {
    const cache = createPageCache()
    /** Asks for a page with these keys, which is rendered once `until` settles; says whether it was. */
    const ask = async (path: string, keys: string, until: Promise<void> = Promise.resolve()) => {
      let isRendered = false
      await cache.get(path, async () => {
        await until
        isRendered = true
        return { page: toCachedPage(200, { 'cache-tag': keys }, Buffer.from(path), null), keep: true }
      })
      return isRendered
    }
    const heels = 'category-heels,product-1'
    await ask('/heels', heels)
    await ask('/boots', 'category-boots')
    const { promise, resolve } = Promise.withResolvers<void>()
    const running = [ask('/one', 'product-1', promise), ask('/two', 'product-2', promise)]
    cache.drop('product-1')
    resolve()
    await Promise.all(running)
    expect([await ask('/heels', heels), await ask('/one', 'product-1')]).toEqual([true, true])
    expect([await ask('/boots', 'category-boots'), await ask('/two', 'product-2')]).toEqual([false, false])
  })

  it('renders again after a refusal, and keeps what is rendered then', async () => {
    const cache = createPageCache()
    const refuse = () => {
      throw new Error('too many')
    }
    expect(() => cache.get('/', refuse)).toThrow('too many')
    cache.drop('lists')
    const shop = counting()
    await cache.get('/', shop.render)
    await cache.get('/', shop.render)
    expect(shop.renderings).toBe(1)
  })

  it('keeps nothing that must not be kept, and nothing that failed', async () => {
    const cache = createPageCache()
    const missing = counting(false)
    await cache.get('/x', missing.render)
    await cache.get('/x', missing.render)
    expect(missing.renderings).toBe(2)
    await expect(cache.get('/y', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(String((await cache.get('/y', counting().render)).body())).toBe('1')
  })

  it('drops the page that was unused longest', async () => {
    const cache = createPageCache({ maxPages: 2 })
    const shops = { a: counting(), b: counting(), c: counting() }
    await cache.get('a', shops.a.render)
    await cache.get('b', shops.b.render)
    await cache.get('a', shops.a.render)
    await cache.get('c', shops.c.render)
    await cache.get('a', shops.a.render)
    await cache.get('b', shops.b.render)
    expect([shops.a.renderings, shops.b.renderings]).toEqual([1, 2])
  })
})

describe('the room of the page cache', () => {
  // Noise, which no encoding makes smaller.
  const big = (bytes: number) => toCachedPage(200, {}, randomBytes(bytes) as Body, null)
  const rendered = (cache: ReturnType<typeof createPageCache>, key: string, page = big(1000)) => {
    let anew = false
    return cache
      .get(key, async () => {
        anew = true
        return { page, keep: true }
      })
      .then(() => anew)
  }

  it('is counted in bytes', async () => {
    const cache = createPageCache({ maxBytes: 3100 })
    for (const key of ['a', 'b', 'c', 'd']) await rendered(cache, key)
    expect(await rendered(cache, 'd')).toBe(false)
    expect(await rendered(cache, 'b')).toBe(false)
    expect(await rendered(cache, 'a')).toBe(true)
  })

  it('counts every encoding that was made', async () => {
    const cache = createPageCache({ maxBytes: 3000 })
    const noise = randomBytes(1000)
    const first = toCachedPage(200, {}, noise, null)
    await rendered(cache, 'a', first)
    expect(first.size()).toBeLessThan(1100)
    first.encoded('gzip')
    expect(first.size()).toBeGreaterThan(2000)
    expect(first.size()).toBeLessThan(2200)
    await rendered(cache, 'b')
    expect(await rendered(cache, 'b')).toBe(false)
    expect(await rendered(cache, 'a')).toBe(true)
  })

  it('does not hold a page that is larger than all of it', async () => {
    const cache = createPageCache({ maxBytes: 3100 })
    await rendered(cache, 'a', big(4000))
    expect(await rendered(cache, 'a', big(1000))).toBe(true)
    expect(await rendered(cache, 'a')).toBe(false)
  })
})

describe('a kept page', () => {
  it('is compressed once for everybody who reads that encoding', () => {
    const kept = page('shoes '.repeat(1000))
    expect(String(brotliDecompressSync(kept.encoded('br')))).toBe(String(kept.body()))
    expect(String(gunzipSync(kept.encoded('gzip')))).toBe(String(kept.body()))
    expect(kept.encoded('br')).toBe(kept.encoded('br'))
  })

  it('that is sent once is compressed for the visitor who waits, and again only for one who reads something else', () => {
    const text = 'shoes '.repeat(1000)
    const once = toCachedPage(200, {}, Buffer.from(text), 'gzip, br;q=0')
    const made = once.size()
    expect(String(gunzipSync(once.encoded('gzip')))).toBe(text)
    expect(once.size()).toBe(made)
    expect(String(zstdDecompressSync(once.encoded('zstd')))).toBe(text)
    expect(once.size()).toBeGreaterThan(made)
    expect(String(once.body())).toBe(text)
    expect(String(toCachedPage(200, {}, Buffer.from(text), '').body())).toBe(text)
  })
})
