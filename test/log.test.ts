import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { secretsFrom } from '#server/secrets.ts'
import { account } from './accounts.ts'
import { call, createBuyer, orderBecomes, pair } from './buyer.ts'
import { rowsOf } from './checkout.ts'
import { useDatabase } from './database.ts'
import { readMetrics } from './prometheus.ts'
import { openScene, type Scene } from './scene.ts'
import type { ShopProcess } from './shop-process.ts'

// Real processes, and a machine that others use as well.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

/** The log of a real process at its most talkative, over journeys of people whose every word is a marker. */
const database = useDatabase()
const appSecret = 'a secret of the log, long enough for a shop'
const who = {
  name: 'Zawadi Siri',
  email: 'zawadi.siri@example.com',
  address: 'Siri Lane 77, Nairobi',
  phone: '254711999001',
  password: 'siri-Maneno-91',
}
let scene: Scene
let shop: ShopProcess

beforeAll(async () => {
  scene = await openScene()
  scene.mpesa.answerAutomatically({ pin: true })
  scene.mpesa.answerAutomatically({ phone: who.phone, pin: 'cancel' })
  const { appUrl, ownerUrl } = database
  // Nothing listens at the port of the mail server: its failures are logged as well.
  shop = await scene.open({
    ...{ DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, APP_SECRET: appSecret },
    ...{ METRICS_TOKEN: metricsToken, METRICS_PORT: '0', LOG_LEVEL: 'debug', SMTP_URL: 'smtp://127.0.0.1:9', TRUSTED_PROXY: '1' },
  })
})
afterAll(() => scene.close())

type Line = Record<string, unknown> & { msg: string }
const lines = (): Line[] => shop.output.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
const from = (request: string) => ({ 'x-request-id': request })
const metricsToken = 'a token of the metrics, long enough for a shop'
const personal = [...Object.values(who), 'Zawadi', '711999001', '711 999 001', '*001', '711999002']
const pin = '7319-4'
const click = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'

async function place(headers: Record<string, string>, more: object = {}) {
  const buyer = createBuyer([pair(0)])
  const answer = await fetch(`${shop.url}/api/orders`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': buyer.key, ...headers },
    body: JSON.stringify({
      ...{ customer_name: who.name, customer_email: who.email, customer_phone: who.phone, delivery_address: who.address, items: [pair(0)] },
      ...more,
    }),
  })
  return { answer, body: await answer.json() }
}

// Side by side, because each waits for jobs.
describe.concurrent('the log', () => {
  it('follows an order from the click to its money, its commission and its notices by two ids', async () => {
    const affiliate = await account(database, { is_affiliate: true })
    const [row] = await rowsOf<{ affiliate_code: string }>(database, sql`select affiliate_code from profiles where id = ${affiliate.id}`)
    const { answer, body } = await place(from(click), { affiliate_code: row?.affiliate_code, customer_phone: '254711999002' })
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([201, click])
    const order = body.id as string
    await orderBecomes(shop.url, body, 'waiting_shipment')
    const ofOrder = () => lines().filter((line) => line.order === order)
    await vi.waitFor(() => expect(ofOrder().filter(({ msg }) => msg === 'notice sent').length).toBeGreaterThanOrEqual(2), { timeout: 20_000 })

    // The token may have been renewed for another order.
    const ofClick = lines().filter(({ request, event }) => request === click && event !== 'mpesa token')
    const told = (of: Line[], msg: string) => of.filter((line) => line.msg === msg)
    expect(ofClick.map(({ msg }) => msg)).toEqual(['order placed', 'mpesa', 'prompt requested', 'order moved'])
    expect(ofClick.map((line) => line.order)).toEqual(Array(ofClick.length).fill(order))
    const [stored] = told(ofOrder(), 'callback stored')
    expect(stored?.request).toMatch(/^[0-9a-f-]{36}$/)
    const ofCallback = lines().filter(({ request }) => request === stored?.request)
    expect(ofCallback.map(({ msg, outcome, status }) => [msg, outcome ?? status])).toEqual([
      ['callback stored', undefined],
      ['order moved', 'waiting_shipment'],
      ['commission brought in line with its order', undefined],
      ['callback settled', 'paid'],
    ])
    expect(ofCallback.every((line) => line.order === order)).toBe(true)
    for (const notice of told(ofOrder(), 'notice sent'))
      expect(notice).toMatchObject({ job: 'send notices', run: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(told(ofOrder(), 'sms').length).toBeGreaterThan(0)
  })

  it('takes a request id in no other form than a proxy makes, and gives each request its own', async () => {
    const ids = await Promise.all(
      [who.phone, `${who.phone}@example.com`, '<b>', ''].map(async (given) =>
        (await fetch(`${shop.url}/healthz`, { headers: from(given) })).headers.get('x-request-id'),
      ),
    )
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(new Set(ids).size).toBe(4)
  })

  it('has an id for each answer but a page from the cache, and the headers of its kind once, wherever it comes from', async () => {
    const ask = (path: string, headers = {}, method = 'GET') => fetch(shop.url + path, { headers, method })
    const rendered = await ask('/help')
    const known = { 'if-none-match': rendered.headers.get('etag') as string }
    const answers = [
      rendered,
      await ask('/help'),
      await ask('/help', known),
      await ask('/help', {}, 'HEAD'),
      await ask('/og.jpg'),
      await ask('/api/none'),
    ]
    const names = ['cache-status', 'cross-origin-opener-policy', 'x-content-type-options', 'cross-origin-resource-policy']
    const page = ['viatu; hit', 'same-origin', 'nosniff', 'same-origin']
    expect(answers.map(({ status, headers }) => [status, ...names.map((name) => headers.get(name))])).toEqual([
      [200, 'viatu; fwd=miss', ...page.slice(1)],
      [200, ...page],
      [304, ...page],
      [200, ...page],
      [200, null, null, 'nosniff', 'same-origin'],
      [404, null, ...page.slice(1)],
    ])
    for (const { headers } of answers.slice(0, 4)) expect(headers.get('content-security-policy')).toMatch(/^default-src 'self'; (?!.*default-src)/)
    const [rest, cached] = [
      [0, 4, 5],
      [1, 2, 3],
    ].map((places) => places.map((at) => answers[at]?.headers.get('x-request-id'))) as [string[], null[]]
    for (const id of rest) expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect([new Set(rest).size, cached]).toEqual([3, [null, null, null]])
  })

  it('holds nothing personal and nothing that opens anything, whatever people do', async () => {
    const { body: unpaid } = await place({})
    await orderBecomes(shop.url, unpaid, 'payment_failed')
    const [attempt] = await rowsOf<{ id: string }>(database, sql`select id from payment_attempts where order_id = ${unpaid.id}`)
    const secret = secretsFrom(appSecret).callbackSecret(attempt?.id as string)
    const callback = `/api/callbacks/payments/${attempt?.id}/${secret}`
    const post = async (path: string, body: object, status: number, headers = {}) => {
      const answer = await call(shop.url, path, { body, headers })
      expect(answer.status, path).toBe(status)
      return answer.body
    }
    await post(callback, { phone: who.phone, pin, name: who.name }, 200)
    await post(`${callback}x`, {}, 404)
    const metadata = { full_name: who.name, phone: who.phone }
    await post('/api/auth/sign-up', { email: who.email, password: who.password, metadata }, 201)
    await database.ownerDb.execute(sql`update auth.users set email_verified = true where email = ${who.email}`)
    await post('/api/auth/sign-in', { email: who.email, password: `${who.password}?` }, 401)
    const { session } = await post('/api/auth/sign-in', { email: who.email, password: who.password }, 200)
    await post('/api/auth/recover', { email: who.email }, 204)
    await post('/api/functions/ai-chatbot', { message: `I am ${who.name}, ${who.phone}, my PIN is ${pin}` }, 200)
    await post('/api/functions/mpesa-stk-push', { amount: 1, phone: who.phone, reference: unpaid.id }, 422, { 'order-key': unpaid.key })
    await post('/csp-reports', { 'csp-report': { 'blocked-uri': `https://evil.example/${who.email}`, 'effective-directive': 'img-src' } }, 204)
    for (const path of [
      `/products?search=${who.phone}`,
      `/order/${unpaid.id}?key=${unpaid.key}`,
      `/o/${who.phone}`,
      `/reset-password?token=${secret}`,
    ])
      await fetch(shop.url + path, { headers: { authorization: `Bearer ${session.access_token}` } })
    // Until every letter of all this has been tried in vain.
    const untried = sql`select from messages where next_at is not null and (tries = 0 or text is null)`
    await vi.waitFor(async () => expect(await rowsOf(database, untried)).toEqual([]), { timeout: 20_000 })

    const told = ['order placed', 'callback stored', 'payment needs a look', 'sign-in refused', 'request refused', 'session begun']
    await vi.waitFor(() => expect(lines().map(({ msg }) => msg)).toEqual(expect.arrayContaining(told)), { timeout: 20_000 })
    const text = shop.output.filter((line) => line.startsWith('{')).join('\n')
    const opening = [appSecret, secret, unpaid.key, session.access_token, pin]
    for (const marker of [...opening, ...personal, metricsToken]) expect(text.includes(marker), marker).toBe(false)
  })
})

describe('the metrics', () => {
  it('are read by the bearer of the token and at a port of their own, and tell what happened', async () => {
    const own = /Metrics\s+(\S+)/.exec(shop.output.join('\n'))?.[1] as string
    const read = async (url: string, authorization = '') => {
      const answer = await fetch(url, { headers: { authorization } })
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
    }
    for (const wrong of ['', metricsToken, `Bearer ${metricsToken}x`])
      expect(await read(`${shop.url}/metrics`, wrong)).toMatchObject({ status: 401, text: '' })
    expect((await read(own.replace('/metrics', '/healthz'))).status).toBe(404)
    expect(new URL(own).hostname).toBe('127.0.0.1')
    const answers = [await read(own), await read(`${shop.url}/metrics`, `Bearer ${metricsToken}`)]
    for (const { status, type } of answers) expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])

    const samples = readMetrics(answers[1]?.text as string)
    const value = (name: string, labels: Record<string, string> = {}) =>
      samples.find((each) => each.name === name && Object.entries(labels).every(([label, text]) => each.labels[label] === text))?.value
    const counted = (route: string, method: string, status: string) => value('viatu_http_request_duration_seconds_count', { route, method, status })
    expect(counted('/api/orders', 'POST', '2xx')).toBe(2)
    expect(counted('/api/callbacks/payments/:attempt/:secret', 'POST', '4xx')).toBe(1)
    expect(counted('/order/:id', 'GET', '2xx')).toBe(1)
    expect([counted('/help', 'GET', '2xx'), counted('/help', 'GET', '3xx'), counted('/help', 'HEAD', '2xx')]).toEqual([1, undefined, undefined])
    expect(value('viatu_pages_total', { from: 'rendering' })).toBeGreaterThan(0)
    expect(value('viatu_pages_total', { from: 'cache' })).toBe(3)
    expect(value('viatu_outbound_call_duration_seconds_count', { call: 'mpesa_prompt', outcome: 'accepted' })).toBe(2)
    expect(value('viatu_outbound_call_duration_seconds_count', { call: 'mail', outcome: 'failed' })).toBeGreaterThan(0)
    expect([value('viatu_orders_placed_total'), value('viatu_payments_total')]).toEqual([2, 1])
    expect(value('viatu_prompts_last_hour', { outcome: 'cancelled' })).toBe(1)
    expect(value('viatu_messages_waiting', { kind: 'mail' })).toBeGreaterThan(2)
    expect(value('viatu_job_last_success_timestamp_seconds', { job: 'check_payments' })).toBeGreaterThan(Date.now() / 1000 - 60)
    expect(value('viatu_breaker_open', { to: 'payments' })).toBe(0)
    expect(value('viatu_callbacks_unprocessed')).toBe(0)
    expect(value('viatu_pool_in_use', { pool: 'pages' })).toBeGreaterThanOrEqual(0)
    expect(value('viatu_event_loop_delay_p99_seconds')).toBeGreaterThanOrEqual(0)
    expect(new Set(samples.map(({ family }) => family)).size).toBeGreaterThanOrEqual(20)

    // Every label is one of a bounded set: no id, address, number or name of anybody is in any of them.
    const bounded: Record<string, RegExp> = {
      method: /^[A-Z]{3,7}$/,
      route: /^\/(?!.*\d{3})(?!.*@)[\w/:*.{}[\]^+?\\-]*$/,
      status: /^[2-5]xx$/,
      le: /^(\+Inf|[\d.]+)$/,
    }
    for (const { labels, name } of samples)
      for (const [label, text] of Object.entries(labels)) expect(text, `${name} ${label}`).toMatch(bounded[label] ?? /^[a-z_-]{2,40}$/)
    for (const marker of personal) expect(answers[1]?.text.includes(marker), marker).toBe(false)
  })
})
