import { afterEach, describe, expect, it, vi } from 'vitest'
import { device, storedValue } from '#web/browser/stored-value.ts'

const options = { empty: [] as number[], parse: (text: string) => JSON.parse(text) as number[] }
const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}
afterEach(() => void vi.unstubAllGlobals())

describe('a stored value', () => {
  it('is the same for all parts of a page, which hear of each change', () => {
    const { place } = browser()
    const [one, other] = [storedValue(place, 'list', options), storedValue(place, 'list', options)]
    const changed = vi.fn()
    const leave = one.subscribe(changed)
    other.write([1])
    expect(one.get()).toEqual([1])
    expect(one.get()).toBe(one.get())
    leave()
    other.write([2])
    expect(changed.mock.calls).toEqual([[]])
  })

  it('follows other tabs, with their event', () => {
    const { place, map } = browser()
    const changed = vi.fn()
    storedValue(place, 'list', options).subscribe(changed)
    map.set('list', '[3]')
    for (const key of ['else', 'list', null]) place.events.dispatchEvent(Object.assign(new Event('storage'), { key }))
    expect(changed.mock.calls.map(([event]) => event.key)).toEqual(['list', null])
  })

  it('leaves nothing behind when it is empty, and stores texts as they are', () => {
    const { place, map } = browser()
    const list = storedValue(place, 'list', options)
    list.write([1])
    list.write([])
    storedValue(place, 'text', { empty: '', parse: String }).write('as it is')
    expect([...map]).toEqual([['text', 'as it is']])
  })

  it.each([{ getItem: denied, setItem: denied, removeItem: denied }, undefined])('is empty where the browser has no storage: %j', (storage) => {
    vi.stubGlobal('localStorage', storage)
    const list = storedValue(device, 'list', options)
    expect([list.tryWrite([1]), list.tryWrite(null), list.get()]).toEqual([false, false, []])
    expect(list.get()).toBe(list.empty)
  })
})

function browser() {
  const map = new Map<string, string>()
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, text: string) => void map.set(key, text),
    removeItem: (key: string) => void map.delete(key),
  } as Storage
  return { place: { open: () => storage, events: new EventTarget() }, map }
}
