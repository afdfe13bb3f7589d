import { constants, generateKeyPairSync, privateDecrypt, X509Certificate } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { mpesaKey, payout, payoutAccount } from '../../test/payout-account.ts'
import { prompt, settings } from '../../test/scripted-daraja.ts'
import {
  checkPayoutSettings,
  checkSettings,
  isCertificate,
  nairobiTimestamp,
  payoutBody,
  promptBody,
  queryBody,
  questionBody,
  readNairobiTimestamp,
  securityCredential,
} from './request-bodies.ts'

const lastSecondOfTheDay = Date.parse('2026-11-20T20:59:59Z')

describe('request bodies', () => {
  it('writes a push to a PayBill', () => {
    expect(promptBody(settings, prompt, lastSecondOfTheDay)).toEqual({
      BusinessShortCode: 174379,
      Password: Buffer.from('174379the-passkey20261120235959').toString('base64'),
      Timestamp: '20261120235959',
      TransactionType: 'CustomerPayBillOnline',
      Amount: '4500',
      PartyA: '254712345678',
      PartyB: '174379',
      PhoneNumber: '254712345678',
      CallBackURL: 'https://shop.example/api/callbacks/stk/abc',
      AccountReference: '1A2B3C4D',
      TransactionDesc: 'Viatu shoes',
    })
  })

  it('writes the time of Nairobi, where the day changes three hours before UTC, and the same one in the password', () => {
    const body = promptBody(settings, prompt, lastSecondOfTheDay + 1000)
    expect(body.Timestamp).toBe('20261121000000')
    expect(Buffer.from(body.Password, 'base64').toString()).toBe('174379the-passkey20261121000000')
  })

  it('pays the till where goods are bought, with the shortcode of the store', () => {
    const till = promptBody({ ...settings, transactionType: 'CustomerBuyGoodsOnline', till: '5566778' }, prompt, 0)
    expect(till).toMatchObject({ BusinessShortCode: 174379, PartyB: '5566778', TransactionType: 'CustomerBuyGoodsOnline' })
  })

  it('lowers the case of the callback host and leaves the path', () => {
    expect(promptBody(settings, { ...prompt, callbackUrl: 'https://Shop.Example/Api/X' }, 0).CallBackURL).toBe('https://shop.example/Api/X')
  })

  it('writes a query', () => {
    const { Password, ...rest } = queryBody(settings, 'ws_CO_1', lastSecondOfTheDay)
    expect(rest).toEqual({ BusinessShortCode: 174379, Timestamp: '20261120235959', CheckoutRequestID: 'ws_CO_1' })
    expect(Buffer.from(Password, 'base64').toString()).toBe('174379the-passkey20261120235959')
  })

  it.each([
    { phone: '0712345678' },
    { phone: '+254712345678' },
    { phone: '254812345678' },
    { phone: '2547123456789' },
    { phone: '254712345678\n' },
    { amount: 450_050 },
    { amount: 100.5 },
    { amount: 0 },
    { amount: -100 },
    { amount: 25_000_100 },
    { amount: Number.NaN },
    { amount: Number.POSITIVE_INFINITY },
    { reference: '' },
    { reference: '1234567890123' },
    { reference: 'ORDER-1' },
    { description: 'fourteen chars' },
    { callbackUrl: '/api/callbacks' },
    { callbackUrl: 'file:///etc/hosts' },
  ])('throws for %j', (wrong) => {
    expect(() => promptBody(settings, { ...prompt, ...wrong }, 0)).toThrow(RangeError)
  })

  it('takes the smallest and the largest amount', () => {
    expect([100, 25_000_000].map((amount) => promptBody(settings, { ...prompt, amount }, 0).Amount)).toEqual(['1', '250000'])
  })

  it('never repeats the phone in what it throws', () => {
    expect(() => promptBody(settings, { ...prompt, phone: '0712345678' }, 0)).toThrow(/^(?!.*0712345678)/)
  })

  it.each([{ baseUrl: 'sandbox' }, { shortcode: '12' }, { shortcode: '017437' }, { transactionType: 'CustomerBuyGoodsOnline' as const }])(
    'refuses the settings %j',
    (wrong) => {
      expect(() => checkSettings({ ...settings, ...wrong })).toThrow(RangeError)
    },
  )

  it('throws without an id to ask about', () => {
    expect(() => queryBody(settings, '', 0)).toThrow(RangeError)
  })
})

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

const { certificate } = payoutAccount

describe('the security credential', () => {
  it('is the password with PKCS #1 v1.5 padding, sealed with the key of the certificate', () => {
    const sealed = Buffer.from(securityCredential('påss/word', certificate), 'base64')
    const block = privateDecrypt({ key: mpesaKey, padding: constants.RSA_NO_PADDING }, sealed)
    expect([...block.subarray(0, 2)]).toEqual([0, 2])
    const end = block.indexOf(0, 2)
    expect(end).toBeGreaterThanOrEqual(10)
    expect(block.subarray(end + 1).toString()).toBe('påss/word')
  })

  it('is another one each time', () => {
    expect(securityCredential('password', certificate)).not.toBe(securityCredential('password', certificate))
  })
})

describe('a certificate', () => {
  it('is one that others read, too', () => {
    const read = new X509Certificate(certificate)
    expect([read.subject, read.issuer]).toEqual(['CN=M-Pesa of a test', 'CN=M-Pesa of a test'])
    expect(read.verify(read.publicKey)).toBe(true)
    expect([new Date(read.validFrom), new Date(read.validTo)]).toEqual([new Date('2026-11-01'), new Date('2036-11-01')])
  })

  it('is nothing else: no key, no half of one, no text', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const others = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      privateKey.export({ type: 'pkcs8', format: 'pem' }),
      certificate.slice(0, 300),
      'certificate',
      '',
    ]
    expect([certificate, `\n${certificate}\n`, ...others].map((text) => isCertificate(String(text)))).toEqual([
      true,
      true,
      ...others.map(() => false),
    ])
  })
})

describe('nairobi time', () => {
  it.each([
    ['2026-11-20T20:59:59.999Z', '20261120235959'],
    ['2026-11-20T21:00:00.000Z', '20261121000000'],
    ['2026-12-31T21:00:00.000Z', '20270101000000'],
    ['2028-02-28T21:30:05.000Z', '20280229003005'],
    ['2026-07-01T00:00:00.000Z', '20260701030000'],
  ])('writes %s as %s', (instant, written) => {
    expect(nairobiTimestamp(Date.parse(instant))).toBe(written)
  })

  it('reads back what it writes, to the second', () => {
    expect(readNairobiTimestamp('20191219102115')).toEqual(new Date('2019-12-19T07:21:15Z'))
    expect(readNairobiTimestamp('20270101000000')).toEqual(new Date('2026-12-31T21:00:00Z'))
  })

  it.each(['', '2019121910211', '201912191021150', '20260230120000', '20261301000000', '20260101240000', '00000101000000', '2026-01-01 00:0', 'now'])(
    'does not read %j',
    (text) => {
      expect(readNairobiTimestamp(text)).toBeNull()
    },
  )
})
