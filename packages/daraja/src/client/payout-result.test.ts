import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPayoutResult, readTransactionStatus } from './mpesa-callbacks.ts'

const parameters = [
  { Key: 'TransactionAmount', Value: 10 },
  { Key: 'TransactionReceipt', Value: 'SG632NMUAB' },
  { Key: 'ReceiverPartyPublicName', Value: '254705912645 - JOHN DOE' },
  { Key: 'TransactionCompletedDateTime', Value: '06.07.2024 22:48:52' },
  { Key: 'B2CUtilityAccountAvailableFunds', Value: 8959269.6 },
  { Key: 'B2CRecipientIsRegisteredCustomer', Value: 'Y' },
]
const head = {
  ResultType: 0,
  ResultCode: 0,
  ResultDesc: 'Fine.',
  OriginatorConversationID: 'payout-1',
  ConversationID: 'AG_1',
  TransactionID: 'SG632NMUAB',
}
const bodyOf = (fields: object, parameter: unknown) =>
  JSON.stringify({ Result: { ...head, ...(parameter !== null && { ResultParameters: { ResultParameter: parameter } }), ...fields } })
const payout = (fields: object = {}, parameter: unknown = parameters) => readPayoutResult(bodyOf(fields, parameter))

describe('readPayoutResult', () => {
  it('reads the official success', () => {
    expect(payout()).toEqual({
      originatorConversationId: 'payout-1',
      conversationId: 'AG_1',
      resultCode: '0',
      resultDesc: 'Fine.',
      receipt: 'SG632NMUAB',
      amount: 1000,
      completedAt: new Date('2024-07-06T19:48:52Z'),
      recipient: { phone: '254705912645', name: 'JOHN DOE' },
    })
  })

  it('reads a failure, which has no parameters, and whose TransactionID is the receipt of nothing', () => {
    expect(payout({ ResultCode: 2001, ResultDesc: 'Wrong.' }, null)).toEqual({
      originatorConversationId: 'payout-1',
      conversationId: 'AG_1',
      resultCode: '2001',
      resultDesc: 'Wrong.',
      receipt: null,
      amount: null,
      completedAt: null,
      recipient: { phone: null, name: null },
    })
  })

  it.each([
    [2001, '2001'],
    ['0', '0'],
    ['SFC_IC0003', 'SFC_IC0003'],
  ])('reads the ResultCode %j as text', (code, text) => expect(payout({ ResultCode: code })?.resultCode).toBe(text))

  it('takes the TransactionID for the receipt where the parameters lack one', () => {
    expect(payout({}, [])).toMatchObject({ receipt: 'SG632NMUAB', amount: null })
  })

  it('reads by key, in any order, among strangers, and a single one that is no list', () => {
    expect(payout({}, [null, 7, { Key: 'New', Value: {} }, ...parameters.toReversed()])).toEqual(payout())
    expect(payout({}, parameters[0])).toMatchObject({ amount: 1000 })
    expect(payout({}, [...parameters, { Key: 'TransactionAmount', Value: 99 }])?.amount).toBeNull()
  })

  it.each([
    ['254705912645 - JOHN - PAUL ', { phone: '254705912645', name: 'JOHN - PAUL' }],
    ['2547 ***** 645 - JOHN', { phone: null, name: '2547 ***** 645 - JOHN' }],
    ['JOHN DOE', { phone: null, name: 'JOHN DOE' }],
    ['254705912645 - ', { phone: '254705912645', name: null }],
    ['', { phone: null, name: null }],
    [7, { phone: null, name: '7' }],
    [{}, { phone: null, name: null }],
  ])('reads the recipient %j', (Value, recipient) => {
    expect(payout({}, [{ Key: 'ReceiverPartyPublicName', Value }])?.recipient).toEqual(recipient)
  })

  it.each(['2024-07-06 22:48:52', '30.02.2024 10:00:00', '06.07.2024', '', 20240706224852, null])('reads no time from %j', (Value) => {
    expect(payout({}, [{ Key: 'TransactionCompletedDateTime', Value }])?.completedAt).toBeNull()
  })

  it('does not take a finding for a result', () => {
    expect(payout({}, [{ Key: 'TransactionStatus', Value: 'Completed' }])).toBeNull()
  })

  it.each(['', 'null', '[]', '5', '{', '{}', '{"Result":null}', '{"Result":{}}', '{"Result":{"ResultCode":{}}}', '{"Body":{"stkCallback":{}}}'])(
    'takes %s for no result',
    (body) => {
      expect(readPayoutResult(body)).toBeNull()
      expect(readTransactionStatus(body)).toBeNull()
    },
  )

  it('reads nothing inherited, and never throws', () => {
    expect(readPayoutResult(`{"__proto__":${bodyOf({}, parameters)}}`)).toBeNull()
    const anything = fc.oneof(fc.string(), fc.json({ maxDepth: 6 }))
    fc.assert(fc.property(anything, (body) => void [readPayoutResult(body), readTransactionStatus(body)]))
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (code, item) => {
        const body = bodyOf({ ResultCode: code }, item)
        void [readPayoutResult(body), readTransactionStatus(body)]
      }),
    )
  })
})

describe('readTransactionStatus', () => {
  const found = (status: unknown, fields: object = {}) =>
    readTransactionStatus(
      bodyOf({ OriginatorConversationID: '1236-7134259-1', ...fields }, [
        { Key: 'ReceiptNo', Value: 'SG632NMUAB' },
        { Key: 'TransactionStatus', Value: status },
        { Key: 'Amount', Value: '10.00' },
        { Key: 'FinalisedTime', Value: 20240706224852 },
        { Key: 'CreditPartyName', Value: '254705912645 - JOHN DOE' },
        { Key: 'OriginatorConversationID', Value: 'payout-1' },
        { Key: 'TransactionReason' },
      ]),
    )

  it('reads a payout that was completed', () => {
    expect(found('Completed')).toEqual({
      state: 'completed',
      status: 'Completed',
      resultCode: '0',
      resultDesc: 'Fine.',
      originatorConversationId: 'payout-1',
      receipt: 'SG632NMUAB',
      amount: 1000,
      completedAt: new Date('2024-07-06T19:48:52Z'),
      recipient: { phone: '254705912645', name: 'JOHN DOE' },
    })
  })

  it.each([
    ['Completed', 'completed'],
    ['COMPLETED', 'completed'],
    ['Declined', 'failed'],
    ['Cancelled', 'failed'],
    ['Expired', 'failed'],
    ['Initiated', 'open'],
    ['Authorized', 'open'],
    ['Something New', 'unknown'],
    ['constructor', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
    [{}, 'unknown'],
  ])('takes the status %j for %s', (status, state) => {
    expect(found(status)).toMatchObject({ state, receipt: state === 'completed' ? 'SG632NMUAB' : null })
  })

  it('says nothing about the payout when the question failed', () => {
    expect(found('Completed', { ResultCode: 2001 })).toMatchObject({ state: 'unknown', status: '', resultCode: '2001', receipt: null })
    expect(readTransactionStatus(bodyOf({ ResultCode: 'R000002' }, null))).toMatchObject({ state: 'unknown', amount: null })
  })
})
