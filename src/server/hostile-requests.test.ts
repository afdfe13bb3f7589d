import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../test/app.ts'
import { contextOn, placed, putOnShelf } from '../../test/checkout.ts'
import { mismatches } from '../../test/conforms.ts'
import { hostileValues, hostileTexts as texts } from '../../test/hostile-values.ts'
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

/** What a text can do: be cut, be no text of PostgreSQL's, be too long, look like a number, or be words of another language. */
const kinds: string[][] = [
  ['\u0000'],
  ['\ud800'],
  ['a'.repeat(10_000), '%'.repeat(1000)],
  ['', ' ', '\u202e', '__proto__'],
  ['-1', '1e9', '１２', '٣', '0x10', 'NaN'],
]
const words = texts.filter((text) => !kinds.flat().includes(text))
let turn = 0
/** One text of each kind, the next at each call: each of them meets many places, and every one in every place is what proof/generated sends. */
function nextTexts(): string[] {
  turn++
  return [...kinds, words].map((alike) => alike[turn % alike.length] as string)
}

/** What a schema lets in, one text of each kind among it; of what it refuses at one gate for all, the next two. */
// biome-ignore lint/suspicious/noExplicitAny: a piece of the document
function nextValues(schema: any): unknown[] {
  turn++
  const isText = (value: unknown) => typeof value === 'string'
  const isLetIn = (value: unknown) => mismatches(value, schema, document).length === 0 && !(isText(value) && schema.format === 'uuid')
  const [letIn, refused] = [hostileValues.filter(isLetIn), hostileValues.filter((value) => !isLetIn(value))]
  const some = letIn.some(isText) ? nextTexts() : []
  return [...letIn.filter((value) => !isText(value)), ...some, ...[0, 1].map((each) => refused[(turn * 2 + each) % refused.length])]
}

describe('whatever is sent', () => {
  it('in a query is answered as the document says, and never with a fault', async () => {
    let sent = 0
    for (const each of operations()) {
      // biome-ignore lint/suspicious/noExplicitAny: a piece of the document
      const parameters = (each.operation.parameters ?? []).filter((parameter: any) => parameter.in === 'query') as {
        name: string
        required: boolean
      }[]
      if (each.operation.requestBody) continue
      const required = new URLSearchParams(parameters.filter((parameter) => parameter.required).map(({ name }) => [name, orderId]))
      for (const { name } of parameters) {
        const queries = nextTexts().map((text) => {
          const query = new URLSearchParams(required)
          // A lone half of a character cannot stand in an address; broken escapes can.
          query.set(name, text)
          return `${query}`
        })
        // One text twice is as good as another.
        const twice = `${queries[sent % queries.length]}&${queries[0]}`
        await sideBySide([...queries, twice, `${name}=%ff%fe%00&${name}[]=1`], (query) => send(each, `${addressOf(each)}?${query}`))
        sent += queries.length + 2
      }
    }
    expect(sent).toBeGreaterThan(500)
  })

  it('as a filter or a limit that nobody knows is refused', async () => {
    const filters = ['select=*', 'order=password', 'is_admin=eq.true', 'or=(id.gt.0)', 'id=1', '__proto__=1', 'constructor=1', 'limit=10&LIMIT=1']
    const limits = ['-1', '0', '101', '1e9', '1.5', '', '10 ', '0x10', '１２', 'all', '10;drop', '9'.repeat(400)]
    const isList = /^GET \/api\/(products|product_images|categories|profiles|orders|order_items|refunds)$/
    for (const { name, path } of operations().filter((each) => isList.test(each.name))) {
      for (const [query, code] of [
        ...filters.map((each) => [each, 'unknown_filter'] as const),
        ...(/products|orders|refunds/.test(path) ? limits : []).map((each) => [`limit=${encodeURIComponent(each)}`, 'bad_input'] as const),
      ]) {
        const { status, body } = await app.ask('GET', `${path}?${query}`, { headers: admin.headers })
        expect([name, query, status, body.error.code]).toEqual([name, query, 400, code])
      }
    }
  })

  it('with 2,000 parameters, or 8 KB of address, is refused', async () => {
    const many = Array.from({ length: 2000 }, (_, n) => `p${n}=1`).join('&')
    expect((await app.ask('GET', `/api/products?${many}`)).status).toBe(400)
    expect((await app.ask('GET', `/api/products?search=${'a'.repeat(8000)}`)).status).toBe(400)
  })

  it('in a path is answered as the document says, and never with a fault', async () => {
    for (const each of operations()) {
      if (!/\{/.test(each.path)) continue
      const short = nextTexts().filter((text) => text.trim() !== '' && text.length < 2000)
      await sideBySide(short, (text) =>
        send(each, each.path.replace(/\{\w+\}/g, encodeURIComponent(text.toWellFormed())), each.operation.requestBody ? {} : undefined),
      )
    }
  })

  it('in a body, field by field, is answered as the document says, and never with a fault', async () => {
    let sent = 0
    for (const each of operations()) {
      const media = each.operation.requestBody?.content['application/json']
      if (!media) continue
      const example = JSON.parse(
        JSON.stringify(media.example).replaceAll(/3f9a21c8-[0-9a-f-]+/g, each.path.includes('product') ? productId : orderId),
      )
      for (const [place, schema] of [[[], media.schema] as const, ...placesOf(example, media.schema)]) {
        const values = nextValues(schema)
        for (const value of values) await send(each, addressOf(each), withValue(example, place, value))
        sent += values.length
      }
    }
    expect(sent).toBeGreaterThan(1500)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })
})

/** Every place in a body where a value may stand, with its schema: what the schema declares, and what the example has. */
// biome-ignore lint/suspicious/noExplicitAny: a piece of the document
function placesOf(example: any, schema: any): [(string | number)[], any][] {
  const below = (name: string | number, inner: unknown, own: unknown = {}): ReturnType<typeof placesOf> => [
    [[name], own],
    ...placesOf(inner, own).map(([rest, deep]): ReturnType<typeof placesOf>[number] => [[name, ...rest], deep]),
  ]
  if (Array.isArray(example)) return example.slice(0, 1).flatMap((each) => below(0, each, schema?.items))
  if (typeof example !== 'object' || example === null) return []
  const names = new Set([...Object.keys(example), ...Object.keys(schema?.properties ?? {})])
  return [...names].flatMap((name) => below(name, example[name], schema?.properties?.[name]))
}

function withValue(example: unknown, [first, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (first === undefined) return value
  if (Array.isArray(example)) return example.map((each, place) => (place === first ? withValue(each, rest, value) : each))
  return { ...(example as object), [first]: withValue((example as Record<string, unknown>)[first], rest, value) }
}
