import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { processLimits } from '#domain/limits.ts'
import { useApp } from '../../test/app.ts'
import { addProfile, attemptOf, newPhone, orderRow, type Pair, putOnShelf, rowsOf, secrets } from '../../test/checkout.ts'
import { type Person, person } from '../../test/people.ts'
import { paidBody } from '../../test/scripted-mpesa.ts'

const app = useApp()
let shoe: Pair
let admin: Person

beforeAll(async () => {
  shoe = await putOnShelf(app.database, { price: 2999, discount: 15, sizes: { '40': 200, '41': 200 } })
  admin = await person(app.database, { isAdmin: true })
})

const orderOf = (changes: Record<string, unknown> = {}) => ({
  customer_name: 'Wanjiku Kamau',
  customer_phone: newPhone(),
  delivery_address: 'Moi Avenue 12, Nairobi',
  items: [{ product_id: shoe.id, size: '40', quantity: 2 }],
  ...changes,
})
const place = (body: unknown, headers: Record<string, string> = {}) =>
  app.ask('POST', '/api/orders', { body, headers: { 'idempotency-key': randomUUID(), ...headers } })
const orderCount = async () => Number((await rowsOf<{ count: string }>(app.database, sql`select count(*) from orders`))[0]?.count)
const refusal = (code: string) => ({ error: expect.objectContaining({ code, title: expect.any(String), message: expect.any(String) }) })

it('an order that came with its lines returns them and its prompt again, and hears from M-Pesa that it is paid', async () => {
  const { status, body: order } = await place(orderOf({ total_amount: 5098 }))
  expect(status).toBe(201)
  expect(order).toMatchObject({ total_amount: 5098, status: 'awaiting_payment', user_id: null, order_items: [{ quantity: 2, price: 2549 }] })
  const headers = { 'order-key': order.key }
  const lines = [{ order_id: order.id, product_id: shoe.id, quantity: 2, price: 2549 }]
  expect(await app.ask('POST', '/api/order_items', { body: lines, headers })).toMatchObject({ status: 200, body: order.order_items })
  const asked = { amount: 5098, phone: `+${order.customer_phone}`, reference: order.id }
  const push = await app.ask('POST', '/api/functions/mpesa-stk-push', { body: asked, headers })
  expect(push.body).toEqual({ success: true, checkoutRequestId: order.checkout_request_id })
  expect(app.mpesa.prompts.filter((prompt) => prompt.phone === order.customer_phone)).toHaveLength(1)
  const attempt = await attemptOf(app.database, order.id)
  const callback = await app.fetch('POST', `/api/callbacks/payments/${attempt.id}/${secrets.callbackSecret(attempt.id)}`, {
    body: paidBody({ checkoutRequestId: push.body.checkoutRequestId, amount: 509_800, receipt: 'QKJ4XT81ZP' }),
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  expect(await callback.json()).toEqual({ ResultCode: 0, ResultDesc: 'Accepted' })
  const paid = { status: 'waiting_shipment', mpesa_receipt_number: 'QKJ4XT81ZP', payment: { state: 'paid' } }
  expect((await app.ask('GET', `/api/orders/${order.id}`, { headers })).body).toMatchObject(paid)
})

describe('a wrong method', () => {
  it.each([
    ['PUT', '/api/products', 'GET, POST'],
    ['POST', `/api/products/${randomUUID()}`, 'GET, PATCH, DELETE'],
    ['GET', '/api/affiliate_commissions/missing/', null],
    ['DELETE', '/api/openapi.json', 'GET'],
    ['GET', '/api/nothing', null],
  ])('%s %s', async (method, path, allow) => {
    const { status, headers, body } = await app.ask(method, path)
    expect([status, headers.get('allow'), body]).toEqual([allow ? 405 : 404, allow, refusal(allow ? 'method_not_allowed' : 'not_found')])
  })
})

describe('placing an order', () => {
  it('believes nothing that is the shop’s to say', async () => {
    const forged = {
      user_id: admin.userId,
      affiliate_id: admin.userId,
      commission_amount: 999,
      status: 'delivered',
      created_at: '2001-01-01',
      paid_at: '2001-01-01',
      mpesa_receipt_number: 'QKJ4XT81ZQ',
      checkout_request_id: 'ws_CO_mine',
      discarded_at: '2001-01-01',
      payment_assumed: true,
      id: randomUUID(),
      items: [{ product_id: shoe.id, size: '40', quantity: 1, price: 1, name: 'Mine' }],
    }
    const { status, body } = await place(orderOf(forged))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      user_id: null,
      affiliate_id: null,
      commission_amount: 0,
      status: 'awaiting_payment',
      total_amount: 2549,
      paid_at: null,
    })
    expect(body.id).not.toBe(forged.id)
    expect(body.order_items).toMatchObject([{ price: 2549, name: 'Mbio Wingu' }])
    expect(await orderRow(app.database, body.id)).toMatchObject({ discarded_at: null, payment_assumed: false, mpesa_receipt_number: null })
  })

  it('takes a key of its own or none, and each time without one is another order', async () => {
    const unkeyed = () => app.ask('POST', '/api/orders', { body: orderOf({ total_amount: 5098 }) })
    const [one, two] = [await unkeyed(), await unkeyed()]
    expect([one.status, two.status, one.body.id === two.body.id]).toEqual([201, 201, false])
    for (const headers of [
      { 'idempotency-key': '' },
      { 'idempotency-key': 'short' },
      { 'idempotency-key': 'x'.repeat(201) },
      { 'idempotency-key': 'key with spaces in it' },
    ]) {
      const { status, body } = await app.ask('POST', '/api/orders', { body: orderOf(), headers })
      expect([status, body.error.fields]).toEqual([400, { 'Idempotency-Key': expect.any(String) }])
    }
  })

  it('refuses what is wrong beside its field, and 500 lines before it reads them', async () => {
    const before = await orderCount()
    const wrong = await place(orderOf({ customer_name: '   ', items: [{ product_id: 'mine', size: '40', quantity: 1 }] }))
    expect([wrong.status, wrong.body]).toEqual([400, refusal('bad_input')])
    expect(Object.keys(wrong.body.error.fields)).toEqual(['customer_name', 'items.0.product_id'])
    const items = Array(500).fill({ product_id: shoe.id, size: '40', quantity: 1 })
    expect((await place(orderOf({ items }))).body).toEqual(refusal('too_large'))
    expect(await orderCount()).toBe(before)
  })
})

describe('the stream of an order', () => {
  it('says to look again, to who has the key or has opened the short link', async () => {
    const { body: order } = await place(orderOf())
    const streamOf = (query: string, cookie = '') => app.fetch('GET', `/api/orders/${order.id}/events${query}`, { headers: { cookie } })
    const events = await streamOf(`?key=${order.key}`)
    expect(events.headers.get('content-type')).toContain('text/event-stream')
    const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader.read()).value).toContain('data: open')
    app.events.publish(`order ${order.id}`)
    expect((await reader.read()).value).toContain('data: changed')
    await reader.cancel()

    const cookie = `viatu.opened=${order.short_code}.${order.key.slice(0, 16)}`
    const byLink = await streamOf('', cookie)
    expect(byLink.headers.get('content-type')).toContain('text/event-stream')
    await byLink.body?.cancel()
    expect((await app.ask('GET', `/api/order_items?order_id=${order.id}`, { headers: { cookie } })).body.data).toHaveLength(1)
    const wrong = cookie.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const refused = await Promise.all([streamOf('', wrong), streamOf(''), streamOf('?key=wrong', cookie)])
    expect(refused.map(({ status }) => status)).toEqual([404, 404, 404])
  })

  it('is open ten times at most, and whoever goes makes room and is heard no more', async () => {
    const { body: order } = await place(orderOf())
    const { body: other } = await place(orderOf())
    let hearing = 0
    const subscribe = app.events.subscribe.bind(app.events)
    vi.spyOn(app.events, 'subscribe').mockImplementation((subject, heard) => {
      hearing++
      const stop = subscribe(subject, heard)
      return () => {
        hearing--
        stop()
      }
    })
    const watch = ({ id, key }: { id: string; key: string }) => app.fetch('GET', `/api/orders/${id}/events?key=${key}`)
    const streams = await Promise.all(Array.from({ length: 10 }, () => watch(order)))
    expect(streams.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const refused = await watch(order)
    expect([refused.status, await refused.json(), refused.headers.get('retry-after')]).toEqual([429, refusal('too_many'), '60'])
    expect((await app.fetch('HEAD', `/api/orders/${order.id}/events?key=${order.key}`)).status).toBe(200)
    streams.push(await watch(other))
    await streams.shift()?.body?.cancel()
    streams.push(await vi.waitUntil(async () => [await watch(order)].find(({ status }) => status === 200)))
    expect(hearing).toBe(22)
    await Promise.all(streams.map((stream) => stream.body?.cancel()))
    await vi.waitUntil(() => hearing === 0)
  })
})

describe('searches', () => {
  it('are so many a minute from one network, and other lists are not counted', async () => {
    const list = (query: string, from?: string) => app.fetch('GET', `/api/products${query}`, {}, from)
    for (let turn = 0; turn < processLimits.search_address.max; turn++) expect((await list(`?search=mbio${turn}`, '41.90.5.5')).status).toBe(200)
    const refused = await list('?q=mbio', '41.90.5.5')
    expect([refused.status, await refused.json()]).toEqual([429, refusal('too_many')])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await list('', '41.90.5.5')).status).toBe(200)
    expect((await list('?search=mbio', '41.90.5.6')).status).toBe(200)
  })
})

describe('the prompt', () => {
  it('refuses in the shape of functions', async () => {
    const { body: order } = await place(orderOf())
    const push = (body: unknown, headers: Record<string, string> = { 'order-key': order.key }) =>
      app.ask('POST', '/api/functions/mpesa-stk-push', { body, headers })
    const asked = { amount: 5098, phone: order.customer_phone, reference: order.id }
    const shape = (code: string) => ({
      success: false,
      error: expect.any(String),
      code,
      ...(code === 'bad_input' && { fields: expect.any(Object) }),
    })
    for (const [status, code, answer] of [
      [422, 'wrong_amount', await push({ ...asked, amount: 5097 })],
      [404, 'order_not_found', await push(asked, {})],
      [400, 'bad_input', await push({ ...asked, phone: '12' })],
      [400, 'bad_input', await push({})],
    ] as const)
      expect([answer.status, answer.body]).toEqual([status, shape(code)])
    expect((await push({})).body.fields).toEqual({ amount: expect.any(String), phone: expect.any(String), reference: expect.any(String) })
    expect((await push({ ...asked, phone: '12' })).body.fields).toEqual({ phone: expect.any(String) })
    expect((await app.ask('POST', '/api/functions/none', { body: {} })).body).toEqual(shape('not_found'))
    expect((await app.ask('GET', '/api/functions/mpesa-stk-push')).body).toEqual(shape('method_not_allowed'))
  })
})

describe('an admin', () => {
  it('deletes a category once it is told where its products go', async () => {
    const { headers } = admin
    const { body: category } = await app.ask('POST', '/api/categories', { headers, body: { name: 'Slippers' } })
    expect(category).toMatchObject({ slug: 'slippers', position: 3, is_hidden: false })
    const shoe = await app.ask('POST', '/api/products', { headers, body: { name: 'Ndala', price: 300, stock: 1, category_id: category.id } })
    expect((await app.ask('PATCH', `/api/categories/${category.id}`, { headers, body: { slug: 'ndala' } })).body).toMatchObject({ slug: 'ndala' })
    expect((await app.ask('GET', '/api/products?category=slippers')).body.data).toMatchObject([{ id: shoe.body.id }])
    const path = `/api/categories/${category.id}`
    const refused = await app.ask('DELETE', path, { headers })
    expect([refused.status, refused.body.error.fields]).toEqual([400, { products_to: 'Choose the category that its products go to, or none.' }])
    expect((await app.ask('DELETE', `${path}?products_to=none`, { headers })).status).toBe(204)
    expect((await app.ask('DELETE', `/api/products/${shoe.body.id}`, { headers })).status).toBe(204)
  })

  it('puts a place into a zone, whose id is written with %2F, and takes it out again', async () => {
    const { headers } = admin
    const { body: zone } = await app.ask('POST', '/api/delivery_zones', { headers, body: { name: 'South' } })
    const moved = await app.ask('PATCH', '/api/delivery_places/nairobi%2Fkaren', { headers, body: { zone_id: zone.id } })
    expect([moved.status, moved.body.zone_id]).toEqual([200, zone.id])
    expect((await app.ask('GET', `/api/delivery_places?zone_id=${zone.id}`)).body.data).toEqual([moved.body])
    expect((await app.ask('DELETE', '/api/delivery_places/nairobi%2Fkaren', { headers })).body).toEqual(refusal('place_kept'))
    expect((await app.ask('DELETE', `/api/delivery_zones/${zone.id}`, { headers })).status).toBe(204)
    expect((await app.ask('GET', '/api/delivery_places?search=karen&limit=1')).body.data[0]).toMatchObject({ id: 'nairobi/karen', zone_id: null })
  })
})

describe('lists', () => {
  it.each(['categories', 'help_sections', 'delivery_zones', 'settings'])('of a whole table take a limit: %s', async (table) => {
    const read = async (query: string) => (await app.ask('GET', `/api/${table}${query}`, { headers: admin.headers })).body
    const { data: all, next } = await read('')
    expect([all.length > 0, next]).toEqual([true, null])
    const seen: object[] = []
    for (let cursor: string | null = '0'; cursor !== null; ) {
      const page: { data: object[]; next: string | null } = await read(`?limit=3&cursor=${cursor}`)
      expect(page.data.length).toBeLessThanOrEqual(3)
      seen.push(...page.data)
      cursor = page.next
    }
    expect(seen).toEqual(all)
    for (const query of ['?limit=0', '?limit=101', '?cursor=x', '?cursor=-1', '?colour=red']) expect(await read(query)).toHaveProperty('error')
  })

  it('page through the shelf without a gap, and narrow it', async () => {
    for (let n = 0; n < 5; n++) await putOnShelf(app.database, { name: `Kiondo ${n}`, price: 1000 + n })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await app.ask('GET', `/api/products?search=kiondo&sort=price-low&limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map((row: { name: string }) => row.name))
      expect(body.total).toBe(5)
      if (!body.next) break
      cursor = body.next
    }
    expect(seen).toEqual([0, 1, 2, 3, 4].map((n) => `Kiondo ${n}`))
    expect((await app.ask('GET', '/api/products?search=kiondo&min_price=1001&max_price=1002')).body.total).toBe(2)
    expect((await app.ask('GET', '/api/products?search=kiondo&is_featured=true')).body.total).toBe(0)
    expect((await app.ask('GET', '/api/products?search=kiondo&is_available=true')).body.total).toBe(5)
    expect((await app.ask('GET', '/api/products?search=kionod')).body).toMatchObject({ fuzzy: true, next: null })
    expect((await app.ask('GET', `/api/products?size=41&search=mbio`)).body.data).toMatchObject([{ id: shoe.id }])
    expect((await app.ask('GET', '/api/products?search=size+41')).body.data, 'read as the pages read it').toMatchObject([{ id: shoe.id }])
  })

  it('that can be searched take `search`, and `q` says the same', async () => {
    const { body: document } = await app.ask('GET', '/api/openapi.json')
    // biome-ignore lint/suspicious/noExplicitAny: a piece of the document
    const parametersOf = ({ get }: any): string[] => (get?.parameters ?? []).map(({ name }: { name: string }) => name)
    const paths = Object.keys(document.paths).filter((path) => ['search', 'q'].some((name) => parametersOf(document.paths[path]).includes(name)))
    expect(paths.sort()).toEqual(
      [
        'products',
        'orders',
        'customers',
        'users',
        'affiliates',
        'affiliate_commissions',
        'affiliate_payouts',
        'promotional_content',
        'ads',
        'delivery_places',
      ]
        .map((name) => `/api/${name}`)
        .sort(),
    )
    await place(orderOf({ customer_name: 'Zawadi Searched' }))
    const rows = async (path: string, query: string) => (await app.ask('GET', `${path}?${query}`, { headers: admin.headers })).body.data
    for (const path of paths) {
      expect(parametersOf(document.paths[path]), path).toEqual(expect.arrayContaining(['search', 'q']))
      expect(await rows(path, 'q=nobody+has+this'), path).toEqual([])
      expect(await rows(path, 'search=nobody+has+this'), path).toEqual([])
    }
    expect(await rows('/api/orders', 'q=zawadi')).toMatchObject([{ customer_name: 'Zawadi Searched' }])
    expect(await rows('/api/products', 'q=wingu')).toMatchObject([{ id: shoe.id }])
    expect(await rows('/api/products', 'q=kiatu&search=wingu'), '`search` wins').toMatchObject([{ id: shoe.id }])
    expect(await rows('/api/orders', 'q=Zawadi%00%E2%80%8B'), 'what cannot be seen is dropped').toMatchObject([{ customer_name: 'Zawadi Searched' }])
  })

  it('look an affiliate code up, and nothing else of a person', async () => {
    const id = await addProfile(app.database, { code: 'ATHENA' })
    await addProfile(app.database, { code: 'PAUSED', paused: true })
    expect((await app.ask('GET', '/api/profiles?affiliate_code=athena')).body).toEqual({ data: [{ id, affiliate_code: 'ATHENA' }], next: null })
    for (const code of ['PAUSED', 'NBDY22', "'", '%'])
      expect((await app.ask('GET', `/api/profiles?affiliate_code=${encodeURIComponent(code)}`)).body.data).toEqual([])
    for (const query of ['id=1', 'is_admin=true', 'affiliate_code=', 'affiliate_code=ATHENA&select=*'])
      expect((await app.ask('GET', `/api/profiles?${query}`)).status).toBe(400)
  })

  it('read the profiles, for admins: all, the affiliates, and by code', async () => {
    const id = await addProfile(app.database, { code: 'HERMAN' })
    const paused = await addProfile(app.database, { code: 'PAUSE2', paused: true })
    const plain = await person(app.database)
    const ask = async (query: string, { headers } = admin) => (await app.ask('GET', `/api/profiles?${query}`, { headers })).body
    const whole = {
      id,
      full_name: 'Achieng Otieno',
      phone: null,
      address: null,
      is_affiliate: true,
      is_admin: false,
      affiliate_code: 'HERMAN',
      total_commission: 0,
      is_paused: false,
      pause_reason: null,
      created_at: expect.any(String),
    }
    expect(await ask('affiliate_code=herman')).toEqual({ data: [whole], next: null })
    expect((await ask('affiliate_code=PAUSE2')).data).toMatchObject([{ id: paused }])
    for (const code of ['NBDY22', "'", '%25']) expect((await ask(`affiliate_code=${code}`)).data).toEqual([])
    const affiliates = (await ask('is_affiliate=true&limit=100')).data.map((row: { id: string }) => row.id)
    expect([affiliates.includes(id), affiliates.includes(plain.userId)]).toEqual([true, false])
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const { data, next } = await ask(`limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...data.map((row: { id: string }) => row.id))
      if (!next) break
      cursor = next
    }
    expect([new Set(seen).size, seen.length]).toEqual([seen.length, (await rowsOf(app.database, sql`select from profiles`)).length])
    expect(await ask('affiliate_code=HERMAN', plain)).toEqual({ data: [{ id, affiliate_code: 'HERMAN' }], next: null })
  })
})

describe('every answer', () => {
  it.each(['/api/products', '/api/orders', '/api/nothing', '/api', '/api/products?limit=0'])(
    'of %s is kept by nobody and read by no other site',
    async (path) => {
      const { headers } = await app.ask('GET', path, { headers: { origin: 'https://evil.example' } })
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('vary')).toBe('Cookie')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
    },
  )

  it('to HEAD is that to GET without its body, and no stream stays open', async () => {
    const { body: order } = await place(orderOf())
    for (const path of ['/api/products', '/api/orders', '/api/docs', `/api/orders/${order.id}`, `/api/orders/${order.id}/events`]) {
      const headers: Record<string, string> = path === '/api/orders' ? {} : { 'order-key': order.key }
      const [head, get] = [await app.fetch('HEAD', path, { headers }), await app.fetch('GET', path, { headers })]
      await get.body?.cancel()
      expect([path, head.status, await head.text()]).toEqual([path, get.status, ''])
    }
  })

  it.each([
    '/api/products',
    '/api/docs',
    '/api/openapi.json',
    '/healthz',
    '/robots.txt',
    '/manifest.webmanifest',
    '/sitemap.xml',
    '/files/none',
    '/assets/none.js',
    '/no-page',
  ])('of %s says its type and characters, stands in nobody’s frame, and runs nothing that is not named', async (path) => {
    const { headers } = await app.ask('GET', path)
    expect(headers.get('content-type')).toMatch(/^(application\/([\w.]+\+)?json|(text\/\w+|application\/xml); ?charset=utf-8$)/i)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  })

  it('to a preflight is no', async () => {
    const response = await app.fetch('OPTIONS', '/api/orders', {
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(405)
  })

  it('does not depend on headers that anybody may send', async () => {
    const plain = await app.ask('GET', '/api/openapi.json')
    const headers = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/api/refunds',
      forwarded: 'host=evil.example',
    }
    expect((await app.ask('GET', '/api/openapi.json', { headers })).body).toEqual(plain.body)
  })
})

describe('a body', () => {
  const send = (body: string, headers: Record<string, string> = {}, path = '/api/orders') =>
    app.fetch('POST', path, { body, headers: { 'idempotency-key': randomUUID(), ...headers } })
  const json = { 'content-type': 'application/json' }

  it.each([
    ['text/plain', { 'content-type': 'text/plain' }, 415],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['nothing', {}, 415],
    ['JSON', json, 201],
    ['JSON with a charset', { 'content-type': 'application/json; charset=utf-8' }, 201],
  ])('that says it is %s', async (_, headers, status) => expect((await send(JSON.stringify(orderOf()), headers)).status).toBe(status))

  it.each([
    '',
    '{',
    'null',
    '[]',
    '"order"',
    '1',
    'undefined',
    "{'a': 1}",
    '[{}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    '{"a":'.repeat(5000),
  ])('such as %.20s is refused', async (body) => {
    const response = await send(body, json)
    expect(response.status).toBe(400)
    expect(['bad_input', 'malformed']).toContain((await response.json()).error.code)
  })

  it('with duplicate keys or a prototype in it changes nobody’s prototype', async () => {
    const text = JSON.stringify(orderOf()).replace(
      '{',
      '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"customer_name":"First",',
    )
    const { status, body } = await send(text, json).then(async (response) => ({ status: response.status, body: await response.json() }))
    expect([status, body.customer_name]).toEqual([201, 'Wanjiku Kamau'])
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
    expect((await send(text, { ...json, ...admin.headers, 'order-key': 'x' }, '/api/products')).status).toBe(400)
  })

  it('that is too large is refused before it is read', async () => {
    expect((await send(JSON.stringify(orderOf({ filler: 'x'.repeat(33 * 1024) })), json)).status).toBe(413)
    expect((await send(JSON.stringify({ filler: 'x'.repeat(65 * 1024) }), json, '/api/products')).status).toBe(413)
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(16 * 1024))),
    })
    const chunked = await app.fetch('POST', '/api/products', { body: stream, duplex: 'half', headers: json } as RequestInit)
    expect(chunked.status).toBe(413)
  })

  it('from another site is refused, also as JSON', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' } as Record<string, string>,
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const response = await send(JSON.stringify(orderOf()), { ...json, ...headers })
      expect([response.status, await response.json()]).toEqual([403, refusal('cross_site')])
    }
    for (const method of ['PATCH', 'DELETE'])
      expect((await app.fetch(method, `/api/orders/${randomUUID()}`, { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await send(JSON.stringify(orderOf()), { ...json, 'sec-fetch-site': 'same-origin', origin: 'http://localhost' })).status).toBe(201)
  })
})
