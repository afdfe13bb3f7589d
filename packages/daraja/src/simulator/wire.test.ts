import { afterEach, describe, expect, it } from 'vitest'
import { openTestShop, passwordFields, phone } from '../../test/test-shop.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
afterEach(() => shop.close())

describe('the access token', () => {
  it('has 28 characters and its life as text', async () => {
    shop = await openTestShop()
    const { status, json } = await shop.auth()
    expect(status).toBe(200)
    expect(json).toEqual({ access_token: expect.stringMatching(/^[A-Za-z0-9]{28}$/), expires_in: '3599' })
  })

  it('is refused to a wrong secret, another scheme and another grant', async () => {
    shop = await openTestShop()
    const wrong = `Basic ${Buffer.from('test-key:nonsense').toString('base64')}`
    const refused = await shop.auth({ authorization: wrong })
    expect(refused).toMatchObject({ status: 400, json: { errorCode: '400.008.01', requestId: expect.any(String), errorMessage: expect.any(String) } })
    expect((await shop.auth({})).json.errorCode).toBe('400.008.01')
    expect(await shop.auth(undefined, '?grant_type=password')).toMatchObject({ status: 400, json: { errorCode: '400.008.02' } })
    expect(await shop.auth(undefined, '')).toMatchObject({ status: 400, json: { errorCode: '400.008.02' } })
  })

  it('ends when the next one is made, when it is revoked, and after an hour', async () => {
    let time = new Date('2026-11-20T13:52:07.000Z')
    shop = await openTestShop({ now: () => time })
    const refusal = { status: 404, json: { errorCode: '404.001.03', errorMessage: 'Invalid Access Token' } }
    const { json: first } = await shop.auth()
    const { json: second } = await shop.auth()
    shop.useToken(first.access_token)
    expect(await shop.push()).toMatchObject(refusal)
    shop.useToken(second.access_token)
    expect((await shop.push()).status).toBe(200)
    shop.control.revokeToken()
    expect(await shop.query('x')).toMatchObject(refusal)
    shop.useToken((await shop.auth()).json.access_token)
    time = new Date('2026-11-20T14:52:07.000Z')
    expect(await shop.query('x')).toMatchObject(refusal)
  })
})

describe('the prompt request', () => {
  it('is accepted with two ids', async () => {
    shop = await openTestShop({ now: () => new Date('2026-11-20T13:52:07.250Z') })
    const { status, json } = await shop.push()
    expect(status).toBe(200)
    expect(json).toEqual({
      MerchantRequestID: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\d{5}$/),
      CheckoutRequestID: 'ws_CO_20112026165207250712345678',
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    })
  })

  it.each([
    ['BusinessShortCode', [undefined, '1743', '17437900', 'abcde', 1.5]],
    ['Password', [undefined, '', 5, 'not base 64']],
    ['Timestamp', [undefined, '2026112016520', '20261320165207', '20260230000000', 20261120165207]],
    ['TransactionType', [undefined, 'CustomerPaybillOnline', 'CustomerPayBillOnline ']],
    ['Amount', [undefined, 0, -1, 1.5, '1.00', '1,000', 250_001, '250001', '01', 'ten', null]],
    ['PartyA', [undefined, '0712345678', '+254712345678', '254812345678', '25471234567']],
    ['PartyB', [undefined, '12', 'till']],
    ['PhoneNumber', [undefined, '0712345678', '254212345678', '2547123456789']],
    ['AccountReference', [undefined, '', '3f9a21c8-0001', '1234567890123', 'with space']],
    ['TransactionDesc', ['fourteen chars', 5]],
    [
      'CallBackURL',
      [
        undefined,
        'callbacks/1',
        'ftp://127.0.0.1/1',
        'http://Shop.example/1',
        'http://',
        'https://shop.example/M-Pesa/1',
        'https://shop.example/mpesa/1',
        'https://shop.example/SafariCom',
        'https://shop.example/run.EXE',
        'https://shop.example/exec',
        'https://shop.example/cmd/1',
        'https://shop.example/Sql',
        'https://shop.example/1?query=1',
      ],
    ],
  ])('names %s when it is wrong', async (field, values) => {
    shop = await openTestShop()
    for (const value of values) {
      const { status, json } = await shop.push({ [field]: value })
      expect.soft({ value, status, code: json.errorCode, message: json.errorMessage }).toEqual({
        value,
        status: 400,
        code: '400.002.02',
        message: `Bad Request - Invalid ${field}`,
      })
    }
    expect(shop.control.prompts()).toEqual([])
  })

  it('takes numbers for text and text for numbers, the whole range of amounts, and no description', async () => {
    shop = await openTestShop()
    for (const changes of [
      { Amount: '1', PhoneNumber: 254_110_000_001, PartyA: 254_110_000_001 },
      { Amount: 250_000, BusinessShortCode: 174_379, PartyB: 174_379 },
      { TransactionDesc: undefined, PhoneNumber: '254110000003', CallBackURL: 'https://shop.example/callbacks/1/aBc' },
    ]) {
      expect.soft(await shop.push(changes)).toMatchObject({ status: 200, json: { ResponseCode: '0' } })
    }
  })

  it('needs its content type, its body, its address and its method', async () => {
    shop = await openTestShop()
    const path = '/mpesa/stkpush/v1/processrequest'
    const refused = { status: 400, json: { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid Content-Type' } }
    expect(await shop.post(path, '{}', { 'content-type': 'text/plain' })).toMatchObject(refused)
    expect(await shop.post(path, '{"Amount":')).toMatchObject({ status: 400, json: { errorCode: '400.002.05' } })
    expect(await shop.post(path, '[]')).toMatchObject({ status: 400, json: { errorCode: '400.002.05' } })
    expect(await shop.post('/mpesa/stkpush/v2/processrequest', {})).toMatchObject({ status: 404, json: { errorCode: '404.001.01' } })
    expect((await fetch(shop.simulator.url + path)).status).toBe(405)
  })

  it('checks who asks: shortcode, passkey, and the timestamp inside the password', async () => {
    shop = await openTestShop()
    const wrong = (message: string) => ({ status: 500, json: { errorCode: '500.001.1001', errorMessage: message } })
    expect(await shop.push({ BusinessShortCode: '600000' })).toMatchObject(wrong('Merchant does not exist'))
    expect(await shop.push({ Password: Buffer.from('174379other20261120165207').toString('base64') })).toMatchObject(wrong('Wrong credentials'))
    expect(await shop.push({ Timestamp: '20261120165208' })).toMatchObject(wrong('Wrong credentials'))
  })

  it('locks a phone while its prompt is open, also against two at the same moment', async () => {
    shop = await openTestShop()
    shop.useToken((await shop.auth()).json.access_token)
    const both = await Promise.all([shop.push(), shop.push()])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 500])
    expect(both.find(({ status }) => status === 500)?.json).toMatchObject({
      errorCode: '500.001.1001',
      errorMessage: 'Unable to lock subscriber, a transaction is already in process for the current subscriber',
    })
    expect((await shop.push({ PhoneNumber: '254110000001' })).status).toBe(200)
    const [prompt] = shop.control.prompts(phone)
    await shop.control.answer(prompt!.checkoutRequestId, 'cancel')
    expect((await shop.push()).status).toBe(200)
  })
})

describe('the query', () => {
  it('says 4999 while the prompt is open, then the result, as text', async () => {
    shop = await openTestShop()
    const { json: accepted } = await shop.push()
    const ids = { MerchantRequestID: accepted.MerchantRequestID, CheckoutRequestID: accepted.CheckoutRequestID }
    const envelope = { ...ids, ResponseCode: '0', ResponseDescription: 'The service request has been accepted successsfully' }
    const open = await shop.query(accepted.CheckoutRequestID)
    expect(open).toMatchObject({ status: 200 })
    expect(open.json).toEqual({ ...envelope, ResultCode: '4999', ResultDesc: 'The transaction is still under processing' })
    await shop.control.answer(accepted.CheckoutRequestID, { pin: '1234' })
    const paid = await shop.query(accepted.CheckoutRequestID, passwordFields('20261120170000'))
    expect(paid.json).toEqual({ ...envelope, ResultCode: '0', ResultDesc: 'The service request is processed successfully.' })
  })

  it('does not know other ids, and checks its fields and credentials', async () => {
    shop = await openTestShop()
    const unknown = { errorCode: '500.001.1001', errorMessage: 'The transaction does not Exist' }
    expect(await shop.query('ws_CO_1')).toMatchObject({ status: 500, json: unknown })
    expect(await shop.query('')).toMatchObject({ status: 400, json: { errorMessage: 'Bad Request - Invalid CheckoutRequestID' } })
    expect(await shop.query('x', { Timestamp: '1' })).toMatchObject({ status: 400, json: { errorMessage: 'Bad Request - Invalid Timestamp' } })
    expect(await shop.query('x', { Timestamp: '20261120165208' })).toMatchObject({ status: 500, json: { errorMessage: 'Wrong credentials' } })
  })
})

describe('the callback', () => {
  it('tells a payment once, in numbers', async () => {
    shop = await openTestShop({ now: () => new Date('2026-11-20T13:52:07.250Z') })
    const { json: accepted } = await shop.push()
    await shop.control.answer(accepted.CheckoutRequestID, { pin: '1234' })
    const { path, headers, body } = await shop.receiver.next()
    const [payment] = shop.control.book().payments
    expect(path).toBe('/callbacks/1')
    expect(headers).toMatchObject({ 'content-type': 'application/json;charset=UTF-8', businessshortcode: '174379' })
    expect(payment?.receipt).toMatch(/^UKK[0-9A-Z]{7}$/)
    expect(body).toEqual({
      Body: {
        stkCallback: {
          MerchantRequestID: accepted.MerchantRequestID,
          CheckoutRequestID: accepted.CheckoutRequestID,
          ResultCode: 0,
          ResultDesc: 'The service request is processed successfully.',
          CallbackMetadata: {
            Item: [
              { Name: 'Amount', Value: 5270 },
              { Name: 'MpesaReceiptNumber', Value: payment?.receipt },
              { Name: 'Balance' },
              { Name: 'TransactionDate', Value: 20_261_120_165_207 },
              { Name: 'PhoneNumber', Value: 254_712_345_678 },
            ],
          },
        },
      },
    })
    await shop.control.settled()
    expect(shop.control.prompts()[0]?.callbacks).toEqual([{ code: '0', outcome: 'answered', status: 200 }])
  })

  it('tells a failure without metadata', async () => {
    shop = await openTestShop()
    const { json: accepted } = await shop.push()
    await shop.control.answer(accepted.CheckoutRequestID, 'cancel')
    expect((await shop.receiver.next()).body).toEqual({
      Body: {
        stkCallback: {
          MerchantRequestID: accepted.MerchantRequestID,
          CheckoutRequestID: accepted.CheckoutRequestID,
          ResultCode: 1032,
          ResultDesc: 'Request cancelled by user',
        },
      },
    })
    expect((await shop.query(accepted.CheckoutRequestID)).json.ResultCode).toBe('1032')
  })

  it('is not repeated after a 500, after silence, or when nobody is there', async () => {
    shop = await openTestShop({ callbackTimeoutMs: 400 })
    shop.control.answerAutomatically({ pin: true })
    shop.receiver.answers.status = 500
    await shop.push({ Amount: 1 })
    await shop.receiver.next()
    await shop.control.settled()
    shop.receiver.answers.status = 0
    await shop.push({ Amount: 2 })
    await shop.receiver.next()
    await shop.control.settled()
    await shop.receiver.close()
    await shop.push({ Amount: 3 })
    await expect.poll(() => shop.control.prompts()[2]?.callbacks.length).toBe(1)
    expect(shop.control.prompts().map(({ callbacks }) => callbacks)).toEqual([
      [{ code: '0', outcome: 'answered', status: 500 }],
      [{ code: '0', outcome: 'unanswered' }],
      [{ code: '0', outcome: 'unanswered' }],
    ])
    expect(shop.receiver.received).toEqual([])
  })
})

describe('M-Pesa’s own rules', () => {
  it('ends an unanswered prompt with 1037', async () => {
    shop = await openTestShop({ promptLifeMs: 20 })
    await shop.push()
    expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(1037)
    expect(shop.control.prompts()[0]).toMatchObject({ state: 'failed', code: '1037' })
  })

  it('refuses the same amount from the same phone for 2 minutes after a success', async () => {
    let time = new Date('2026-11-20T13:52:07.000Z')
    shop = await openTestShop({ now: () => time })
    shop.control.answerAutomatically({ pin: true })
    const code = async (changes = {}) => {
      await shop.push(changes)
      const { body } = await shop.receiver.next()
      return body.Body.stkCallback.ResultCode
    }
    expect(await code()).toBe(0)
    expect(await code()).toBe(17)
    expect(await code({ Amount: 5271 })).toBe(0)
    expect(await code({ PhoneNumber: '254110000001' })).toBe(0)
    time = new Date('2026-11-20T13:54:06.999Z')
    expect(await code()).toBe(17)
    time = new Date('2026-11-20T13:54:07.000Z')
    expect(await code()).toBe(0)
  })

  it('does not refuse a repeat after a failure', async () => {
    shop = await openTestShop()
    shop.control.answerAutomatically({ pin: 'cancel' })
    await shop.push()
    await shop.receiver.next()
    shop.control.answerAutomatically({ pin: true })
    await shop.push()
    expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(0)
  })

  it('ends a PayBill prompt for another shortcode with 2028', async () => {
    shop = await openTestShop()
    await shop.push({ PartyB: '600000' })
    expect((await shop.receiver.next()).body.Body.stkCallback.ResultCode).toBe(2028)
  })
})
