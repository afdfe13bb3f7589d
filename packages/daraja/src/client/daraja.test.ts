import { describe, expect, it } from 'vitest'
import { accepted, invalidToken, prompt, scriptedDaraja, settings } from '../../test/scripted-daraja.ts'
import { createDaraja, readAll } from './daraja.ts'
import { readReply } from './mpesa-answers.ts'
import { memoryTokens } from './token.ts'

describe('a prompt', () => {
  it('is asked for with a token and a signed body, and accepted', async () => {
    const clock = () => Date.parse('2026-11-20T21:00:00Z')
    await using daraja = await scriptedDaraja({ turns: [accepted], clock })
    expect(await daraja.mpesa.requestPrompt(prompt)).toEqual({ outcome: 'accepted', checkoutRequestId: 'ws_CO_1', merchantRequestId: '29115-1' })

    const [token] = daraja.tokensAsked()
    expect([token!.method, token!.path]).toEqual(['GET', '/oauth/v1/generate?grant_type=client_credentials'])
    expect(token!.headers.authorization).toBe(`Basic ${Buffer.from('the-consumer-key:the-consumer-secret').toString('base64')}`)
    const [push] = daraja.asked()
    expect([push!.method, push!.path]).toEqual(['POST', '/mpesa/stkpush/v1/processrequest'])
    expect(push!.headers).toMatchObject({ authorization: 'Bearer token-1', 'content-type': 'application/json' })
    expect(JSON.parse(push!.body)).toMatchObject({ Amount: '4500', Timestamp: '20261121000000', PhoneNumber: prompt.phone })
  })

  it.each([
    [
      { status: 500, body: { errorCode: '500.001.1001', errorMessage: 'Wrong credentials' } },
      { outcome: 'refused', busy: false },
    ],
    [
      { status: 500, body: { errorCode: '500.001.1001', errorMessage: 'Unable to lock subscriber' } },
      { outcome: 'refused', busy: true },
    ],
    [{ status: 200, body: { errorCode: '500.001.1001', errorMessage: '' } }, { outcome: 'unknown' }],
    [
      { status: 500, body: { errorCode: '500.003.02', errorMessage: 'Spike arrest' } },
      { outcome: 'refused', busy: true },
    ],
    [
      { status: 200, body: '<html>gateway</html>' },
      { outcome: 'unknown', reason: 'unreadable answer, HTTP 200' },
    ],
    [{ status: 200, body: '' }, { outcome: 'unknown' }],
    [{ status: 302, body: '' }, { outcome: 'unknown' }],
    [
      { status: 200, body: `{"ResponseCode":"0","x":"${'x'.repeat(70_000)}"}` },
      { outcome: 'unknown', reason: 'reply too long' },
    ],
    [{ status: 503, body: accepted.body }, { outcome: 'accepted' }],
  ])('%j is read by its body', async (turn, answer) => {
    await using daraja = await scriptedDaraja({ turns: [turn] })
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject(answer)
    expect(daraja.asked()).toHaveLength(1)
  })

  it('rejects with a RangeError, and asks nobody, when we ask for nonsense', async () => {
    await using daraja = await scriptedDaraja({ turns: [accepted] })
    await expect(daraja.mpesa.requestPrompt({ ...prompt, amount: 450_050 })).rejects.toThrow(RangeError)
    expect([daraja.asked(), daraja.tokensAsked()]).toEqual([[], []])
    expect(() => createDaraja({ ...settings, shortcode: '' }, { tokens: memoryTokens() })).toThrow(RangeError)
  })
})

describe('a query', () => {
  it('is asked with the id and answered as text', async () => {
    const body = { ResponseCode: '0', CheckoutRequestID: 'ws_CO_1', ResultCode: '4999', ResultDesc: 'Under processing' }
    await using daraja = await scriptedDaraja({ turns: [{ body }] })
    expect(await daraja.mpesa.queryPrompt('ws_CO_1')).toEqual({ outcome: 'answered', resultCode: '4999', resultDesc: 'Under processing' })
    expect(daraja.asked()[0]!.path).toBe('/mpesa/stkpushquery/v1/query')
    expect(JSON.parse(daraja.asked()[0]!.body)).toMatchObject({ CheckoutRequestID: 'ws_CO_1', BusinessShortCode: 174379 })
  })

  it.each([500, 200])('takes 500.001.1001 with HTTP %i for no answer', async (status) => {
    const body = { errorCode: '500.001.1001', errorMessage: 'The transaction is being processed' }
    await using daraja = await scriptedDaraja({ turns: [{ status, body }] })
    expect(await daraja.mpesa.queryPrompt('ws_CO_1')).toEqual({ outcome: 'no_answer', reason: 'error 500.001.1001' })
  })
})

describe('the token', () => {
  it('is asked for once by 20 requests at a time, and kept', async () => {
    await using daraja = await scriptedDaraja({ turns: [accepted] })
    const answers = await Promise.all(Array.from({ length: 20 }, () => daraja.mpesa.requestPrompt(prompt)))
    await daraja.mpesa.queryPrompt('ws_CO_1')
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']))
    expect([daraja.tokensAsked().length, daraja.asked().length]).toEqual([1, 21])
  })

  it('is renewed once by 20 requests whose token was made invalid, and each is sent once more', async () => {
    let valid = 'token-2'
    await using daraja = await scriptedDaraja({
      turns: [
        (response, { headers }) => void response.end(JSON.stringify((headers.authorization === `Bearer ${valid}` ? accepted : invalidToken).body)),
      ],
    })
    const answers = await Promise.all(Array.from({ length: 20 }, () => daraja.mpesa.requestPrompt(prompt)))
    expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['accepted']))
    expect([daraja.tokensAsked().length, daraja.asked().length]).toEqual([2, 40])
    valid = 'token-3'
    expect((await daraja.mpesa.queryPrompt('ws_CO_1')).outcome).toBe('no_answer')
    expect([daraja.tokensAsked().length, daraja.asked().length]).toEqual([3, 42])
  })

  it('is renewed once and not twice', async () => {
    await using daraja = await scriptedDaraja({ turns: [invalidToken] })
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: '404.001.03', busy: true })
    expect(daraja.asked().map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2'])
    expect(await daraja.mpesa.queryPrompt('ws_CO_1')).toEqual({ outcome: 'no_answer', reason: 'error 404.001.03' })
  })

  it.each([
    [{ status: 400, body: { errorCode: '400.008.01', errorMessage: 'Invalid Authentication passed' } }, '400.008.01', false],
    [{ status: 400, body: '' }, 'no_token', false],
    [{ status: 500, body: { errorCode: '500.003.02', errorMessage: 'System is busy' } }, '500.003.02', true],
    [{ status: 200, body: '<html></html>' }, 'no_token', true],
    [{ status: 200, body: { access_token: 'with\nnewline', expires_in: 3599 } }, 'no_token', true],
  ])('refused with %j refuses the prompt, and nothing is sent', async (turn, code, busy) => {
    await using daraja = await scriptedDaraja({ turns: [accepted], tokenTurn: () => turn })
    expect(await daraja.mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code, busy })
    expect((await daraja.mpesa.queryPrompt('ws_CO_1')).outcome).toBe('no_answer')
    expect(daraja.asked()).toEqual([])
  })

  it('whose store fails refuses the prompt without a word of the store', async () => {
    const tokens = { read: () => Promise.reject(new Error('select token-1')), replace: () => Promise.reject(new Error('token-1')) }
    await using daraja = await scriptedDaraja({ turns: [accepted], tokens })
    const answer = await daraja.mpesa.requestPrompt(prompt)
    expect(answer).toMatchObject({ outcome: 'refused', code: 'no_token', busy: true })
    expect(daraja.logged[0]).toEqual({ event: 'mpesa token', outcome: 'store failed', code: 'Error' })
    expect(JSON.stringify([answer, daraja.logged])).not.toContain('token-1')
  })
})

const answer = (fields: object) => readReply({ outcome: 'reply', status: 200, body: JSON.stringify(fields) })
const read = (...pages: object[]) => readAll(async () => answer(pages.shift() ?? { ResponseCode: '1001', Response: [] }))
const row = {
  transactionId: 'QKJ4XT81ZP',
  trxDate: '2026-11-27T10:13:00Z',
  msisdn: 254712345678,
  transactiontype: 'c2b-pay-bill-debit',
  billreference: '1A2B3C4D',
  amount: '4500.00',
}
const payment = {
  receipt: 'QKJ4XT81ZP',
  phone: '254712345678',
  maskedPhone: null,
  reference: '1A2B3C4D',
  amount: 450_000,
  paidAt: new Date('2026-11-27T10:13:00Z'),
}
const without = (field: keyof typeof row) => ({ ...row, [field]: undefined })

it.each([
  ['a list', { ResponseCode: '1000', Response: [[row]] }, [payment]],
  ['a row without a type', { ResponseCode: '1000', Response: [[without('transactiontype')]] }, [payment]],
  ['a row without a number', { ResponseCode: '1000', Response: [[without('msisdn')]] }, [{ ...payment, phone: null }]],
  [
    'a row that hides its number',
    { ResponseCode: '1000', Response: [[{ ...row, msisdn: '2547 ***** 126' }]] },
    [{ ...payment, phone: null, maskedPhone: '2547 ***** 126' }],
  ],
  [
    'a row with a hashed number',
    { ResponseCode: '1000', Response: [[{ ...row, msisdn: '6b51d431df5d7f141cbececcf79edf3d' }]] },
    [{ ...payment, phone: null }],
  ],
  ['a row without a reference', { ResponseCode: '1000', Response: [[without('billreference')]] }, [{ ...payment, reference: '' }]],
  ['a row without a time', { ResponseCode: '1000', Response: [[without('trxDate')]] }, [{ ...payment, paidAt: null }]],
  ['a reversal', { ResponseCode: '1000', Response: [[{ ...row, transactiontype: 'reversal' }]] }, []],
  ['an empty list', { ResponseCode: '1001', ResponseMessage: 'No transactions found', Response: [] }, []],
  ['a failed question', { ResponseCode: '1001', ResponseMessage: 'Service request failed' }, null],
  ['an answer without rows', { ResponseCode: '1000' }, null],
  ['another code', { ResponseCode: '1002', Response: [] }, null],
])('%s is what was paid, or no answer', async (_, page, paid) => expect(await read(page)).toEqual(paid))
