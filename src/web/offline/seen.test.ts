import { afterEach, describe, expect, it, vi } from 'vitest'
import { assetsOf, isSeen, keptNames } from './kept.ts'
import { forgetSeen, noteSeen, readSeen } from './seen.ts'

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
    for (let id = 1; id <= 14; id++) noteSeen(shoe(String(id)))
    noteSeen(shoe('5'))
    expect(readSeen().map(({ id }) => id)).toEqual(['5', '14', '13', '12', '11', '10', '9', '8', '7', '6', '4', '3'])
    forgetSeen()
    expect(readSeen()).toEqual([])
  })

  it.each(['no json', '{}', '[1, null, {"id": 2}]', '[{"id":"1","name":"x","image_url":3}]', '{"__proto__":[]}'])(
    'is nothing where somebody else wrote %s',
    (text) => {
      store().set('viatu-seen', text)
      expect(readSeen()).toEqual([])
    },
  )

  it('is nothing in a browser that stores nothing', () => {
    const refuse = () => {
      throw new Error('no storage here')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    noteSeen(shoe('1'))
    forgetSeen()
    expect(readSeen()).toEqual([])
  })
})

describe('what a device keeps', () => {
  it('tells what somebody looked at from the shop itself', () =>
    expect([keptNames.pages, keptNames.data('abc'), keptNames.pictures, keptNames.assets, keptNames.shell].map(isSeen)).toEqual([
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
