import { afterEach, describe, expect, it, vi } from 'vitest'
import { assetsOf, cacheNames, isViewedCache } from './caches.ts'
import { addViewed, clearViewed, readViewed } from './viewed-products.ts'

const shoe = (id: string) => ({ id, name: `Shoe ${id}`, image_url: null })
const store = () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
    removeItem: (key: string) => kept.delete(key),
  })
  return kept
}
afterEach(() => void vi.unstubAllGlobals())

describe('what was seen last', () => {
  it('is the latest first, each once, twelve at most', () => {
    store()
    for (let id = 1; id <= 14; id++) addViewed(shoe(String(id)))
    addViewed(shoe('5'))
    expect(readViewed().map(({ id }) => id)).toEqual(['5', '14', '13', '12', '11', '10', '9', '8', '7', '6', '4', '3'])
    clearViewed()
    expect(readViewed()).toEqual([])
  })

  it.each(['no json', '{}', '[1, null, {"id": 2}]', '[{"id":"1","name":"x","image_url":3}]', '{"__proto__":[]}'])(
    'is nothing where somebody else wrote %s',
    (text) => {
      store().set('viatu-seen', text)
      expect(readViewed()).toEqual([])
    },
  )

  it('is nothing in a browser that stores nothing', () => {
    const refuse = () => {
      throw new Error('no storage here')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    addViewed(shoe('1'))
    clearViewed()
    expect(readViewed()).toEqual([])
  })
})

describe('what a device keeps', () => {
  it('tells what somebody looked at from the shop itself', () =>
    expect([cacheNames.pages, cacheNames.data('abc'), cacheNames.pictures, cacheNames.assets, cacheNames.shell].map(isViewedCache)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]))

  it('finds the scripts and sheets of a page, each once', () =>
    expect(assetsOf('<link href="/assets/a-1.css"><script src="/assets/b_2.js"></script>import "/assets/b_2.js" <img src="/files/x.webp">')).toEqual([
      '/assets/a-1.css',
      '/assets/b_2.js',
    ]))
})
