import { describe, expect, it } from 'vitest'
import { prompt, settings } from '../../../../test/scripted-daraja.ts'
import { checkSettings, promptBody, queryBody } from './request-bodies.ts'

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
