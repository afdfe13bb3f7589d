import { describe, expect, it } from 'vitest'
import { accountFaults, paymentOutcome, resultCodes, resultOf } from './mpesa-outcomes.ts'

const outcomeOf = (code: string, isFinal: boolean, more: { receipt?: string; amount?: number } = {}) =>
  paymentOutcome({ code, text: '', receipt: null, amount: null, ...more }, { isFinal }).outcome

describe('the result codes of M-Pesa (daraja §2)', () => {
  const listed = ['1', '2', '3', '4', '8', '17', '26', '1001', '1019', '1025', '9999', '1032', '1037', '2001', '2028', 'SFC_IC0003', '8006']

  it.each(listed)('%s is a failure with a sentence', (code) => {
    expect(resultOf(code).outcome).toBe('failed')
    expect(resultOf(code).sentence).toMatch(/^[A-Z].{20,}\.$/)
  })
  it('0 is paid, 4999 is pending, and there are no others', () => {
    expect(resultOf('0').outcome).toBe('paid')
    expect(resultOf('4999').outcome).toBe('pending')
    expect(Object.keys(resultCodes).sort()).toEqual([...listed, '0', '4999'].sort())
  })
  it('each says something of its own', () => {
    const sentences = [...Object.values(resultCodes), resultOf('777')].map(({ sentence }) => sentence)
    expect(new Set(sentences).size).toBe(sentences.length)
  })
  it.each(['777', '', '00', '0.0', '-1', 'SFC_IC9999', '500.001.1001', 'toString', '__proto__', 'constructor'])(
    '%j is in no list and proves nothing in the answer to a query',
    (code) => expect(outcomeOf(code, false)).toBe('unclear'),
  )
  it.each(['777', '1031', '1036', '2029', 'TP40087', 'SFC_IC9999', 'toString', '__proto__'])('%j is final in a callback', (code) => {
    expect(outcomeOf(code, true)).toBe('failed')
    expect(resultOf(code)).toMatchObject({ outcome: 'failed', reason: 'declined' })
  })
  it.each(['', '00', '0.0'])('%j is no failure, though no list has it', (code) => expect(outcomeOf(code, true)).toBe('unclear'))
  it('a receipt or an amount beside a code that no list has contradicts a failure', () => {
    expect(outcomeOf('777', true, { receipt: 'QKJ4XT81ZP' })).toBe('unclear')
    expect(outcomeOf('777', true, { amount: 450_000 })).toBe('unclear')
    expect(outcomeOf('1032', true, { amount: 450_000 })).toBe('failed')
  })
})

it.each([
  ['refused', "400.008.01: M-Pesa refused the shop's own key", ['consumer_key', 'consumer_secret']],
  ['refused', '500.001.1001: Wrong credentials', ['passkey']],
  ['refused', '500.001.1001: Merchant does not exist', ['shortcode']],
  ['refused', '400.002.02: Bad Request - Invalid BusinessShortCode', ['shortcode']],
  ['refused', '400.002.02: Bad Request - Invalid CallBackURL', ['host']],
  ['refused', '400.002.02: Bad Request - Invalid PhoneNumber', ['phone']],
  ['refused', '404.001.01: Invalid API call as no apiproduct match found', ['consumer_key']],
  ['busy', '500.001.1001: Unable to lock subscriber, a transaction is already in process', ['phone']],
  ['busy', 'unreachable: M-Pesa was not reached: connect ECONNREFUSED', ['host']],
  ['busy', 'no_token: M-Pesa gave no access token', ['host']],
  ['2028', 'The request is not permitted', ['shortcode', 'till']],
  ['SFC_IC0003', 'The operator does not exist.', ['shortcode', 'till']],
  ['1032', 'Request cancelled by user', []],
  ['1', 'The balance is insufficient', []],
  [null, null, []],
])('the outcome %s “%s” is about %j', (code, text, parts) => expect(Object.keys(accountFaults(code, text))).toEqual(parts))
