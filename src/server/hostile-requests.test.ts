import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../test/app.ts'
import { contextOn, placed, putOnShelf } from '../../test/checkout.ts'
import { hostileTexts as texts, turnsOfValues } from '../../test/hostile-values.ts'
import { type Person, person } from '../../test/people.ts'

const app = useApp()
let admin: Person
// biome-ignore lint/suspicious/noExplicitAny: the document of the API, read as JSON
let document: any
let orderId: string
let productId: string

beforeAll(async () => {
  admin = await person(app.database, { isAdmin: true })
  const shoe = await putOnShelf(app.database)
  productId = shoe.id
  orderId = (await placed(contextOn(app.database), shoe)).id
  document = (await app.ask('GET', '/api/openapi.json')).body
})

interface Operation {
  name: string
  method: string
  path: string
  // biome-ignore lint/suspicious/noExplicitAny: a piece of the document
  operation: any
}

function operations(): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as object).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
}

/** An address with rows that exist wherever the path names one. */
function addressOf({ path }: Operation): string {
  return path
    .replace('{id}', path.includes('/products/') ? productId : orderId)
    .replace('{attempt}', orderId)
    .replace('{secret}', 'guessed')
}

async function send({ name, method, operation }: Operation, address: string, body?: unknown) {
  const response = await app.fetch(method, address, {
    headers: { ...admin.headers, 'idempotency-key': randomUUID(), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  await response.body?.cancel()
  if (response.status < 500 && operation.responses[response.status]) return
  throw new Error(
    `${name} answered ${response.status} to ${address.slice(0, 300)} ${JSON.stringify(body)?.slice(0, 300)}: ${JSON.stringify(app.logged.at(-1))}`,
  )
}

/** Four at a time: the connections of the test's database are enough for all of them. */
async function sideBySide<Each>(all: Each[], work: (each: Each) => Promise<void>) {
  for (let from = 0; from < all.length; from += 4) await Promise.all(all.slice(from, from + 4).map(work))
}

describe('whatever is sent', () => {
  it('in a query is answered as the document says, and never with a fault', async () => {
    let sent = 0
    for (const each of operations()) {
      const names: string[] = (each.operation.parameters ?? [])
        .filter((parameter: { in: string }) => parameter.in === 'query')
        .map(({ name }: { name: string }) => name)
      const required = new URLSearchParams(
        (each.operation.parameters ?? [])
          .filter((parameter: { in: string; required: boolean }) => parameter.in === 'query' && parameter.required)
          .map(({ name }: { name: string }) => [name, orderId]),
      )
      if (each.operation.requestBody || names.length === 0) continue
      for (const name of names) {
        const queries = texts.map((text) => {
          const query = new URLSearchParams(required)
          // A lone half of a character cannot stand in an address; broken escapes can.
          query.set(name, text)
          return `${query}`
        })
        // One text twice is as good as another.
        const twice = `${queries[sent % queries.length]}&${name}=${encodeURIComponent((texts[sent % texts.length] as string).toWellFormed())}`
        await sideBySide([...queries, twice, `${name}=%ff%fe%00&${name}[]=1`], (query) => send(each, `${addressOf(each)}?${query}`))
        sent += queries.length + 1
      }
    }
    expect(sent).toBeGreaterThan(500)
  })

  it('as a filter that nobody knows is refused', async () => {
    for (const each of operations()) {
      const lists = each.method === 'GET' && /^\/api\/(products|product_images|categories|profiles|orders|order_items|refunds)$/.test(each.path)
      if (!lists) continue
      for (const query of [
        'select=*',
        'order=password',
        'is_admin=eq.true',
        'or=(id.gt.0)',
        'id=1',
        '__proto__=1',
        'constructor=1',
        'toString=1',
        'limit=10&LIMIT=1',
      ]) {
        const { status, body } = await app.ask('GET', `${each.path}?${query}`, { headers: admin.headers })
        expect([each.name, query, status, body.error.code]).toEqual([each.name, query, 400, 'unknown_filter'])
      }
    }
  })

  it.each(['-1', '0', '101', '1e9', '1.5', '', ' ', '10 ', '0x10', '１２', 'all', '10;drop', '9'.repeat(400)])(
    'as the limit %s is refused',
    async (limit) => {
      for (const path of ['/api/products', '/api/orders', '/api/refunds'])
        expect((await app.ask('GET', `${path}?limit=${encodeURIComponent(limit)}`, { headers: admin.headers })).status).toBe(400)
    },
  )

  it('with 2,000 parameters, or 8 KB of address, is refused', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => `p${n}=1`).join('&')
    expect((await app.ask('GET', `/api/products?${many}`)).status).toBe(400)
    expect((await app.ask('GET', `/api/products?search=${'a'.repeat(8000)}`)).status).toBe(400)
  })

  it('in a path is answered as the document says, and never with a fault', async () => {
    for (const each of operations()) {
      if (!/\{/.test(each.path)) continue
      const short = texts.filter((text) => text.trim() !== '' && text.length < 2000)
      await sideBySide(short, (text) =>
        send(each, each.path.replace(/\{\w+\}/g, encodeURIComponent(text.toWellFormed())), each.operation.requestBody ? {} : undefined),
      )
    }
  })

  it('in a body, field by field, is answered as the document says, and never with a fault', { timeout: 180_000 }, async () => {
    let sent = 0
    const nextValues = turnsOfValues()
    for (const each of operations()) {
      const media = each.operation.requestBody?.content['application/json']
      if (!media) continue
      const example = JSON.parse(
        JSON.stringify(media.example).replaceAll(/3f9a21c8-[0-9a-f-]+/g, each.path.includes('product') ? productId : orderId),
      )
      for (const value of nextValues()) await send(each, addressOf(each), value)
      for (const place of placesOf(example, media.schema)) {
        const values = nextValues()
        for (const value of values) await send(each, addressOf(each), withValue(example, place, value))
        sent += values.length
      }
    }
    expect(sent).toBeGreaterThan(1500)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

/** Every place in a body where a value may stand: what the schema declares, and what the example has. */
// biome-ignore lint/suspicious/noExplicitAny: a piece of the document
function placesOf(example: any, schema: any): (string | number)[][] {
  if (Array.isArray(example)) return example.slice(0, 1).flatMap((each) => [[0], ...placesOf(each, schema?.items).map((rest) => [0, ...rest])])
  if (typeof example !== 'object' || example === null) return []
  return [...new Set([...Object.keys(example), ...Object.keys(schema?.properties ?? {})])].flatMap((name) => [
    [name],
    ...placesOf(example[name], schema?.properties?.[name]).map((rest) => [name, ...rest]),
  ])
}

function withValue(example: unknown, [first, ...rest]: (string | number)[], value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(example)) return example.map((each, place) => (place === first ? withValue(each, rest, value) : each))
  return { ...(example as object), [first]: withValue((example as Record<string, unknown>)[first], rest, value) }
}
