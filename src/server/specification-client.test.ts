import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDaraja } from '@viatu/daraja'
import { type Simulator, startSimulator } from '@viatu/daraja/simulator'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { databaseTokens } from '#db/token-store.ts'
import { limits } from '#domain/limits.ts'
import { forgetDeliveryTerms, readDeliveryTerms } from '#features/delivery/read-terms.ts'
import { sendNotices } from '#features/notices/send-notices.ts'
import { changeStatus } from '#features/orders/change-status.ts'
import { agreeDelivery, listAgreeable } from '#features/orders/riders/write-delivery.ts'
import { deleteExpiredRows } from '#features/upkeep/delete-expired-rows.ts'
import { mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { createAfricasTalking } from '#services/sms/africas-talking.ts'
import { cookieOf, entered } from '../../test/accounts.ts'
import { useApp } from '../../test/app.ts'
import { addProfile, attemptsOf, contextOn, later, newPhone, type Pair, putOnShelf, rowsOf, stockOf, theShop } from '../../test/checkout.ts'
import { putZone } from '../../test/zones.ts'

/** The client that the specification describes, and nothing it does not: the calls and bodies of spec §7, in the order of spec §4 Checkout. */

const account = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
const sms = { username: 'sandbox', apiKey: 'places', senderId: 'VIATU' }
let simulator: Simulator
let home: string
/** Where M-Pesa reaches the shop. */
const relay = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const answer = await app.fetch(request.method as string, request.url as string, { body: Buffer.concat(chunks).toString() })
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
})
const app = useApp({
  services: () => ({
    payments: mpesaProvider(
      createDaraja(
        { baseUrl: simulator.url, ...account, transactionType: 'CustomerPayBillOnline', till: null, payouts: null },
        { tokens: databaseTokens(app.database.db), totalTimeoutMs: 5_000 },
      ),
    ),
    sms: createAfricasTalking({ baseUrl: simulator.url, ...sms }),
    callbackBaseUrl: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
  }),
})

let shoe: Pair
let oneSize: Pair

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-spec-client-'))
  simulator = await startSimulator({ bookPath: join(home, 'book.jsonl'), ...account, sms })
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve))
  shoe = await putOnShelf(app.database, { name: 'Mbio Wingu', price: 2999, discount: 15, sizes: { '40': 50, '41': 50 } })
  oneSize = await putOnShelf(app.database, { name: 'Karen Nyeusi', price: 4500, sizes: { 'One size': 90 } })
})
beforeEach(() => app.database.db.execute(sql`delete from rate_limits`))
afterEach(() => simulator.control.reset())
afterAll(async () => {
  relay.closeAllConnections()
  await new Promise((resolve) => relay.close(resolve))
  await simulator.stop()
  await rm(home, { recursive: true })
})

const network = '41.90.64.7'

/** A browser of a network; it keeps its cookies, as browsers do. */
function client({ from = network, bearer }: { from?: string; bearer?: string } = {}) {
  let cookie = ''
  return async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
      ...more,
    }
    const answer = await app.fetch(method, path, { headers, ...(body !== undefined && { body: JSON.stringify(body) }) }, from)
    cookie = cookieOf(answer.headers.getSetCookie()) || cookie
    const text = await answer.text()
    return { status: answer.status, body: text ? JSON.parse(text) : null, headers: answer.headers }
  }
}
type Client = ReturnType<typeof client>

const orderBody = (changes: Record<string, unknown> = {}) => ({
  user_id: null,
  total_amount: 9000,
  customer_name: 'Wanjiku Kamau',
  customer_phone: newPhone(),
  delivery_address: 'Moi Avenue 12, Nairobi',
  affiliate_id: null,
  commission_amount: 0,
  status: 'pending',
  ...changes,
})
const linesOf = (order_id: string, changes: Record<string, unknown> = {}) => [
  { order_id, product_id: oneSize.id, quantity: 2, price: 4500, ...changes },
]
const drafted = async (ask: Client, changes: Record<string, unknown> = {}) => {
  const body = orderBody(changes)
  const answer = await ask('POST', '/api/orders', body)
  expect(answer.status).toBe(201)
  return { id: answer.body.id as string, key: answer.body.key as string, phone: body.customer_phone, answer }
}
const push = (ask: Client, { id, phone }: { id: string; phone: string }, amount = 9000) =>
  ask('POST', '/api/functions/mpesa-stk-push', { amount, phone, reference: id })
const remove = async (ask: Client, id: string) => [
  (await ask('DELETE', `/api/orders/${id}`)).status,
  (await ask('DELETE', `/api/order_items?order_id=${id}`)).status,
]
const count = async (table: string) =>
  Number((await rowsOf<{ n: string }>(app.database, sql`select count(*) as n from ${sql.identifier(table)}`))[0]?.n)
const codeOf = ({ status, body }: { status: number; body: { error: { code: string } } }) => [status, body.error.code]

/** Answers the prompt on the phone, and waits for what M-Pesa tells the shop. */
async function pay(checkoutRequestId: string) {
  await simulator.control.answer(checkoutRequestId, { pin: '1234' })
  await simulator.control.settled()
}

describe('the specification’s own client', () => {
  it.each(['a guest', 'a signed-in buyer'])('places, prompts and pays: %s', async (who) => {
    const buyer = who === 'a guest' ? null : await entered(app.database)
    const ask = client({ ...(buyer && { bearer: buyer.token }) })
    const stock = await stockOf(app.database, oneSize)

    const order = await drafted(ask, { user_id: buyer?.id ?? null })
    expect(order.answer.body).toMatchObject({ id: order.id, status: 'pending', key: expect.any(String), user_id: buyer?.id ?? null, order_items: [] })
    expect(await stockOf(app.database, oneSize), 'a draft holds nothing').toBe(stock)

    const items = await ask('POST', '/api/order_items', linesOf(order.id))
    expect([items.status, items.body]).toMatchObject([
      200,
      [{ order_id: order.id, product_id: oneSize.id, size: 'One size', quantity: 2, price: 4500 }],
    ])
    expect(await stockOf(app.database, oneSize)).toBe(stock - 2)
    expect(simulator.control.prompts(order.phone.slice(1)), 'the client asks for the prompt itself').toEqual([])

    const prompt = await push(ask, order)
    expect(prompt.body).toEqual({ success: true, checkoutRequestId: expect.any(String) })
    const { checkoutRequestId } = prompt.body
    const patched = await ask('PATCH', `/api/orders/${order.id}`, { checkout_request_id: checkoutRequestId, status: 'awaiting_payment' })
    expect([patched.status, patched.body]).toMatchObject([
      200,
      { status: 'awaiting_payment', checkout_request_id: checkoutRequestId, total_amount: 9000 },
    ])

    await pay(checkoutRequestId)
    const paid = await ask('GET', `/api/orders/${order.id}`, undefined, buyer ? {} : { 'order-key': order.key })
    expect(paid.body).toMatchObject({ status: 'waiting_shipment', user_id: buyer?.id ?? null, mpesa_receipt_number: expect.any(String) })
    if (buyer) expect((await ask('GET', `/api/orders?user_id=${buyer.id}`)).body.data).toMatchObject([{ id: order.id }])
  })

  it('is believed in nothing that is the shop’s to say', async () => {
    const ask = client()
    const other = await addProfile(app.database)
    const order = await drafted(ask, { user_id: other, affiliate_id: other, commission_amount: 5000, status: 'delivered' })
    expect((await ask('POST', '/api/order_items', linesOf(order.id))).status).toBe(200)
    const { body } = await ask('GET', `/api/orders/${order.id}`, undefined, { 'order-key': order.key })
    expect(body).toMatchObject({ status: 'pending', user_id: null, affiliate_id: null, commission_amount: 0, total_amount: 9000 })
  })

  it('earns the affiliate whose link it came by a commission', async () => {
    const affiliateId = await addProfile(app.database, { code: 'BARUA2' })
    const ask = client()
    const profile = await ask('GET', '/api/profiles?affiliate_code=BARUA2')
    expect(profile.body.data).toEqual([{ id: affiliateId, affiliate_code: 'BARUA2' }])
    const click = { affiliate_id: affiliateId, referrer_url: 'https://example.com/', user_agent: 'Mozilla/5.0', session_id: 'session-1' }
    expect((await ask('POST', '/api/affiliate_clicks', click, { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0' })).status).toBeLessThan(
      300,
    )
    const order = await drafted(ask, { affiliate_id: affiliateId, commission_amount: 900 })
    await ask('POST', '/api/order_items', linesOf(order.id))
    const made = await ask('POST', '/api/functions/create-affiliate-commission', { order_id: order.id, commission_rate: 0.1 })
    expect([made.status, made.body.success]).toEqual([200, true])
    expect((await ask('PATCH', '/api/affiliate_clicks', { converted: true, order_id: order.id })).status).toBe(200)
    const { checkoutRequestId } = (await push(ask, order)).body
    await pay(checkoutRequestId)
    const rows = await rowsOf(
      app.database,
      sql`select affiliate_id, commission_amount, status from affiliate_commissions where order_id = ${order.id}`,
    )
    expect(rows).toEqual([{ affiliate_id: affiliateId, commission_amount: '900.00', status: 'pending' }])
  })

  it('may work prices out without rounding them, in floating point: it pays whole shillings', async () => {
    const ask = client()
    const price = 2999 * (1 - 15 / 100)
    const order = await drafted(ask, { total_amount: price * 3 })
    const items = await ask('POST', '/api/order_items', linesOf(order.id, { product_id: shoe.id, size: '40', quantity: 3, price }))
    expect([items.status, items.body]).toMatchObject([200, [{ price: 2549, quantity: 3 }]])
    const prompt = await push(ask, order, price * 3)
    expect(prompt.status).toBe(200)
    expect(simulator.control.prompts(order.phone.slice(1))).toMatchObject([{ amount: 7647 }])
  })

  it('deletes order and items when the payment fails, and the pairs are back', async () => {
    const stock = await stockOf(app.database, oneSize)
    const ask = client()
    const order = await drafted(ask)
    await ask('POST', '/api/order_items', linesOf(order.id))
    simulator.control.fault({ at: 'submit', answer: 'invalidNumber' })
    const prompt = await push(ask, order)
    expect([prompt.status, prompt.body]).toEqual([
      422,
      { success: false, code: 'prompt_refused', error: 'Payment failed. Please try again with a valid M-Pesa number.' },
    ])
    expect(await remove(ask, order.id)).toEqual([204, 204])
    expect(await stockOf(app.database, oneSize)).toBe(stock)
    expect(codeOf(await ask('POST', '/api/order_items', linesOf(order.id)))).toEqual([404, 'order_not_found'])
  })

  it.each([
    ['pays the order all the same', true, 'waiting_shipment'],
    ['goes back where the pair was sold meanwhile', false, 'payment_failed'],
  ])('deletes an order whose prompt is unclear; late money %s', async (_, isThere, status) => {
    const pair = await putOnShelf(app.database, { name: 'Pwani Moja', price: 4500, sizes: { '44': 1 } })
    const ask = client()
    const order = await drafted(ask, { total_amount: 4500 })
    await ask('POST', '/api/order_items', linesOf(order.id, { product_id: pair.id, quantity: 1 }))
    simulator.control.fault({ at: 'submit', answer: 'lostReply' })
    const prompt = await push(ask, order, 4500)
    const unclear = { success: false, code: 'prompt_unclear', error: 'Checking with M-Pesa. Do not pay twice.' }
    expect([prompt.status, prompt.body]).toEqual([409, unclear])
    expect(await remove(ask, order.id), 'M-Pesa named no prompt that is open').toEqual([204, 204])
    expect(await stockOf(app.database, pair, '44')).toBe(1)
    if (!isThere) {
      const faster = await drafted(ask, { total_amount: 4500 })
      expect((await ask('POST', '/api/order_items', linesOf(faster.id, { product_id: pair.id, quantity: 1 }))).status).toBe(200)
    }
    await pay(simulator.control.prompts(order.phone.slice(1))[0]?.checkoutRequestId as string)
    const refunds = await rowsOf(app.database, sql`select reason from refunds where order_id = ${order.id}`)
    const [row] = await rowsOf(app.database, sql`select status, discarded_at is null as stands from orders where id = ${order.id}`)
    expect([row, refunds]).toEqual([{ status, stands: isThere }, isThere ? [] : [{ reason: 'late_payment' }]])
  })

  it('deletes no order whose prompt is on the phone, by its id alone', async () => {
    const ask = client()
    const order = await drafted(ask)
    await ask('POST', '/api/order_items', linesOf(order.id))
    const { checkoutRequestId } = (await push(ask, order)).body
    const refused = await ask('DELETE', `/api/orders/${order.id}`)
    expect([...codeOf(refused), refused.body.error.message]).toEqual([409, 'order_prompted', expect.stringMatching(/on the phone/)])
    expect((await push(ask, order)).body, 'the order stands, with its prompt').toEqual({ success: true, checkoutRequestId })
    await simulator.control.answer(checkoutRequestId, { pin: '0000' })
    await simulator.control.settled()
    expect(await remove(ask, order.id), 'once the prompt is answered').toEqual([204, 204])
  })

  it('deletes it by its key, and by its account', async () => {
    const buyer = await entered(app.database)
    for (const [ask, owns] of [
      [client(), false],
      [client({ bearer: buyer.token }), true],
    ] as const) {
      const order = await drafted(ask, { user_id: owns ? buyer.id : null })
      await ask('POST', '/api/order_items', linesOf(order.id))
      await push(ask, order)
      expect((await ask('DELETE', `/api/orders/${order.id}`, undefined, owns ? {} : { 'order-key': order.key })).status).toBe(204)
    }
  })

  it('deletes a draft, of which no order can come any more', async () => {
    const ask = client()
    const order = await drafted(ask)
    expect(await remove(ask, order.id)).toEqual([204, 204])
    expect(codeOf(await ask('POST', '/api/order_items', linesOf(order.id)))).toEqual([404, 'order_not_found'])
    expect((await push(ask, order)).body).toMatchObject({ success: false, code: 'order_not_found' })
  })

  it('tells the request of a prompt that is paid before M-Pesa’s reply reached the shop', async () => {
    const ask = client()
    const order = await drafted(ask)
    await ask('POST', '/api/order_items', linesOf(order.id))
    simulator.control.fault({ at: 'submit', answer: 'hang', ms: 1_500 })
    const pushed = push(ask, order)
    const prompts = () => simulator.control.prompts(order.phone.slice(1))
    await expect.poll(() => prompts().length).toBe(1)
    await simulator.control.answer(prompts()[0]?.checkoutRequestId as string, { pin: '1234' })
    await simulator.control.settled()
    const { checkoutRequestId } = (await pushed).body
    const tell = (said: Record<string, unknown>) => ask('PATCH', `/api/orders/${order.id}`, said)
    const told = await tell({ checkout_request_id: checkoutRequestId, status: 'awaiting_payment' })
    expect([told.status, told.body.status]).toEqual([200, 'waiting_shipment'])
    for (const other of [
      { checkout_request_id: checkoutRequestId, status: 'delivered' },
      { checkout_request_id: 'ws_CO_other', status: 'awaiting_payment' },
    ])
      expect(codeOf(await tell(other))).toEqual([403, 'server_decides'])
  })

  it('tells the request at any later state: paid, failed, prompted again, cancelled', async () => {
    const ask = client()
    const order = await drafted(ask)
    await ask('POST', '/api/order_items', linesOf(order.id))
    const requests: string[] = []
    const prompted = async (pin: string) => {
      const { checkoutRequestId } = (await push(ask, order)).body
      requests.push(checkoutRequestId)
      await simulator.control.answer(checkoutRequestId, { pin })
      await simulator.control.settled()
    }
    const told = async (checkout_request_id: string | undefined) => {
      const { status, body } = await ask('PATCH', `/api/orders/${order.id}`, { checkout_request_id, status: 'awaiting_payment' })
      return [status, body.status]
    }
    await prompted('0000')
    expect(await told(requests[0])).toEqual([200, 'payment_failed'])
    await prompted('1234')
    for (const request of requests) expect(await told(request)).toEqual([200, 'waiting_shipment'])
    const admin = contextOn(app.database, { actor: await entered(app.database, { isAdmin: true }).then(({ actor }) => actor) })
    await changeStatus(admin, order.id, { status: 'cancelled', reason: 'Sold out' })
    expect(await told(requests[1])).toEqual([200, 'cancelled'])
  })

  it('may send an Idempotency-Key: one draft however often it comes', async () => {
    const ask = client()
    const headers = { 'idempotency-key': randomUUID() }
    const body = orderBody()
    // Somebody else, whose client drew the same key.
    const theirs = await client({ bearer: (await entered(app.database)).token })('POST', '/api/orders', body, headers)
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask('POST', '/api/orders', body, headers)))
    expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1)
    expect(answers[0]?.body.id).not.toBe(theirs.body.id)
    expect(codeOf(await ask('POST', '/api/orders', { ...body, customer_name: 'Somebody else' }, headers))).toEqual([422, 'key_reused'])
    expect((await ask('POST', '/api/orders', body, { 'idempotency-key': 'short' })).body.error.fields).toHaveProperty('Idempotency-Key')
    const [first] = answers.map((answer) => answer.body.id)
    await app.database.db.execute(sql`update order_drafts set created_at = created_at - interval '31 minutes' where id = ${first}`)
    const anew = await ask('POST', '/api/orders', body, headers)
    expect([anew.status, anew.body.id === first], 'another draft once the first has expired').toEqual([201, false])
  })
})

describe('a draft', () => {
  it('is answered in the form of the order that it becomes, with nothing priced', async () => {
    const ask = client()
    const { id, key, phone, answer } = await drafted(ask)
    const { hold_expires_at, created_at, ...draft } = answer.body
    const said = { id, key, short_code: id.slice(0, 8), status: 'pending', customer_name: 'Wanjiku Kamau', customer_phone: phone.slice(1) }
    const priced = { total_amount: 0, commission_amount: 0, delivery_fee: 0, delivery_to_agree: false, order_items: [] }
    const filled = { ...said, ...priced, delivery_address: 'Moi Avenue 12, Nairobi', in_review: false, refunds: [], timeline: [] }
    expect(Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))).toEqual(filled)
    expect(Date.parse(hold_expires_at) - Date.parse(created_at)).toBe(30 * 60_000)
    await ask('POST', '/api/order_items', linesOf(id))
    const { body: order } = await ask('GET', `/api/orders/${id}`, undefined, { 'order-key': key })
    expect(Object.keys(answer.body).sort()).toEqual([...Object.keys(order), 'key'].sort())
    const taken = { receiver_name: 'Otieno Ouma', receiver_phone: '0722 000 111' }
    expect((await drafted(ask, taken)).answer.body).toMatchObject({ receiver_name: 'Otieno Ouma', receiver_phone: '254722000111' })
    // To a point, whose address is filled in with the lines.
    const pointed = await drafted(ask, { delivery_address: undefined, delivery_option_id: randomUUID() })
    expect(pointed.answer.body.delivery_address).toBe('')
  })

  it('is in no list, and is no order yet', async () => {
    const ask = client()
    const before = await count('orders')
    const order = await drafted(ask)
    expect(await count('orders')).toBe(before)
    expect(codeOf(await ask('GET', `/api/orders/${order.id}`, undefined, { 'order-key': order.key }))).toEqual([404, 'order_not_found'])
    expect((await push(ask, order)).body).toEqual({
      success: false,
      code: 'no_items',
      error: 'This order has no lines yet. Send them to order_items first.',
    })
    expect((await push(ask, order)).status).toBe(409)
  })

  it('needs a size where there are several, and lists them', async () => {
    const ask = client()
    const order = await drafted(ask, { total_amount: 5098 })
    const lines = linesOf(order.id, { product_id: shoe.id, price: 2549 })
    const refused = await ask('POST', '/api/order_items', lines)
    expect([refused.status, refused.body.error]).toEqual([
      422,
      {
        code: 'size_needed',
        title: 'Choose a size',
        message: 'Choose a size of Mbio Wingu: 40, 41.',
        fields: { '0.size': 'Choose a size of Mbio Wingu: 40, 41.' },
        facts: {
          products: [
            {
              product_id: shoe.id,
              name: 'Mbio Wingu',
              sizes: [
                { label: '40', stock: await stockOf(app.database, shoe, '40') },
                { label: '41', stock: await stockOf(app.database, shoe, '41') },
              ],
            },
          ],
        },
      },
    ])
    expect((await ask('POST', '/api/order_items', [{ ...lines[0], size: '41' }])).status).toBe(200)
  })

  it('takes the only size of each product', async () => {
    const ask = client()
    const last = await putOnShelf(app.database, { name: 'Ziwa Bluu', price: 1000, sizes: { '38': 1 } })
    const order = await drafted(ask, { total_amount: 10_000 })
    const items = await ask('POST', '/api/order_items', [...linesOf(order.id), { order_id: order.id, product_id: last.id, quantity: 1, price: 1000 }])
    expect([items.status, items.body.map(({ product_id, size }: Record<string, string>) => `${product_id} ${size}`).sort()]).toEqual([
      200,
      [`${last.id} 38`, `${oneSize.id} One size`].sort(),
    ])
  })

  it.each([
    ['a total that its lines do not come to', { total_amount: 8000 }, {}],
    ['a price that is not today’s', { total_amount: 8000 }, { price: 4000 }],
  ])('with %s is refused with the fresh prices, and nothing is held', async (_, ofOrder, ofLine) => {
    const ask = client()
    const stock = await stockOf(app.database, oneSize)
    const order = await drafted(ask, ofOrder)
    const refused = await ask('POST', '/api/order_items', linesOf(order.id, ofLine))
    expect([refused.status, refused.body.error]).toMatchObject([
      409,
      { code: 'prices_changed', facts: { total_amount: 9000, offers: [{ id: oneSize.id, price: 4500 }] } },
    ])
    expect(await stockOf(app.database, oneSize)).toBe(stock)
  })

  it('refuses what is sold out, and what there never was', async () => {
    const ask = client()
    const order = await drafted(ask, { total_amount: undefined })
    for (const changes of [{ quantity: 99 }, { product_id: randomUUID() }, { size: '46' }])
      expect(codeOf(await ask('POST', '/api/order_items', linesOf(order.id, changes)))).toEqual([409, 'size_gone'])
    for (const quantity of [0, 100])
      expect((await ask('POST', '/api/order_items', linesOf(order.id, { quantity }))).body.error.fields).toHaveProperty(['0.quantity'])
    expect(codeOf(await ask('POST', '/api/order_items', []))).toEqual([400, 'bad_input'])
  })

  it('compares the price of every line, also of two of one size', async () => {
    const ask = client()
    const order = await drafted(ask)
    const [one, other] = [linesOf(order.id, { quantity: 1 }), linesOf(order.id, { quantity: 1, price: 4000 })]
    for (const lines of [
      [...one, ...other],
      [...other, ...one],
    ])
      expect(codeOf(await ask('POST', '/api/order_items', lines))).toEqual([409, 'prices_changed'])
    expect((await ask('POST', '/api/order_items', [...one, ...one])).status).toBe(200)
    for (const lines of [
      [...one, ...other],
      [...other, ...one],
    ])
      expect(codeOf(await ask('POST', '/api/order_items', lines))).toEqual([409, 'lines_differ'])
  })

  it('answers equal lines again, and refuses others', async () => {
    const ask = client()
    const order = await drafted(ask)
    const lines = [...linesOf(order.id, { quantity: 1 }), ...linesOf(order.id, { quantity: 1 })]
    const first = await ask('POST', '/api/order_items', lines)
    expect([first.status, first.body]).toMatchObject([200, [{ quantity: 2 }]])
    expect((await ask('POST', '/api/order_items', linesOf(order.id))).body).toEqual(first.body)
    for (const changes of [{ quantity: 3 }, { price: 4499 }, { size: '40' }, { product_id: shoe.id }])
      expect(codeOf(await ask('POST', '/api/order_items', linesOf(order.id, changes)))).toEqual([409, 'lines_differ'])
  })

  it('used twice at once makes one order', async () => {
    const ask = client()
    const [before, stock] = [await count('orders'), await stockOf(app.database, oneSize)]
    const order = await drafted(ask)
    const same = await Promise.all(Array.from({ length: 8 }, () => ask('POST', '/api/order_items', linesOf(order.id))))
    expect(same.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(new Set(same.map(({ body }) => body[0].id)).size).toBe(1)
    expect([await count('orders'), await stockOf(app.database, oneSize)]).toEqual([before + 1, stock - 2])

    const torn = await drafted(ask, { total_amount: undefined })
    const other = await Promise.all([1, 2].map((quantity) => ask('POST', '/api/order_items', linesOf(torn.id, { quantity }))))
    expect(other.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await count('orders')).toBe(before + 2)

    const prompts = await Promise.all(Array.from({ length: 5 }, () => push(ask, order)))
    expect(prompts.some(({ status }) => status === 200)).toBe(true)
    expect(await attemptsOf(app.database, order.id)).toHaveLength(1)
  })

  it('is nobody else’s: another network, an account, another’s key', async () => {
    const order = await drafted(client())
    const stranger = await entered(app.database)
    const calls = async (ask: Client) => [
      (await ask('POST', '/api/order_items', linesOf(order.id))).status,
      (await push(ask, order)).status,
      ...(await remove(ask, order.id)),
    ]
    const other = await drafted(client({ from: '197.232.1.1' }))
    for (const ask of [client({ from: '197.232.1.1' }), client({ from: '197.232.1.1', bearer: stranger.token })])
      expect(await calls(ask)).toEqual([404, 404, 404, 404])
    const keyed = client({ from: '197.232.1.1' })
    expect((await keyed('POST', '/api/order_items', linesOf(order.id), { 'order-key': other.key })).status).toBe(404)
    const spoofed = await client({ from: '197.232.1.1' })('POST', '/api/order_items', linesOf(order.id), { 'x-forwarded-for': network })
    expect(spoofed.status).toBe(404)
    // Its key is from anywhere.
    expect((await keyed('POST', '/api/order_items', linesOf(order.id), { 'order-key': order.key })).status).toBe(200)
    expect(await calls(client({ from: '197.232.1.1' })), 'also as an order').toEqual([404, 404, 404, 404])
    expect((await client()('GET', `/api/orders/${order.id}`)).status, 'the id alone reads nothing').toBe(404)
  })

  it('of an account is that account’s, on its own network too', async () => {
    const [buyer, other] = [await entered(app.database), await entered(app.database)]
    const order = await drafted(client({ bearer: buyer.token }))
    for (const ask of [client(), client({ bearer: other.token })]) {
      expect((await ask('POST', '/api/order_items', linesOf(order.id))).status).toBe(404)
      expect(await remove(ask, order.id)).toEqual([404, 404])
    }
    const moved = client({ from: '197.232.1.1', bearer: buyer.token })
    expect((await moved('POST', '/api/order_items', linesOf(order.id))).status, 'the buyer on another network').toBe(200)
    expect((await client()('POST', '/api/order_items', linesOf(order.id))).status).toBe(404)
  })

  it('takes no id of an order that stands', async () => {
    const ask = client({ from: '197.232.7.7' })
    const items = [{ product_id: oneSize.id, size: 'One size', quantity: 1 }]
    const { body: order } = await ask('POST', '/api/orders', { ...orderBody({ total_amount: 4500 }), items })
    expect(order).toMatchObject({ status: 'awaiting_payment' })
    expect((await ask('POST', '/api/order_items', linesOf(order.id))).status, 'no draft: its key is needed').toBe(404)
    const keyed = await ask('POST', '/api/order_items', linesOf(order.id), { 'order-key': order.key })
    expect(codeOf(keyed)).toEqual([409, 'lines_differ'])
    const named = await drafted(ask, { id: order.id })
    expect(named.id).not.toBe(order.id)
  })

  it('counts for thirty minutes, and is forgotten', async () => {
    const ask = client()
    const order = await drafted(ask)
    await app.database.db.execute(sql`update order_drafts set created_at = now() - interval '30 minutes' where id = ${order.id}`)
    expect(codeOf(await ask('POST', '/api/order_items', linesOf(order.id), { 'order-key': order.key }))).toEqual([404, 'order_not_found'])
    expect((await push(ask, order)).status).toBe(404)
    const kept = await drafted(ask)
    await deleteExpiredRows(contextOn(app.database, { actor: theShop }))
    expect(await rowsOf(app.database, sql`select id from order_drafts where id in (${order.id}, ${kept.id})`)).toEqual([{ id: kept.id }])
    await deleteExpiredRows(later(contextOn(app.database, { actor: theShop }), '31 minutes'))
    expect(await count('order_drafts')).toBe(0)
  })

  it('is one of twenty in ten minutes from a network, however often its Idempotency-Key comes', async () => {
    const ask = client({ from: '105.16.1.1' })
    const [body, headers] = [orderBody(), { 'idempotency-key': randomUUID() }]
    for (let use = 0; use < 3; use++) expect((await ask('POST', '/api/orders', body, headers)).status).toBe(201)
    for (let use = 1; use < limits.draft_address.max; use++) await drafted(ask)
    const refused = await ask('POST', '/api/orders', orderBody())
    expect(codeOf(refused)).toEqual([429, 'too_many'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    await drafted(client({ from: '105.16.1.2' }))
  })

  it('without what an order needs is refused beside the fields', async () => {
    const refused = await client()('POST', '/api/orders', { user_id: null, total_amount: 9000, status: 'pending' })
    expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ['customer_name', 'customer_phone', 'delivery_address']])
  })
})

/** Nairobi is free, the coast from KSh 4,000 on; Turkana has no option yet, and everywhere else the fee is that of "elsewhere". */
const fees: [place: string, address: string, fee: number | null][] = [
  ['nairobi/cbd/moi-avenue', 'Moi Avenue 12', 0],
  ['kisumu/kisumu/milimani', 'Milimani, Kisumu', 250],
  ['nakuru/naivasha', 'Naivasha', 320],
  ['mombasa/nyali', 'Nyali', 0],
  ['uasin-gishu/eldoret', 'Eldoret', 400],
  ['turkana/lodwar', 'Lodwar', null],
]

describe('where delivery costs something', () => {
  beforeAll(async () => {
    await putZone(app.database, 'All of Kenya', ['kenya'], [{ fee: 400 }])
    await putZone(app.database, 'City', ['nairobi'], [{ fee: 0 }, { kind: 'collect', fee: 0 }])
    await putZone(app.database, 'Western', ['kisumu'], [{ fee: 500 }, { kind: 'stage', fee: 250 }])
    await putZone(app.database, 'Rift', ['nakuru'], [{ kind: 'pickup', fee: 320 }])
    await putZone(app.database, 'Coast', ['mombasa'], [{ fee: 300, free_from: 4_000 }])
    await putZone(app.database, 'North', ['turkana'], [])
  })

  it.each(fees)('%s: one fee in the quote, order, prompt, SMS, receipt and ledger', async (place, delivery_address, fee) => {
    const ask = client()
    const jobs = contextOn(app.database, { actor: theShop, sms: createAfricasTalking({ baseUrl: simulator.url, ...sms }) })
    const { body: quote } = await ask('GET', `/delivery.json?place=${place}&goods=4500`)
    expect((await ask('POST', '/delivery.json', { address: delivery_address, goods: 4500 })).body.place).toEqual(quote.place)
    const body = {
      ...orderBody({ delivery_address, delivery_point: 'Kisumu Bus Park', total_amount: 4500 + (fee ?? 0) }),
      items: [{ product_id: oneSize.id, size: 'One size', quantity: 1 }],
    }
    const placing = await ask('POST', '/api/orders', body)
    if (fee === null) {
      expect([quote.options, codeOf(placing)]).toEqual([[], [409, 'no_delivery']])
      return
    }
    const { id, key } = placing.body
    const total = 4500 + fee
    expect([placing.status, placing.body.delivery_fee, placing.body.total_amount, placing.body.delivery_place]).toEqual([
      201,
      fee,
      total,
      quote.place.name,
    ])
    expect(quote.options.find(({ option_id }: { option_id: string }) => option_id === quote.option_id).fee).toBe(fee)
    const [prompt] = simulator.control.prompts(body.customer_phone.slice(1))
    expect(prompt?.amount).toBe(total)
    await pay(prompt?.checkoutRequestId as string)
    const receipt = (await ask('GET', `/api/orders/${id}`, undefined, { 'order-key': key })).body
    expect(receipt).toMatchObject({ status: 'waiting_shipment', total_amount: total, delivery_fee: fee, payment: { amount: total } })
    await sendNotices(jobs)
    const words =
      fee > 0
        ? `KSh ${total.toLocaleString('en-KE')} with ${quote.options[0].kind === 'pickup' ? 'pick-up' : 'delivery'} KSh ${fee}`
        : 'KSh 4,500 with free delivery'
    expect(simulator.control.messages(body.customer_phone.slice(1)).map(({ text }) => text)).toEqual([expect.stringContaining(words)])
    expect(
      await rowsOf(
        app.database,
        sql`select o.delivery_fee::float as fee, (select sum(amount)::float from payment_attempts where order_id = o.id and state = 'paid') as paid,
          (select sum(quantity * price)::float from order_items where order_id = o.id) as goods from orders o where o.id = ${id}`,
      ),
    ).toEqual([{ fee, paid: total, goods: 4500 }])
  })

  const nothing = { delivery_option: null, delivery_place: null, promised_from: null, promised_to: null, delivery_fee: 0 }

  it.each(['Kisumu', 'The red gate behind the mill'])(
    'a client that states its lines alone orders, is prompted and pays, and the shop agrees the delivery: %s',
    async (delivery_address) => {
      const ask = client()
      const jobs = contextOn(app.database, { actor: theShop, sms: createAfricasTalking({ baseUrl: simulator.url, ...sms }) })
      const order = await drafted(ask, { delivery_address })
      expect((await ask('POST', '/api/order_items', linesOf(order.id))).status).toBe(200)
      const prompt = await push(ask, order)
      expect(simulator.control.prompts(order.phone.slice(1))).toMatchObject([{ amount: 9000 }])
      await pay(prompt.body.checkoutRequestId)
      const paid = (await ask('GET', `/api/orders/${order.id}`, undefined, { 'order-key': order.key })).body
      expect(paid).toMatchObject({ ...nothing, status: 'waiting_shipment', total_amount: 9000, delivery_address, delivery_to_agree: true })
      await sendNotices(jobs)
      expect(simulator.control.messages(order.phone.slice(1)).map(({ text }) => text)).toEqual([
        expect.stringContaining('KSh 9,000, delivery to agree'),
      ])
    },
  )

  it('such an order leaves the shop once an option is named, for the price it had', async () => {
    const ask = client()
    const admin = await entered(app.database, { isAdmin: true })
    const order = await drafted(ask, { delivery_address: 'Next to the mosque, Kisumu' })
    await ask('POST', '/api/order_items', linesOf(order.id))
    await pay((await push(ask, order)).body.checkoutRequestId)
    const ship = () => client({ bearer: admin.token })('PATCH', `/api/orders/${order.id}`, { status: 'shipped' })
    expect(codeOf(await ship())).toEqual([409, 'delivery_to_agree'])
    const ctx = contextOn(app.database, { actor: admin.actor })
    const { place, options } = await listAgreeable(ctx, 'Next to the mosque, Kisumu', 9000)
    expect([place, options.map(({ name }) => name).sort()], 'those alone that cost nothing').toEqual([
      'Kisumu',
      ['City collect 1', 'City door 0', 'Coast door 0'],
    ])
    expect((await listAgreeable(ctx, 'Kisumu', 3000)).options, 'free from KSh 4,000 on').toHaveLength(2)
    // Not offered to shoppers, and yet to be agreed.
    await app.database.ownerDb.execute(sql`update delivery_options set is_on = false where name = 'Coast door 0'`)
    forgetDeliveryTerms()
    const paid = (await readDeliveryTerms(ctx)).options.find(({ name }) => name === 'Western door 0')?.id
    const option = (name: string) => options.find((each) => each.name === name)?.id
    const agree = (sent: object) => agreeDelivery(ctx, order.id, sent)
    const refused = (field: string) => expect.objectContaining({ code: 'bad_input', details: { fields: { [field]: expect.any(String) } } })
    for (const delivery_option_id of [paid, option('City door 0')])
      await expect(agree({ place, delivery_option_id })).rejects.toEqual(
        expect.objectContaining({ details: { fields: { delivery_option_id: expect.stringContaining('make a free one in Delivery first') } } }),
      )
    await expect(agree({ place: 'Nyali', delivery_option_id: option('City door 0') })).rejects.toEqual(refused('delivery_option_id'))
    await expect(agree({ place: 'Atlantis', delivery_option_id: option('City door 0') })).rejects.toEqual(refused('place'))
    await expect(agree({ place: 'Kenya', delivery_option_id: option('City door 0') })).rejects.toEqual(refused('place'))
    const answers = await Promise.allSettled([1, 2].map(() => agree({ place: 'Nyali', delivery_option_id: option('Coast door 0') })))
    expect(answers.map(({ status }) => status).sort(), 'pressed twice').toEqual(['fulfilled', 'rejected'])
    const { rows: audits } = await app.database.db.execute(sql`select after from audit_log where row_id = ${order.id} and action = 'delivery agreed'`)
    expect(audits).toEqual([{ after: expect.objectContaining({ delivery_option: 'Coast door 0', delivery_point: null }) }])
    expect((await ship()).body).toMatchObject({
      ...{ status: 'shipped', total_amount: 9000, delivery_fee: 0, delivery_to_agree: false },
      ...{ delivery_option: 'Coast door 0', delivery_place: 'Nyali, Mombasa', promised_from: expect.any(String) },
    })
  })

  it('a client that states its lines alone takes what is brought free, and is refused where the shop does not deliver', async () => {
    const ask = client()
    const order = await drafted(ask, { delivery_address: 'Kilimani, Nairobi' })
    await ask('POST', '/api/order_items', linesOf(order.id))
    const { body } = await ask('GET', `/api/orders/${order.id}`, undefined, { 'order-key': order.key })
    expect(body).toMatchObject({ delivery_option: 'City door 0', delivery_to_agree: false, total_amount: 9000 })
    const far = await drafted(ask, { delivery_address: 'Lodwar' })
    expect(codeOf(await ask('POST', '/api/order_items', linesOf(far.id)))).toEqual([409, 'no_delivery'])
  })

  it('an address outside Kenya is refused in words', async () => {
    const address = 'Busia, Uganda'
    const drafts = await count('order_drafts')
    const refused = await client()('POST', '/api/orders', orderBody({ delivery_address: address }))
    expect([codeOf(refused), refused.body.error.fields]).toEqual([[422, 'outside_kenya'], { delivery_address: expect.stringContaining('Kenya') }])
    expect(await count('order_drafts')).toBe(drafts)
    const { body } = await client()('POST', '/delivery.json', { address, place: 'nairobi', goods: 4500 })
    expect(body).toMatchObject({ refusal: 'outside_kenya', options: [], option_id: null })
  })

  it('nothing costs anything where no town is named', async () => {
    const ask = client()
    const address = 'The red gate behind the mill'
    expect((await ask('POST', '/delivery.json', { address, goods: 4500 })).body).toMatchObject({
      refusal: 'town_needed',
      options: [],
      option_id: null,
    })
    const items = [{ product_id: oneSize.id, size: 'One size', quantity: 1 }]
    const whole = { ...orderBody({ delivery_address: address, total_amount: 4900 }), items }
    expect(codeOf(await ask('POST', '/api/orders', whole))).toEqual([422, 'town_needed'])
    const named = await ask('POST', '/api/orders', { ...whole, delivery_place: 'embu/embu' })
    expect([named.status, named.body.delivery_place, named.body.delivery_fee]).toEqual([201, 'Embu', 400])
    const draft = await drafted(ask, { delivery_address: address, total_amount: 9400 })
    const refused = await ask('POST', '/api/order_items', linesOf(draft.id))
    expect([codeOf(refused), refused.body.error.facts.total_amount], 'the three calls are never asked for one').toEqual([
      [409, 'prices_changed'],
      9000,
    ])
  })

  it('a client that states another total is told lines, fee and total, and then runs as before', async () => {
    const ask = client()
    const kisumu = { delivery_address: 'Kisumu' }
    const other = await drafted(ask, { ...kisumu, total_amount: 9100 })
    const refused = await ask('POST', '/api/order_items', linesOf(other.id))
    expect(codeOf(refused)).toEqual([409, 'prices_changed'])
    expect(refused.body.error.facts).toMatchObject({
      total_amount: 9250,
      offers: [{ id: oneSize.id, price: 4500 }],
      delivery: { place: 'kisumu/kisumu', fee: 250, options: [{ fee: 250 }, { fee: 500 }] },
    })
    const whole = await drafted(ask, { ...kisumu, total_amount: 9250 })
    expect((await ask('POST', '/api/order_items', linesOf(whole.id))).status).toBe(200)
    expect((await push(ask, whole)).body).toMatchObject({ success: false, code: 'wrong_amount' })
    const prompt = await push(ask, whole, 9250)
    expect(simulator.control.prompts(whole.phone.slice(1))).toMatchObject([{ amount: 9250 }])
    await pay(prompt.body.checkoutRequestId)
    const paid = await ask('GET', `/api/orders/${whole.id}`, undefined, { 'order-key': whole.key })
    expect(paid.body).toMatchObject({ status: 'waiting_shipment', total_amount: 9250, delivery_fee: 250 })
  })

  it('a client that does not round compares its own lines and the fee', async () => {
    const ask = client()
    const line = (id: string) => [{ order_id: id, product_id: shoe.id, size: '40', quantity: 1, price: 2549.15 }]
    const rounded = await drafted(ask, { delivery_address: 'Kisumu', total_amount: 2799.15 })
    expect((await ask('POST', '/api/order_items', line(rounded.id))).status).toBe(200)
    expect((await push(ask, rounded, 2799.15)).body).toMatchObject({ success: true })
    const alone = await drafted(ask, { delivery_address: 'Kisumu', total_amount: 2549.15 })
    expect((await ask('POST', '/api/order_items', line(alone.id))).status).toBe(200)
    const short = await drafted(ask, { delivery_address: 'Kisumu', total_amount: 2700 })
    expect(codeOf(await ask('POST', '/api/order_items', line(short.id)))).toEqual([409, 'prices_changed'])
  })
})
