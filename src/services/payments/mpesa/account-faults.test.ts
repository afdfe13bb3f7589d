import { expect, it } from 'vitest'
import { accountFaults } from './mpesa-outcomes.ts'

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
