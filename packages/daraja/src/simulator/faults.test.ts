import { afterEach, describe, expect, it } from 'vitest'
import { openTestShop, phone } from '../../test/test-shop.ts'
import type { FaultInput } from './faults.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
afterEach(() => shop.close())

const other = '254110000001'

async function pushed(changes: Record<string, unknown> = {}): Promise<string> {
  return (await shop.push(changes)).json.CheckoutRequestID
}

async function nextCode() {
  return (await shop.receiver.next()).body.Body.stkCallback.ResultCode
}

describe('a forced result', () => {
  it.each(['0', '1', '2', '3', '4', '8', '17', '26', '1001', '1019', '1025', '9999', '1032', '1037', '2001', '2028', '8006', '4999', '777'])(
    'tells %s as a number in the callback and as text in the query',
    async (code) => {
      shop = await openTestShop()
      shop.control.fault({ at: 'result', code })
      const id = await pushed()
      expect(await nextCode()).toBe(Number(code))
      expect((await shop.query(id)).json).toMatchObject({ ResultCode: code, ResultDesc: expect.stringMatching(/./) })
    },
  )

  it('can be no number', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'result', code: 'SFC_IC0003' })
    const id = await pushed()
    expect(await nextCode()).toBe('SFC_IC0003')
    expect((await shop.query(id)).json.ResultCode).toBe('SFC_IC0003')
  })

  it('comes after its time, and not when the person was faster', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'result', code: '1032', afterMs: 60_000 })
    const id = await pushed()
    expect((await shop.query(id)).json.ResultCode).toBe('4999')
    expect(await shop.control.answer(id, { pin: '1234' })).toBe(true)
    expect(await nextCode()).toBe(0)
    expect(await shop.control.answer(id, 'cancel')).toBe(false)
  })

  it('can turn into a payment after the expiry was told', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'result', code: '1037', thenPaidAfterMs: 5 })
    const id = await pushed()
    expect(await nextCode()).toBe(1037)
    expect(await nextCode()).toBe(0)
    expect((await shop.query(id)).json.ResultCode).toBe('0')
    expect(shop.control.book().payments).toMatchObject([{ checkoutRequestId: id, amount: 5270 }])
    expect(shop.control.prompts()[0]).toMatchObject({ state: 'paid', results: [{ code: '1037' }, { code: '0' }] })
  })
})

describe('whom a fault meets', () => {
  it('counts, and keeps to its phone', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'result', code: '1', phone, times: 2 })
    shop.control.answerAutomatically({ pin: true })
    const codes: unknown[] = []
    for (const number of [other, phone, phone, phone]) {
      await shop.push({ PhoneNumber: number })
      codes.push(await nextCode())
    }
    expect(codes).toEqual([0, 1, 1, 0])
    expect(shop.control.faults()).toEqual([])
  })

  it('goes on for always until it is cleared, one by one or all', async () => {
    shop = await openTestShop()
    const { id } = shop.control.fault({ at: 'query', answer: 'html', times: 'always' })
    shop.control.fault({ at: 'submit', answer: 'html' })
    for (let i = 0; i < 3; i++) expect((await shop.query('x')).text).toContain('<html>')
    shop.control.clearFaults(id)
    expect((await shop.query('x')).json.errorCode).toBe('500.001.1001')
    expect(shop.control.faults()).toMatchObject([{ at: 'submit', answer: 'html', times: 1 }])
    shop.control.clearFaults()
    expect((await shop.push()).status).toBe(200)
  })

  it('strikes by chance, and counts its strikes only', async () => {
    const draws = [0.9, 0.1, 0.5]
    shop = await openTestShop({ random: () => draws.shift()! })
    shop.control.fault({ at: 'query', answer: 'plain500', chance: 0.2 })
    expect((await shop.query('x')).json.errorCode).toBe('500.001.1001')
    expect((await shop.query('x')).text).toBe('Internal Server Error')
    expect(shop.control.faults()).toEqual([])
  })

  it('is not used up by a request that was refused anyway', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'submit', answer: 'html' })
    await shop.push({ Amount: 0 })
    expect(shop.control.faults()).toHaveLength(1)
  })

  it('must be one that exists', async () => {
    shop = await openTestShop()
    expect(() => shop.control.fault({ at: 'query', answer: 'locked' } as unknown as FaultInput)).toThrow()
    expect(() => shop.control.fault({ at: 'result', code: '1', copies: 2 } as unknown as FaultInput)).toThrow()
  })
})

describe('a callback', () => {
  it('is dropped, and the book says so', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'callback', drop: true })
    const id = await pushed()
    await shop.control.answer(id, { pin: '1234' })
    await shop.control.settled()
    expect(shop.receiver.received).toEqual([])
    expect(shop.control.prompts()[0]?.callbacks).toEqual([{ code: '0', outcome: 'dropped' }])
    expect((await shop.query(id)).json.ResultCode).toBe('0')
  })

  it('comes many times over', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'callback', copies: 50 })
    await shop.control.answer(await pushed(), { pin: '1234' })
    await shop.control.settled()
    expect(shop.receiver.received).toHaveLength(50)
    expect(new Set(shop.receiver.received.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  })

  it('comes late', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'callback', delayMs: 150 })
    const id = await pushed()
    await shop.control.answer(id, { pin: '1234' })
    expect((await shop.query(id)).json.ResultCode).toBe('0')
    expect(shop.receiver.received).toEqual([])
    expect(await nextCode()).toBe(0)
  })

  it.each([
    ['failureLast', [0, 0, 1037]],
    ['failureFirst', [1037, 0, 0]],
  ] as const)('is contradicted: %s', async (contradict, codes) => {
    shop = await openTestShop()
    shop.control.fault({ at: 'callback', contradict, copies: 2 })
    const id = await pushed()
    await shop.control.answer(id, { pin: '1234' })
    await shop.control.settled()
    expect(shop.receiver.received.map(({ body }) => body.Body.stkCallback.ResultCode)).toEqual(codes)
    expect(new Set(shop.receiver.received.map(({ body }) => body.Body.stkCallback.CheckoutRequestID))).toEqual(new Set([id]))
    expect(shop.control.prompts()[0]?.state).toBe('paid')
  })

  it('waits for a query that comes after the result', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'callback', afterQuery: true })
    const id = await pushed()
    await shop.query(id)
    await shop.control.answer(id, { pin: '1234' })
    await shop.control.settled()
    expect(shop.receiver.received).toEqual([])
    await shop.query(id)
    expect(await nextCode()).toBe(0)
    await shop.query(id)
    await shop.control.settled()
    expect(shop.receiver.received).toEqual([])
  })

  it('has a wrong amount, while the book has the right one', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'callback', amount: 1 })
    await shop.control.answer(await pushed(), { pin: '1234' })
    expect(items(await shop.receiver.next())[0]).toEqual({ Name: 'Amount', Value: 1 })
    expect(shop.control.book()).toMatchObject({ total: 5270, payments: [{ amount: 5270 }] })
  })

  it('lacks items, and values', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'callback', without: ['MpesaReceiptNumber', 'Balance'], valueless: ['PhoneNumber'] })
    await shop.control.answer(await pushed(), { pin: '1234' })
    const [amount, date, payer, ...rest] = items(await shop.receiver.next())
    expect([amount?.Name, date?.Name, rest]).toEqual(['Amount', 'TransactionDate', []])
    expect(payer).toEqual({ Name: 'PhoneNumber' })
  })

  it('writes its amount with cents, as Safaricom does', async () => {
    shop = await openTestShop()
    await shop.control.answer(await pushed(), { pin: '1234' })
    expect((await shop.receiver.next()).text).toContain('{"Name":"Amount","Value":5270.00}')
  })
})

function items({ body }: Awaited<ReturnType<typeof shop.receiver.next>>) {
  return body.Body.stkCallback.CallbackMetadata!.Item
}

describe('the answer to a call', () => {
  const kinds: [answer: 'html' | 'empty' | 'plain500' | 'spikeArrest' | 'quota' | 'internal', status: number, text: string | RegExp][] = [
    ['html', 200, /^<!DOCTYPE html>/],
    ['empty', 200, /^$/],
    ['plain500', 500, /^Internal Server Error$/],
    ['spikeArrest', 500, /"errorCode":"500.003.02"/],
    ['quota', 500, /"errorCode":"500.003.03"/],
    ['internal', 500, /"errorCode":"500.003.1001"/],
  ]

  it.each(kinds)('is %s on every call, and nothing is done', async (answer, status, text) => {
    shop = await openTestShop()
    shop.useToken((await shop.auth()).json.access_token)
    for (const at of ['auth', 'submit', 'query'] as const) {
      shop.control.fault({ at, answer })
      const got = await { auth: shop.auth, submit: shop.push, query: () => shop.query('x') }[at]()
      expect.soft(got).toMatchObject({ status, text: expect.stringMatching(text) })
    }
    expect(shop.control.prompts()).toEqual([])
  })

  it('can have another status, and hide that the prompt went out', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'submit', answer: 'spikeArrest', status: 429 })
    expect(await shop.push()).toMatchObject({ status: 429, json: { errorCode: '500.003.02' } })
    shop.control.fault({ at: 'submit', answer: 'html', works: true })
    expect((await shop.push()).text).toMatch(/<html>/)
    expect(shop.control.prompts()).toMatchObject([{ state: 'open' }])
  })

  it('is lost after the prompt was accepted', async () => {
    shop = await openTestShop()
    shop.useToken((await shop.auth()).json.access_token)
    shop.control.fault({ at: 'submit', answer: 'lostReply' })
    await expect(shop.push()).rejects.toThrow()
    expect(shop.control.prompts()).toMatchObject([{ state: 'open' }])
  })

  it('is cut off before anything was done', async () => {
    shop = await openTestShop()
    shop.useToken((await shop.auth()).json.access_token)
    shop.control.fault({ at: 'submit', answer: 'cut' })
    await expect(shop.push()).rejects.toThrow()
    expect(shop.control.prompts()).toEqual([])
  })

  it('hangs, while the prompt is out and its callback overtakes the reply', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'submit', answer: 'hang', ms: 200 })
    shop.control.fault({ at: 'result', code: '0' })
    const order: string[] = []
    await Promise.all([shop.push().then(({ status }) => order.push(`reply ${status}`)), nextCode().then((code) => order.push(`callback ${code}`))])
    expect(order).toEqual(['callback 0', 'reply 200'])
  })

  it('is a lock, a bad token or a number that M-Pesa does not take, once', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'submit', answer: 'locked' })
    expect(await shop.push()).toMatchObject({
      status: 500,
      json: { errorCode: '500.001.1001', errorMessage: expect.stringMatching(/^Unable to lock subscriber/) },
    })
    shop.control.fault({ at: 'submit', answer: 'invalidToken' })
    expect(await shop.push()).toMatchObject({ status: 404, json: { errorCode: '404.001.03' } })
    shop.control.fault({ at: 'submit', answer: 'invalidNumber', phone })
    expect(await shop.push()).toMatchObject({ status: 400, json: { errorCode: '400.002.02', errorMessage: 'Bad Request - Invalid PhoneNumber' } })
    expect((await shop.push()).status).toBe(200)
  })

  it('is a token that no call accepts, or a token that takes its time', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'auth', answer: 'worthlessToken' })
    const { json } = await shop.auth()
    expect(json).toEqual({ access_token: expect.stringMatching(/^\w{28}$/), expires_in: '3599' })
    shop.useToken(json.access_token)
    expect(await shop.push()).toMatchObject({ status: 404, json: { errorCode: '404.001.03' } })
    shop.control.fault({ at: 'auth', answer: 'hang', ms: 50 })
    const start = performance.now()
    shop.useToken((await shop.auth()).json.access_token)
    expect(performance.now() - start).toBeGreaterThan(45)
    expect((await shop.push()).status).toBe(200)
    shop.control.fault({ at: 'auth', answer: 'wrongAuthType' })
    expect((await shop.auth()).json.errorCode).toBe('400.008.01')
  })
})

describe('the answer to a query', () => {
  it.each([
    ['processing', 500, { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' }],
    ['processing200', 200, { errorCode: '500.001.1001', errorMessage: '' }],
    ['unknownTransaction', 500, { errorCode: '500.001.1001', errorMessage: 'The transaction does not Exist' }],
    ['invalidToken', 404, { errorCode: '404.001.03' }],
    ['pending', 200, { ResultCode: '4999' }],
    ['contradict', 200, { ResultCode: '1037' }],
  ] as const)('is %s for a payment that was made, once', async (answer, status, json) => {
    shop = await openTestShop()
    const id = await pushed()
    await shop.control.answer(id, { pin: '1234' })
    shop.control.fault({ at: 'query', answer })
    expect(await shop.query(id)).toMatchObject({ status, json })
    expect((await shop.query(id)).json.ResultCode).toBe('0')
  })

  it('contradicts payments only', async () => {
    shop = await openTestShop()
    shop.control.fault({ at: 'query', answer: 'contradict' })
    const id = await pushed()
    expect((await shop.query(id)).json.ResultCode).toBe('4999')
    await shop.control.answer(id, 'cancel')
    expect((await shop.query(id)).json.ResultCode).toBe('1032')
    expect(shop.control.faults()).toHaveLength(1)
  })
})
