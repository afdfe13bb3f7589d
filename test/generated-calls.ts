import fc from 'fast-check'
import { hostileText, hostileValue } from './hostile-values.ts'
import { failedBody, failedPayoutBody, paidBody, paidPayoutBody } from './scripted-mpesa.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}
interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Schema
}
export interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Schema; example?: unknown }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
/** What is read of the OpenAPI document. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** The kinds of callers: a guest, who may hold an order's key, and three who are signed in. */
export const kinds = ['guest', 'key', 'customer', 'affiliate', 'admin'] as const

/** The rows that a call may name, as `@order`: which row that is, the world says when the call is sent, so that a seed makes the same calls again. */
export const rowNames = [
  ...(['product', 'image', 'category', 'size', 'order', 'othersOrder', 'draft', 'paidOrder', 'refund', 'attempt', 'attemptSecret'] as const),
  ...(['customer', 'affiliate', 'admin', 'session', 'commission', 'payout', 'payoutSecret', 'debt', 'ad', 'promotion', 'help', 'snapshot'] as const),
  ...(['orderKey', 'othersKey', 'phone', 'email', 'adminEmail', 'code', 'link', 'checkout', 'gone', 'picture', 'adPicture', 'helpSaved'] as const),
]
export type RowName = (typeof rowNames)[number]

export interface Call {
  /** `POST /api/orders`, as the document names it. */
  name: string
  as: (typeof kinds)[number]
  /** With query. */
  address: string
  headers: Record<string, string>
  body: string | Uint8Array<ArrayBuffer> | null
}

/** Calls of every operation of the document: most of them almost right, so that they come far. */
export function callsOf(document: ApiDocument): fc.Arbitrary<Call> {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })),
  )
  return fc.constantFrom(...operations).chain(({ name, path, operation }) =>
    fc
      .record({
        as: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...kinds) }, { weight: 2, arbitrary: fc.constant('admin' as const) }),
        path: pathOf(path),
        query: queryOf(operation, document),
        sent: bodyOf(path, operation, document),
        headers: headersOf,
      })
      .map(({ as, path: address, query, sent, headers }) => ({
        name,
        as,
        address: address + query,
        headers: { ...headers, ...(sent.type !== null && { 'content-type': sent.type }) },
        body: sent.body,
      })),
  )
}

/** In an address: half a character cannot stand there, and a segment of dots would lead to another route. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed()).replace(/^\.{1,2}$/, '%252e') || '%20'

/** The row that a name of a field or the path of a call is about. */
const subjects: [RegExp, RowName][] = [
  [/image/, 'image'],
  [/product/, 'product'],
  [/categor/, 'category'],
  [/order|reference|claim|desk|events/, 'order'],
  [/refund/, 'refund'],
  [/attempt/, 'attempt'],
  [/payout/, 'payout'],
  [/commission/, 'commission'],
  [/affiliate/, 'affiliate'],
  [/debt/, 'debt'],
  [/\/ads/, 'ad'],
  [/promotion/, 'promotion'],
  [/help/, 'help'],
  [/snapshot/, 'snapshot'],
  [/session/, 'session'],
  [/profile|user/, 'customer'],
]

function rowFor(name: string): fc.Arbitrary<string> {
  const row = subjects.find(([pattern]) => pattern.test(name))?.[1]
  const any = fc.constantFrom(...rowNames).map((each) => `@${each}`)
  const own = row === 'order' ? fc.constantFrom('@order', '@order', '@paidOrder', '@draft', '@othersOrder') : fc.constant(`@${row}`)
  return row ? fc.oneof({ weight: 8, arbitrary: own }, { weight: 1, arbitrary: any }) : any
}

function pathOf(path: string): fc.Arbitrary<string> {
  const made = segmentsOf(path)
  const file = fc.constantFrom(
    'product-images/products/@product_0_1763680000000.png',
    'ad-images/ads/1763680000000.png',
    'promotional-videos/videos/1763680000000.mp4',
  )
  return path.endsWith('{file}')
    ? fc.oneof(
        file.map((name) => `/api/storage/${name}`),
        made,
      )
    : made
}

function segmentsOf(path: string): fc.Arbitrary<string> {
  const segments = path.split('/').map((segment) => {
    if (!segment.startsWith('{')) return fc.constant(segment)
    const name = segment.slice(1, -1)
    const known = fixed[name] ?? rowFor(name === 'id' ? path : name)
    return fc.oneof(
      { weight: 8, arbitrary: known.map((text) => (text.startsWith('@') ? text : encoded(text))) },
      { weight: 1, arbitrary: hostileText.map(encoded) },
      { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%ff%fe', '%00', '%2f', '%c0%af', ';x', '@order%00') },
    )
  })
  return fc.tuple(...segments).map((parts) => parts.join('/'))
}
/** Path parameters that are no ids. */
const fixed: Record<string, fc.Arbitrary<string>> = {
  secret: fc.constantFrom('@attemptSecret', '@payoutSecret', 'guessed'),
  kind: fc.constantFrom('result', 'late', 'status', 'Result', 'constructor'),
  bucket: fc.constantFrom('product-images', 'ad-images', 'promotional-images', 'promotional-videos', '__proto__'),
  folder: fc.constantFrom('products', 'ads', 'images', 'videos', 'constructor'),
  file: fc.constantFrom('@product_0_1763680000000.png', '1763680000000.webp', '1763680000000.mp4', 'a.html', '1763680000000.png\u0000.html'),
}

function queryOf({ parameters = [] }: Operation, document: ApiDocument): fc.Arbitrary<string> {
  const pair = (name: string, value: fc.Arbitrary<unknown>) =>
    value.map((each) => `${encodeURIComponent(name)}=${String(each).startsWith('@') ? each : encoded(String(each))}`)
  const known = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, required, schema }) => {
      const one = pair(name, fc.oneof({ weight: 6, arbitrary: fitting(schema, document, name) }, { weight: 1, arbitrary: hostileText }))
      const twice = fc.array(one, { minLength: 1, maxLength: 2 })
      return required ? twice : fc.option(twice, { freq: 1, nil: [] }).chain((each) => fc.constantFrom(each, [], []))
    })
  const strange = fc.constantFrom('%zz=1', '%=%', '&&', '__proto__=1', 'constructor=1', 'select=*', 'limit=1&limit=2', 'id[]=1', 'a=%ff%fe')
  return fc
    .tuple(fc.tuple(...known), fc.option(strange, { freq: 12 }))
    .map(([pairs, other]) => [...pairs.flat(), ...(other ? [other] : [])].join('&'))
    .map((query) => (query === '' ? '' : `?${query}`))
}

interface Sent {
  type: string | null
  body: Call['body']
}

function bodyOf(path: string, { requestBody }: Operation, document: ApiDocument): fc.Arbitrary<Sent> {
  const media = requestBody?.content['application/json']
  if (requestBody && !media) return fc.record({ type: fc.constantFrom('image/png', 'video/mp4', 'text/html', ''), body: bytes })
  if (path.includes('/callbacks/')) return fc.record({ type: fc.constantFrom('application/json', 'text/plain'), body: asText(changed(callback)) })
  if (!media) return fc.constant({ type: null, body: null })
  const example = fc.constant(withRows(media.example))
  const value = fc.oneof(
    { weight: 4, arbitrary: example },
    { weight: 4, arbitrary: changed(example) },
    { weight: 3, arbitrary: fitting(media.schema, document, path) },
    { weight: 4, arbitrary: changed(fitting(media.schema, document, path)) },
    { weight: 1, arbitrary: hostileValue },
  )
  return fc.record({ type: mediaType, body: asText(value) })
}

/** Almost all are the right one: a body of another type is refused before it is read. */
const mediaType = fc.oneof(
  { weight: 24, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'application/JSON; charset=utf-16',
        'text/plain',
        'multipart/form-data',
        'multipart/form-data; boundary=b',
        'application/x-www-form-urlencoded',
      ],
      ...['application/merge-patch+json', 'application/json, text/html', '/', null],
    ),
  },
)

/** A grey PNG. */
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAKUlEQVR4nO3MQREAAAwCIKMb3RD77SAA6VEEAoFAIBAIBAKBQCAQfA8G320AeUC9G5AAAAAASUVORK5CYII='
const bytes = fc.oneof(
  fc.constant(new Uint8Array(Buffer.from(picture, 'base64'))),
  fc
    .constantFrom('', '<!doctype html><script>alert(1)</script>', '<svg onload="alert(1)"/>', '\x89PNG\r\n\x1a\n', 'GIF89a')
    .map((text) => new TextEncoder().encode(text)),
  fc.uint8Array({ maxLength: 300 }).map((each) => new Uint8Array(each)),
)

/** JSON of a value, and now and then what is almost JSON. */
function asText(value: fc.Arbitrary<unknown>): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> {
  const text = value.map((each) => JSON.stringify(each) ?? '')
  return fc.oneof(
    { weight: 24, arbitrary: text },
    {
      weight: 1,
      arbitrary: fc.oneof<fc.Arbitrary<string | Uint8Array<ArrayBuffer>>[]>(
        fc.tuple(text, fc.nat(200)).map(([whole, end]) => whole.slice(0, end)),
        text.map((whole) => `\ufeff${whole}`),
        text.map((whole) => whole.replace(/^\{/, '{"__proto__":{"is_admin":true},"id":1,"id":2,')),
        text.map((whole) => whole.replace(/\d+/, '1e999')),
        fc.constantFrom('[', '{').map((open) => (open === '[' ? '[' : '{"a":').repeat(9_000)),
        fc.constant(`[${'[],'.repeat(9_000)}[]]`),
        fc.constant(JSON.stringify({ customer_name: 'x'.repeat(70_000) })),
        fc.constantFrom('', 'undefined', "{'a':1}", '{"a":1,}', 'customer_name=Wanjiku', '\u0000', '"\\ud800"'),
        fc.constant(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
      ),
    },
  )
}

const headersOf: fc.Arbitrary<Record<string, string>> = fc
  .record(
    {
      'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom('', 'the same one', 'k'.repeat(5_000), '\xff')),
      'order-key': fc.constantFrom('@orderKey', '@orderKey', '@othersKey', 'guessed', ''),
      cookie: fc.constantFrom('__proto__=1', '=;=;;', `${'a=b;'.repeat(500)}`, '__Host-session=x', 'session=%ff'),
      accept: fc.constantFrom('text/html', 'text/event-stream', 'application/json;q=0', '*'),
      origin: fc.constantFrom('null', 'http://localhost', 'https://evil.example', 'x'),
      'x-forwarded-for': fc.constantFrom('196.201.214.200', 'x', '::1, 1.1.1.1'),
      'user-agent': fc.constantFrom('', '<script>window.pwned=1</script>', '\xff\xfe', 'u'.repeat(3_000)),
      range: fc.constantFrom('bytes=0-0', 'bytes=9-1'),
      'content-encoding': fc.constant('gzip'),
    },
    { requiredKeys: [] },
  )
  .chain((all) => fc.subarray(Object.entries(all), { maxLength: Math.min(2, Object.keys(all).length) }))
  .map(Object.fromEntries)

/** A value that a schema allows. `name` is that of its field, and tells which row an id is of. */
function fitting(schema: Schema, document: ApiDocument, name: string): fc.Arbitrary<unknown> {
  if (schema.$ref) return fitting(document.components.schemas[schema.$ref.split('/').at(-1) as string] as Schema, document, name)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => fitting(each, document, name)))
  if (schema.enum) return fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...schema.enum) }, fc.constantFrom(...schema.enum).map(otherCase))
  const types = [schema.type ?? 'string'].flat()
  return fc.oneof(...types.map((type) => ofType(type, schema, document, name)))
}

const otherCase = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value)

function ofType(type: string, schema: Schema, document: ApiDocument, name: string): fc.Arbitrary<unknown> {
  const { minimum = -10, maximum = 1_000_000, minLength = 0, maxLength = 200 } = schema
  if (type === 'null') return fc.constant(null)
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.oneof(fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 53) }), fc.constantFrom(minimum, maximum, 1))
  if (type === 'number') return fc.oneof(fc.double({ min: minimum, max: maximum, noNaN: true }), fc.constantFrom(minimum, maximum, 4500))
  if (type === 'array') return fc.array(fitting(schema.items ?? {}, document, name), { maxLength: Math.min(schema.maxItems ?? 5, 5) })
  if (type === 'object') {
    const fields = Object.entries(schema.properties ?? {}).map(([field, each]) => [field, fitting(each, document, field)] as const)
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] })
  }
  if (schema.format === 'uuid') return rowFor(name)
  if (schema.format === 'email' || name === 'email') return fc.constantFrom('@email', '@email', '@adminEmail', 'nobody@example.com')
  if (schema.format === 'date-time') return fc.date().map((date) => (Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString()))
  if (/phone/.test(name)) return fc.constantFrom('@phone', '0712345678', '+254110000000', '712345678')
  if (/code/.test(name)) return fc.constantFrom('@code', 'KAMAU23', '123456')
  if (/password/.test(name)) return fc.constantFrom('mbio-wingu-42', 'nyumba-yangu-7', 'short')
  if (/url/.test(name)) return fc.constantFrom('https://shop.example/a', '/files/ad-images/ads/1763680000000.webp', 'http://127.0.0.1/')
  if (/_id$|^id$|reference/.test(name)) return rowFor(name)
  if (name === 'size' || name === 'label') return fc.constantFrom('40', '41', 'One size')
  if (schema.pattern && !schema.pattern.includes('x21')) return fc.stringMatching(new RegExp(schema.pattern))
  return fc.oneof(
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) }),
    fc.integer({ min: minLength, max: maxLength }).map((length) => 'Ã'.repeat(length)),
    fc.constantFrom('Wanjiku Kamau', '2026-11-20', '9', 'DELETE'),
  )
}

/** An example of the document, about rows that exist. */
function withRows(example: unknown, name = ''): unknown {
  if (Array.isArray(example)) return example.map((each) => withRows(each, name))
  if (typeof example === 'object' && example !== null)
    return Object.fromEntries(Object.entries(example).map(([field, each]) => [field, withRows(each, field)]))
  if (typeof example !== 'string') return example
  if (/^[0-9a-f]{8}-/.test(example)) return `@${subjects.find(([pattern]) => pattern.test(name))?.[1] ?? (name === 'ids' ? 'paidOrder' : 'customer')}`
  if (example === '42' || example === '41') return '40'
  if (example.includes('@')) return '@email'
  if (example.startsWith('/files/')) return example.includes('product') ? '@picture' : '@adPicture'
  if (/^(access_)?token$/.test(name)) return '@link'
  if (name === 'current_password') return 'mbio-wingu-42'
  if (name === 'updated_at') return '@helpSaved'
  if (name === 'affiliate_code') return '@code'
  return /phone/.test(name) ? '@phone' : example
}

/** A value with one to three changes at any depth. */
function changed(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(value, fc.oneof(...[1, 1, 1, 3].map((maxLength) => fc.array(fc.record({ at: fc.nat(30), how: change }), { minLength: 1, maxLength }))))
    .map(([whole, changes]) => changes.reduce((sum, { at, how }) => changeAt(sum, at, how), whole))
}

type Change = { put: unknown } | { spoil: string } | { add: [string, unknown] } | 'drop' | 'wrap' | 'text' | 'case'
const change: fc.Arbitrary<Change> = fc.oneof(
  // In the middle of a text that is right otherwise: no other check comes first.
  {
    weight: 8,
    arbitrary: fc
      .constantFrom('\u0000', '\u0000', '\u0000', '\ud800', '\u202e', '\u200b', '\u0007', '\n', '"', "'", '%', '\\', '😀', 'x'.repeat(20_000))
      .map((spoil) => ({ spoil })),
  },
  { weight: 5, arbitrary: hostileValue.map((put) => ({ put })) },
  { weight: 1, arbitrary: rowFor('').map((put) => ({ put })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('__proto__', 'constructor', 'is_admin', 'id', 'status', 'total_amount', 'user_id', ' ', 'x'.repeat(500)), hostileValue)
      .map((add) => ({ add })),
  },
  { weight: 4, arbitrary: fc.constantFrom<Change[]>('drop', 'drop', 'wrap', 'text', 'case') },
)

/** Changes the n-th place of a value, counted from the outside and around. */
function changeAt(whole: unknown, at: number, how: Change): unknown {
  const places = placesOf(whole)
  return rebuilt(whole, places[at % places.length] as (string | number)[], how)
}

function placesOf(value: unknown): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  const inside = Object.entries(value).flatMap(([key, each]) => placesOf(each).map((rest) => [Array.isArray(value) ? Number(key) : key, ...rest]))
  return inside.length > 0 ? [...inside, []] : [[]]
}

function rebuilt(value: unknown, [first, ...rest]: (string | number)[], how: Change): unknown {
  if (first === undefined) return applied(value, how)
  const dropped = how === 'drop' && rest.length === 0
  if (Array.isArray(value)) return value.flatMap((each, place) => (place !== first ? [each] : dropped ? [] : [rebuilt(each, rest, how)]))
  return Object.fromEntries(
    Object.entries(value as object).flatMap(([key, each]) => (key !== first ? [[key, each]] : dropped ? [] : [[key, rebuilt(each, rest, how)]])),
  )
}

function applied(value: unknown, how: Change): unknown {
  if (how === 'drop') return null
  if (how === 'wrap') return [value]
  if (how === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  if (how === 'case') return otherCase(value)
  if ('put' in how) return how.put
  if ('spoil' in how) return typeof value === 'string' ? `${value.slice(0, 2)}${how.spoil}${value.slice(2)}` : how.spoil
  const [key, extra] = how.add
  // `fromEntries` makes `__proto__` a field like any other, as JSON has it.
  return Object.fromEntries([...Object.entries(Object(value)), [key, extra]])
}

/** Bodies of M-Pesa's, about a prompt and a payout. */
const callback = fc
  .constantFrom(
    paidBody({ checkoutRequestId: '@checkout', amount: 4500_00, receipt: 'QKJ4XT81ZP' }),
    failedBody('@checkout'),
    paidPayoutBody({ payoutId: '@payout', amount: 20_00, receipt: 'QKJ4XT81ZQ' }),
    failedPayoutBody('@payout'),
  )
  .map((text) => JSON.parse(text) as unknown)
