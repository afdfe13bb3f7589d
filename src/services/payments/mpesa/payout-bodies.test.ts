import { describe, expect, it } from 'vitest'
import { payout, payoutAccount } from '../../../../test/payout-account.ts'
import { checkPayoutSettings, payoutBody, questionBody } from './request-bodies.ts'

const addresses = { resultUrl: 'https://shop.example/r', timeoutUrl: 'https://shop.example/t' }

describe('bodies of payouts', () => {
  it('writes a payment to a phone', () => {
    expect(payoutBody(payoutAccount, payout)).toEqual({
      OriginatorConversationID: '7f3c2a10-0001-4000-8000-1a2b3c4d5e6f',
      InitiatorName: 'viatu-payer',
      SecurityCredential: expect.stringMatching(/^[A-Za-z0-9+/]{342}==$/),
      CommandID: 'BusinessPayment',
      Amount: '1500',
      PartyA: '600992',
      PartyB: '254712345678',
      Remarks: 'Viatu commission',
      QueueTimeOutURL: 'https://shop.example/api/callbacks/payouts/abc/late',
      ResultURL: 'https://shop.example/api/callbacks/payouts/abc/result',
      Occassion: 'Payout',
    })
  })

  it('asks about a payout by its id, or by a receipt', () => {
    const byId = questionBody(payoutAccount, { originatorConversationId: payout.payoutId, ...addresses })
    expect(byId).toMatchObject({
      Initiator: 'viatu-payer',
      CommandID: 'TransactionStatusQuery',
      OriginalConversationID: payout.payoutId,
      PartyA: '600992',
      IdentifierType: '4',
      ResultURL: 'https://shop.example/r',
      QueueTimeOutURL: 'https://shop.example/t',
    })
    expect(byId).not.toHaveProperty('TransactionID')
    const byReceipt = questionBody(payoutAccount, { receipt: 'SG632NMUAB', ...addresses })
    expect(byReceipt).toMatchObject({ TransactionID: 'SG632NMUAB' })
    expect(byReceipt).not.toHaveProperty('OriginalConversationID')
  })

  it('lowers the case of the hosts and leaves the paths', () => {
    const body = payoutBody(payoutAccount, { ...payout, resultUrl: 'https://Shop.Example/Api/X', timeoutUrl: 'https://SHOP.example/Late' })
    expect([body.ResultURL, body.QueueTimeOutURL]).toEqual(['https://shop.example/Api/X', 'https://shop.example/Late'])
  })

  it.each([
    { payoutId: '' },
    { payoutId: 'a b' },
    { payoutId: 'x'.repeat(41) },
    { phone: '0712345678' },
    { phone: '254712345678\n' },
    { amount: 150_050 },
    { amount: 0 },
    { amount: -100 },
    { amount: 25_000_100 },
    { amount: Number.NaN },
    { remarks: 'x' },
    { remarks: 'x'.repeat(101) },
    { occasion: '' },
    { occasion: 'x'.repeat(101) },
    { resultUrl: '/results' },
    { timeoutUrl: 'file:///etc/hosts' },
  ])('throws for %j', (wrong) => {
    expect(() => payoutBody(payoutAccount, { ...payout, ...wrong })).toThrow(RangeError)
  })

  it('takes the smallest and the largest amount, and never repeats the phone in what it throws', () => {
    expect([100, 25_000_000].map((amount) => payoutBody(payoutAccount, { ...payout, amount }).Amount)).toEqual(['1', '250000'])
    expect(() => payoutBody(payoutAccount, { ...payout, phone: '0712345678' })).toThrow(/^(?!.*0712345678)/)
  })

  it.each([{ originatorConversationId: '' }, { originatorConversationId: 'a b' }, { receipt: '' }, { receipt: 'lower1234' }])(
    'throws for the question %j',
    (about) => {
      expect(() => questionBody(payoutAccount, { ...about, ...addresses })).toThrow(RangeError)
    },
  )

  it.each([{ shortcode: '12' }, { initiatorName: '' }, { initiatorPassword: '' }, { certificate: 'none' }])('refuses the settings %j', (wrong) => {
    expect(() => checkPayoutSettings({ ...payoutAccount, ...wrong })).toThrow(RangeError)
  })
})
