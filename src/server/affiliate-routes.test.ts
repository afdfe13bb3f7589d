import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { theShop } from '#core/context.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { retryCallbacks } from '#features/orders/payments/receive-callback.ts'
import { affiliate, boss, earn } from '../../test/affiliates.ts'
import { useApp } from '../../test/app.ts'
import { as, contextOn, newPhone, type Pair, putOnShelf, rowsOf, tellPaid } from '../../test/checkout.ts'
import { mismatches } from '../../test/conforms.ts'
import type { Person } from '../../test/people.ts'
import { newReceipt, paidPayoutBody, wrongInitiator } from '../../test/scripted-mpesa.ts'

const app = useApp()
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const details = { mpesa_phone_number: '+254712345678', mpesa_full_name: 'Achieng Otieno' }
let shoe: Pair
let admin: Person

beforeAll(async () => {
  shoe = await putOnShelf(app.database, { sizes: { '40': 200 } })
  admin = await boss(app.database)
})

const call = async (who: { headers: Record<string, string> }, path: string, body: unknown) => {
  const { status, body: said } = await app.ask('POST', `/api/${path}`, { body, headers: who.headers })
  return { status, ...said }
}
const fund = async (commission = 500) => {
  const who = await affiliate(app.database)
  return { who, order: await earn(app.database, who, commission) }
}
const request = (who: Person, p_amount: unknown, more: object = {}) =>
  call(who, 'rpc/request_affiliate_payout', { p_affiliate_id: who.userId, p_amount, ...more })
const complete = (payout_id: string, more: object = {}) =>
  call(admin, 'functions/process-payout-completion', { payout_id, processed_by: randomUUID(), ...more })

describe('the orders that an affiliate brought', () => {
  const list = (who: Person, query: string) => app.ask('GET', `/api/orders?${query}`, { headers: who.headers })

  it('are theirs to read, without whatever is the buyer’s own', async () => {
    const { who, order } = await fund()
    const second = await earn(app.database, who, 700)
    const { status, body } = await list(who, `affiliate_id=${who.userId}`)
    expect([status, body.next, body.data.map((row: { id: string }) => row.id)]).toEqual([200, null, [second.orderId, order.orderId]])
    expect(body.data[1]).toEqual({
      id: order.orderId,
      short_code: order.orderId.slice(0, 8),
      user_id: null,
      total_amount: 5000,
      customer_name: 'Wanjiku Kamau',
      customer_phone: null,
      customer_email: null,
      delivery_address: null,
      delivery_kind: null,
      delivery_option: null,
      delivery_zone: null,
      delivery_place: null,
      delivery_fee: 0,
      promised_from: null,
      promised_to: null,
      delivery_to_agree: false,
      delivery_point: null,
      address_place: null,
      late_at: null,
      receiver_name: null,
      receiver_phone: null,
      affiliate_id: who.userId,
      affiliate: { full_name: null, affiliate_code: who.code },
      commission_amount: 500,
      status: 'waiting_shipment',
      checkout_request_id: null,
      mpesa_receipt_number: null,
      created_at: expect.any(String),
      paid_at: expect.any(String),
      packed_at: null,
      hold_expires_at: expect.any(String),
    })
    const { body: document } = await app.ask('GET', '/api/openapi.json')
    expect(mismatches(body, document.paths['/api/orders'].get.responses[200].content['application/json'].schema, document)).toEqual([])
    const first = await list(who, `affiliate_id=${who.userId.toUpperCase()}&limit=1`)
    const rest = await list(who, `affiliate_id=${who.userId}&limit=1&cursor=${first.body.next}`)
    expect([first, rest].map((page) => page.body.data.map((row: { id: string }) => row.id))).toEqual([[second.orderId], [order.orderId]])
  })

  it('are not searched, nor narrowed by whose they are: that would tell what is masked', async () => {
    const { who, order } = await fund()
    const [buyer] = await rowsOf<{ customer_phone: string }>(app.database, sql`select customer_phone from orders where id = ${order.orderId}`)
    for (const narrow of [`search=${buyer?.customer_phone}`, 'search=Wanjiku', 'status=waiting_shipment', 'from=2026-01-01']) {
      const refused = await list(who, `affiliate_id=${who.userId}&${narrow}`)
      expect([refused.status, refused.body.error.code]).toEqual([400, 'unknown_filter'])
    }
    expect((await list(who, `affiliate_id=${who.userId}&user_id=${admin.userId}`)).body.data).toEqual([])
    expect((await list(who, '')).body.data).toEqual([])
    const other = await affiliate(app.database)
    expect((await list(other, `affiliate_id=${who.userId}`)).body.data).toEqual([])
    expect((await app.ask('GET', `/api/orders?affiliate_id=${who.userId}`)).status).toBe(401)
    const [whole] = (await list(admin, `affiliate_id=${who.userId}`)).body.data
    expect(whole).toMatchObject({ id: order.orderId, customer_phone: buyer?.customer_phone, delivery_address: expect.any(String) })
  })
})

describe('from a link to the money', () => {
  it('goes click, order, commission, approval, request, details, payout, over HTTP alone', async () => {
    const who = await affiliate(app.database)
    const click = await app.ask('POST', '/api/affiliate_clicks', {
      body: { affiliate_id: who.userId, referrer_url: 'https://wa.me/', user_agent: 'said by the body', session_id: 'tab-1' },
      headers: { 'user-agent': phone },
    })
    expect(click.body).toEqual({ recorded: true, affiliate: { id: who.userId, affiliate_code: who.code } })
    const cookie = click.headers.get('set-cookie')?.split(';')[0] as string

    const placed = await app.ask('POST', '/api/orders', {
      body: {
        customer_name: 'Wanjiku Kamau',
        customer_phone: newPhone(),
        delivery_address: 'Moi Avenue 12',
        items: [{ product_id: shoe.id, size: '40', quantity: 1 }],
        affiliate_id: randomUUID(),
      },
      headers: { cookie, 'idempotency-key': randomUUID() },
    })
    expect([placed.status, placed.body.affiliate_id, placed.body.commission_amount]).toEqual([201, who.userId, 450])
    const key = { 'order-key': placed.body.key }
    const converted = async () =>
      (await app.ask('PATCH', '/api/affiliate_clicks', { body: { converted: true, order_id: placed.body.id }, headers: key })).body
    // Only a payment converts a click: until then the next order of this browser carries the link as well.
    expect([placed.headers.get('set-cookie'), await converted()]).toEqual([null, { converted: 0 }])
    // The buyer's client is told that it worked, and nothing about the affiliate.
    const made = { order_id: placed.body.id, commission_rate: 0.1 }
    expect(await call({ headers: key }, 'functions/create-affiliate-commission', made)).toEqual({ status: 200, success: true, commission: null })
    expect(await call(admin, 'functions/create-affiliate-commission', made)).toMatchObject({
      success: true,
      commission: { status: 'pending', commission_amount: 450 },
    })

    const [attempt] = await rowsOf<{ id: string; amount: string; checkout_request_id: string }>(
      app.database,
      sql`select * from payment_attempts where order_id = ${placed.body.id}`,
    )
    await tellPaid(contextOn(app.database), attempt as NonNullable<typeof attempt>)
    expect(await converted()).toEqual({ converted: 1 })
    const mine = { headers: who.headers }
    const [commission] = (await app.ask('GET', `/api/affiliate_commissions?affiliate_id=${who.userId}`, mine)).body.data
    expect(commission).toMatchObject({ status: 'pending', order: { customer_name: 'Wanjiku Kamau', total_amount: 4500 } })
    expect(
      (
        await app.ask('PATCH', `/api/affiliate_commissions/${commission.id}`, {
          body: { status: 'approved', approved_by: randomUUID() },
          headers: admin.headers,
        })
      ).body,
    ).toMatchObject({
      status: 'approved',
      approved_by: admin.userId,
    })
    expect((await app.ask('POST', '/api/rpc/get_affiliate_balance', { body: { affiliate_user_id: who.userId }, ...mine })).body).toMatchObject([
      { available_balance: 450, total_earned: 450, total_pending: 0 },
    ])

    const { payout_id, ...said } = await request(who, 300)
    expect(said).toEqual({ status: 200, success: true })
    const body = { ...details, payout_method: 'mpesa' }
    expect((await app.ask('PATCH', `/api/affiliate_payouts/${payout_id}`, { body, ...mine })).body).toMatchObject({
      status: 'pending',
      mpesa_phone_number: '254712345678',
    })
    expect(await complete(payout_id, { receipt: newReceipt() })).toEqual({
      status: 'completed',
      success: true,
      amount_processed: 300,
      deductions_created: 1,
    })
    for (const reader of [mine, { headers: admin.headers }])
      expect((await app.ask('GET', `/api/commission_deductions?payout_id=${payout_id}`, reader)).body.data).toMatchObject([
        { kind: 'payout', amount: 300 },
      ])
    expect((await app.ask('GET', '/api/affiliate_payouts?status=completed', mine)).body.data).toMatchObject([
      { id: payout_id, label: 'Paid', processed_by: null },
    ])
    expect((await app.ask('GET', '/api/affiliate_clicks?converted=true', mine)).body.data).toMatchObject([
      { user_agent: phone, session_id: 'tab-1', order_id: placed.body.id },
    ])
  })
})

describe('a refusal', () => {
  it.each<[string, () => Promise<unknown>, number, string, string]>([
    [
      'of a second one',
      async () => {
        const { who } = await fund()
        await request(who, 100)
        return request(who, 100)
      },
      409,
      'payout_open',
      'You already have a payout request that is not settled yet.',
    ],
    [
      'for somebody else',
      async () => call((await fund()).who, 'rpc/request_affiliate_payout', { p_affiliate_id: randomUUID(), p_amount: 100 }),
      403,
      'payout_refused',
      'Unable to process payout request.',
    ],
  ])('%s is told in the words of the specification', async (_, ask, status, code, error) => {
    expect(await ask()).toEqual({ status, success: false, code, error })
  })
})

describe('the desk of payouts, over HTTP', () => {
  const ask = (path: string) => app.ask('GET', `/api/${path}`, { headers: admin.headers }).then(({ body }) => body)
  const wanted = async () => {
    const { who } = await fund()
    return (await request(who, 500, { p_mpesa_phone_number: details.mpesa_phone_number, p_mpesa_full_name: details.mpesa_full_name }))
      .payout_id as string
  }

  it('tells why all are stopped, lets them go on, and pauses an affiliate', async () => {
    const one = await wanted()
    app.mpesa.onPayout(wrongInitiator)
    await complete(one)
    expect(await ask('payout_stop')).toMatchObject({ stop: { payout_id: one } })
    await call(admin, 'functions/resume-payouts', {})
    expect(await ask('payout_stop')).toEqual({ stop: null })
    const { who } = await fund()
    await call(admin, 'functions/pause-affiliate', { affiliate_id: who.userId, paused: true, reason: 'A test' })
    expect(await rowsOf(app.database, sql`select affiliate_pause_reason as reason from profiles where id = ${who.userId}`)).toEqual([
      { reason: 'A test' },
    ])
  })

  it('lists what a person has to look at, asks M-Pesa about it, and is done with it', async () => {
    const id = await wanted()
    await complete(id)
    const { resultUrl } = app.mpesa.payoutRequests.at(-1) as { resultUrl: string }
    await app.fetch('POST', new URL(resultUrl).pathname, { body: paidPayoutBody({ payoutId: id, amount: 501_00, receipt: 'TDESK00001' }) })
    expect(await ask(`affiliate_payouts?needs_review=true&q=${id}`)).toMatchObject({
      data: [
        { id, needs_review: true, unbooked_receipts: ['TDESK00001'], review_reason: 'M-Pesa paid KSh 501, not the amount of the payout: TDESK00001' },
      ],
    })
    expect(await ask(`affiliate_payouts?needs_review=false&q=${id}`)).toMatchObject({ data: [] })
    expect(await call(admin, 'functions/look-up-payout', { payout_id: id })).toMatchObject({ success: true })
    expect(app.mpesa.questions.at(-1)).toMatchObject({ originatorConversationId: id })
    const rejection = await app.ask('PATCH', `/api/affiliate_payouts/${id}`, { body: { status: 'rejected' }, headers: admin.headers })
    expect(rejection.body.error).toMatchObject({
      code: 'payout_unbooked',
      message: 'Money was paid to this affiliate that is not in the books: receipt TDESK00001. Settle that first.',
    })
    expect(await call(admin, 'functions/payout-looked-at', { payout_id: id, note: 'Another payment of the account.' })).toMatchObject({
      success: true,
      payout: { id, needs_review: false, unbooked_receipts: [] },
    })
  })
})

describe('what M-Pesa told while the database was busy', () => {
  it('is acted on by a job, and given up to a person’s desk', async () => {
    const { who } = await fund()
    const { id } = await requestPayout(as(contextOn(app.database), who), { amount: 500, ...details })
    await complete(id)
    await app.database.db.execute(sql`
      insert into callbacks (payout_id, kind, body, next_try_at) values (${id}, 'payout_result', ${paidPayoutBody({ payoutId: id, amount: 500_00, receipt: newReceipt() })}, now())`)
    expect(await retryCallbacks(as(contextOn(app.database), theShop), 10)).toBe(1)
    expect(await rowsOf(app.database, sql`select status from affiliate_payouts where id = ${id}`)).toEqual([{ status: 'completed' }])

    const other = await requestPayout(as(contextOn(app.database), (await fund()).who), { amount: 500, ...details })
    await complete(other.id)
    await app.database.db.execute(
      sql`insert into callbacks (payout_id, kind, body, tries, next_try_at) values (${other.id}, 'payout_result', '{}', 7, now())`,
    )
    await retryCallbacks(as(contextOn(app.database), theShop), 10)
    expect(await rowsOf(app.database, sql`select status, review_reason from affiliate_payouts where id = ${other.id}`)).toEqual([
      { status: 'processing', review_reason: 'A callback of M-Pesa could not be processed' },
    ])
  })
})
