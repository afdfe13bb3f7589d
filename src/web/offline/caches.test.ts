import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type CachePlugin, cacheNames, cachePlugin, deleteViewedCaches, storeResponse } from '#web/offline/caches.ts'

/** As much of a browser's caches as is used: one that is deleted goes on working for code that holds it, under no name. */
class Caches {
  readonly named = new Map<string, ReturnType<typeof cache>>()
  open = async (name: string) => {
    const kept = this.named.get(name) ?? cache()
    this.named.set(name, kept)
    return kept
  }
  keys = async () => [...this.named.keys()]
  delete = async (name: string) => this.named.delete(name)
  pathsIn = (name: string) => [...(this.named.get(name)?.rows.keys() ?? [])]
}
function cache() {
  const rows = new Map<string, Response>()
  return {
    rows,
    isFull: false,
    async put(address: string, answer: Response) {
      if (this.isFull) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
      rows.delete(address)
      rows.set(address, answer)
    },
    keys: async () => [...rows.keys()],
    delete: async (address: string) => rows.delete(address),
  }
}

const name = cacheNames.pictures
let caches: Caches
beforeEach(() => {
  caches = new Caches()
  vi.stubGlobal('caches', caches)
})
afterEach(() => vi.unstubAllGlobals())

/** Asks for an address, as workbox does; the function that it returns hands the answer over. */
async function ask({ handlerWillStart, cacheWillUpdate }: CachePlugin, path: string) {
  const given = { request: new Request(`https://shop.example${path}`), event: new Event('fetch') as never, state: {} }
  await handlerWillStart?.(given)
  return (answer = new Response('shown')) => cacheWillUpdate?.({ ...given, response: answer })
}

describe('what the worker keeps', () => {
  it('is kept by the plugin alone, under its public address, the latest so many', async () => {
    const plugin = cachePlugin(name, 2, storeResponse)
    for (const path of ['/files/a.webp?ref=X', '/files/b.webp', '/files/a.webp', '/files/c.webp'])
      expect(await (await ask(plugin, path))()).toBeNull()
    expect(caches.pathsIn(name)).toEqual(['/files/a.webp', '/files/c.webp'])
  })

  it('is whole, or it is not kept', async () => {
    await (await ask(cachePlugin(name, 2, storeResponse), '/files/a.webp'))(new Response('part', { status: 206 }))
    expect(caches.pathsIn(name)).toEqual([])
  })

  it('belongs to the visit that asked for it, also where it comes after that has ended', async () => {
    const plugin = cachePlugin(name, 2, storeResponse)
    const [before, late] = [await ask(plugin, '/files/a.webp'), await ask(plugin, '/files/b.webp')]
    await before()
    await deleteViewedCaches()
    const after = await ask(plugin, '/files/c.webp')
    await late()
    await after()
    expect(caches.pathsIn(name)).toEqual(['/files/c.webp'])
  })

  it('goes when the device is full', async () => {
    const plugin = cachePlugin(name, 2, storeResponse)
    await (await ask(plugin, '/files/a.webp'))()
    Object.assign(await caches.open(name), { isFull: true })
    await (await ask(plugin, '/files/b.webp'))()
    expect([...caches.named.keys()]).toEqual([])
  })
})
