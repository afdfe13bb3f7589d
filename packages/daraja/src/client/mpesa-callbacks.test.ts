import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callbackAnswer, readStkCallback } from './mpesa-callbacks.ts'

const items = [
  { Name: 'Amount', Value: 1.0 },
  { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
  { Name: 'Balance' },
  { Name: 'TransactionDate', Value: 20191219102115 },
  { Name: 'PhoneNumber', Value: 254708374149 },
]
const head = { MerchantRequestID: '29115-34620561-1', CheckoutRequestID: 'ws_CO_191220191020363925', ResultCode: 0, ResultDesc: 'Fine.' }
const callback = (fields: object, item: unknown = items) =>
  readStkCallback(JSON.stringify({ Body: { stkCallback: { ...head, CallbackMetadata: { Item: item }, ...fields } } }))
const amount = (Value: unknown) => callback({}, [{ Name: 'Amount', Value }])?.amount

describe('readStkCallback', () => {
  it('reads the official success', () => {
    expect(callback({})).toEqual({
      checkoutRequestId: 'ws_CO_191220191020363925',
      merchantRequestId: '29115-34620561-1',
      resultCode: '0',
      resultDesc: 'Fine.',
      amount: 100,
      receipt: 'NLJ7RT61SV',
      paidAt: new Date('2019-12-19T07:21:15Z'),
      phone: '254708374149',
    })
  })

  it('reads a failure, which has no metadata', () => {
    const cancelled = callback({ ResultCode: 1032, CallbackMetadata: undefined })
    expect(cancelled).toMatchObject({ resultCode: '1032', amount: null, receipt: null, paidAt: null })
  })

  it('reads by name, in any order and among strangers', () => {
    expect(callback({}, [{ Name: 'New', Value: {} }, null, 7, ...items.toReversed()])).toEqual(callback({}))
  })

  it('reads a single item that is no list', () => {
    expect(callback({}, items[1])?.receipt).toBe('NLJ7RT61SV')
  })

  it('reads nothing from a name that stands twice', () => {
    expect(callback({}, [...items, { Name: 'Amount', Value: 9999 }])?.amount).toBeNull()
  })

  it.each([null, 'x', 5, [], {}, [[]], [{}], [{ Name: 'Amount' }]])('bears the items %j', (item) => {
    expect(callback({}, item)).toMatchObject({ resultCode: '0', amount: null, receipt: null, paidAt: null })
  })

  it.each([
    [0, '0'],
    ['0', '0'],
    [1037, '1037'],
    ['SFC_IC0003', 'SFC_IC0003'],
  ])('reads the ResultCode %j as text', (code, text) => {
    expect(callback({ ResultCode: code })?.resultCode).toBe(text)
  })

  it.each([null, true, '', {}, [0], 'a b', undefined])('takes a body with the ResultCode %j for no callback', (code) => {
    expect(callback({ ResultCode: code })).toBeNull()
  })

  it.each([
    [4500, 450_000],
    [1.0, 100],
    [534.65, 53_465],
    ['1.00', 100],
    ['250000', 25_000_000],
  ])('reads the amount %j', (value, cents) => {
    expect(amount(value)).toBe(cents)
  })

  it.each(['5000abc', '1,000', ' 5', '5 ', '0x10', '1e3', '-5', '٣', '', null, true, [5000], { valueOf: 5 }, 1.005, -1, 1e21])(
    'reads no amount from %j',
    (value) => {
      expect(amount(value)).toBeNull()
    },
  )

  it.each(['nlj7rt61sv', 'NLJ7RT61S!', 'SHORT', 'X'.repeat(21), '', null, ['NLJ7RT61SV']])('reads no receipt from %j', (value) => {
    expect(callback({}, [{ Name: 'MpesaReceiptNumber', Value: value }])?.receipt).toBeNull()
  })

  it.each(['', 'null', '[]', '5', '"Body"', '{', '{}', '{"Body":null}', '{"Body":{"stkCallback":[]}}', '{"Result":{}}'])(
    'takes %s for no callback',
    (body) => {
      expect(readStkCallback(body)).toBeNull()
    },
  )

  it('reads nothing inherited', () => {
    const fields = `{"stkCallback":${JSON.stringify(head)}}`
    expect(readStkCallback(`{"__proto__":{"Body":${fields}}}`)).toBeNull()
    expect(readStkCallback(`{"Body":{"__proto__":${fields}}}`)).toBeNull()
    expect(readStkCallback(`{"Body":{"stkCallback":{"__proto__":${JSON.stringify(head)}}}}`)).toBeNull()
    expect(({} as Record<string, unknown>).Body).toBeUndefined()
  })

  it('bears 16 KB of brackets', () => {
    const deep = '['.repeat(8000) + ']'.repeat(8000)
    expect(readStkCallback(deep)).toBeNull()
    expect(readStkCallback('{"a":'.repeat(3000))).toBeNull()
    expect(
      readStkCallback(`{"Body":{"stkCallback":{"CheckoutRequestID":"x","ResultCode":0,"CallbackMetadata":{"Item":${deep}}}}}`)?.amount,
    ).toBeNull()
  })

  it('never throws', () => {
    const anything = fc.oneof(fc.string(), fc.json({ maxDepth: 6 }))
    fc.assert(fc.property(anything, (body) => void readStkCallback(body)))
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (code, item) => void callback({ ResultCode: code }, item)))
  })

  it('has one answer for M-Pesa', () => {
    expect(JSON.stringify(callbackAnswer)).toBe('{"ResultCode":0,"ResultDesc":"Accepted"}')
  })
})
