import { afterEach, describe, expect, it } from 'vitest'
import { credentials, openTestShop, phone } from '../../test/test-shop.ts'
import { createDaraja } from './daraja.ts'
import type { DarajaSettings, PromptRequest } from './mpesa.ts'
import { readStkCallback } from './mpesa-callbacks.ts'
import { memoryTokens } from './token.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
afterEach(() => shop.close())

async function open(changes: Partial<DarajaSettings> = {}, totalTimeoutMs = 5000) {
  shop = await openTestShop()
  const { url: baseUrl, control } = shop.simulator
  const settings: DarajaSettings = { baseUrl, ...credentials, transactionType: 'CustomerPayBillOnline', till: null, payouts: null, ...changes }
  const mpesa = createDaraja(settings, { tokens: memoryTokens(), totalTimeoutMs })
  const callbackUrl = `${shop.receiver.url}/callbacks/1`
  const prompt: PromptRequest = { phone, amount: 527_000, reference: '3F9A21C8', description: 'Viatu shoes', callbackUrl }
  const accepted = async () => {
    const answer = await mpesa.requestPrompt(prompt)
    if (answer.outcome !== 'accepted') throw new Error(JSON.stringify(answer))
    return answer
  }
  const callback = async () => readStkCallback((await shop.receiver.next()).text)
  return { mpesa, control, prompt, accepted, callback }
}

describe('a payment over the wire', () => {
  it('is accepted, pending, paid, told once and known to the query', async () => {
    const { mpesa, control, accepted, callback } = await open()
    const { checkoutRequestId, merchantRequestId } = await accepted()
    expect(control.prompts()).toMatchObject([
      { checkoutRequestId, phone, amount: 5270, reference: '3F9A21C8', description: 'Viatu shoes', state: 'open' },
    ])
    expect(await mpesa.queryPrompt(checkoutRequestId)).toMatchObject({ outcome: 'answered', resultCode: '4999' })

    await control.answer(checkoutRequestId, { pin: '1234' })
    const [payment] = control.book().payments
    const told = await callback()
    expect(told).toMatchObject({ checkoutRequestId, merchantRequestId, resultCode: '0', amount: 527_000, receipt: payment!.receipt })
    // The wire's time has no milliseconds.
    expect(told!.paidAt!.getTime()).toBe(Math.floor(Date.parse(payment!.paidAt) / 1000) * 1000)
    expect(await mpesa.queryPrompt(checkoutRequestId)).toMatchObject({ outcome: 'answered', resultCode: '0' })
    const paid = { receipt: payment!.receipt, phone, maskedPhone: null, amount: 527_000, reference: '3F9A21C8', paidAt: new Date(payment!.paidAt) }
    expect(await mpesa.listPaid(new Date(Date.now() - 60_000))).toEqual([paid])
    expect(await mpesa.listPaid(new Date(Date.now() + 60_000))).toEqual([])
  })

  it('is not listed by an M-Pesa that does not answer', async () => {
    const { mpesa } = await open({ shortcode: '600000' })
    expect(await mpesa.listPaid(new Date(Date.now() - 60_000))).toBeNull()
  })

  it('is paid to a till', async () => {
    const { accepted } = await open({ transactionType: 'CustomerBuyGoodsOnline', till: '5566778' })
    expect((await accepted()).outcome).toBe('accepted')
  })

  it.each(['1', '17', '1032', '1037', '2001', '9999', 'SFC_IC0003', 'X-77'])('fails with %s in the callback and in the query', async (code) => {
    const { mpesa, control, accepted, callback } = await open()
    control.fault({ at: 'result', code })
    const { checkoutRequestId } = await accepted()
    expect(await callback()).toMatchObject({ checkoutRequestId, resultCode: code, amount: null, receipt: null, paidAt: null })
    expect(await mpesa.queryPrompt(checkoutRequestId)).toMatchObject({ outcome: 'answered', resultCode: code })
  })

  it('tells of items that lack, have no value, or are wrong', async () => {
    const { control, accepted, callback } = await open()
    control.fault({ at: 'callback', without: ['Amount'], valueless: ['MpesaReceiptNumber', 'TransactionDate'] })
    const first = await accepted()
    await control.answer(first.checkoutRequestId, { pin: '1234' })
    expect(await callback()).toMatchObject({ resultCode: '0', amount: null, receipt: null, paidAt: null })

    control.fault({ at: 'callback', amount: 1.5 })
    control.fault({ at: 'result', code: '0' })
    await accepted()
    expect(await callback()).toMatchObject({ resultCode: '0', amount: 150, receipt: expect.stringMatching(/^[A-Z0-9]{10}$/) })
  })
})

describe('what M-Pesa answers to a prompt', () => {
  it.each([
    ['spikeArrest', { outcome: 'refused', code: '500.003.02', busy: true }],
    ['quota', { outcome: 'refused', code: '500.003.03', busy: true }],
    ['locked', { outcome: 'refused', code: '500.001.1001', busy: true }],
    ['internal', { outcome: 'unknown', reason: 'error 500.003.1001' }],
    ['html', { outcome: 'unknown' }],
    ['empty', { outcome: 'unknown' }],
    ['plain500', { outcome: 'unknown' }],
    ['cut', { outcome: 'unknown' }],
    ['lostReply', { outcome: 'unknown' }],
    ['hang', { outcome: 'unknown', reason: 'time-out' }],
  ] as const)('%s', async (answer, expected) => {
    const { mpesa, control, prompt } = await open({}, 1500)
    control.fault({ at: 'submit', answer })
    expect(await mpesa.requestPrompt(prompt)).toMatchObject(expected)
    const wentOut = ['lostReply', 'hang'].includes(answer)
    expect(control.prompts()).toHaveLength(wentOut ? 1 : 0)
  })

  it('refuses wrong keys, a wrong passkey and a strange shortcode', async () => {
    const answers = []
    for (const wrong of [{ consumerSecret: 'wrong' }, { passkey: 'wrong' }, { shortcode: '999999' }]) {
      const { mpesa, prompt } = await open(wrong)
      answers.push(await mpesa.requestPrompt(prompt))
      if (wrong.shortcode === undefined) await shop.close()
    }
    expect(answers).toMatchObject([
      { outcome: 'refused', code: '400.008.01', busy: false },
      { outcome: 'refused', code: '500.001.1001', message: 'Wrong credentials', busy: false },
      { outcome: 'refused', code: '500.001.1001', message: 'Merchant does not exist', busy: false },
    ])
  })

  it('refuses a second prompt on a phone that has one', async () => {
    const { mpesa, prompt, accepted } = await open()
    await accepted()
    expect(await mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: '500.001.1001', busy: true })
  })
})

describe('the token over the wire', () => {
  it('is renewed when another process has ended it', async () => {
    const { control, accepted, mpesa } = await open()
    const { checkoutRequestId } = await accepted()
    control.revokeToken()
    expect((await mpesa.queryPrompt(checkoutRequestId)).outcome).toBe('answered')
  })

  it('is renewed once: a worthless one ends in a refusal, and no prompt went out', async () => {
    const { mpesa, control, prompt } = await open()
    control.fault({ at: 'auth', answer: 'worthlessToken', times: 'always' })
    expect(await mpesa.requestPrompt(prompt)).toMatchObject({ outcome: 'refused', code: '404.001.03', busy: true })
    control.clearFaults()
    expect((await mpesa.requestPrompt(prompt)).outcome).toBe('accepted')
    expect(control.prompts()).toHaveLength(1)
  })
})

describe('what a query says of a payment that was made', () => {
  it.each(['processing', 'processing200', 'unknownTransaction', 'html', 'empty', 'cut', 'spikeArrest', 'internal'] as const)(
    '%s is no answer, and the next one is',
    async (answer) => {
      const { mpesa, control, accepted } = await open()
      const { checkoutRequestId } = await accepted()
      await control.answer(checkoutRequestId, { pin: '1234' })
      control.fault({ at: 'query', answer })
      expect((await mpesa.queryPrompt(checkoutRequestId)).outcome).toBe('no_answer')
      expect(await mpesa.queryPrompt(checkoutRequestId)).toMatchObject({ outcome: 'answered', resultCode: '0' })
    },
  )

  it('asks in vain about a prompt that M-Pesa does not know', async () => {
    const { mpesa } = await open()
    expect(await mpesa.queryPrompt('ws_CO_unknown')).toEqual({ outcome: 'no_answer', reason: 'error 500.001.1001' })
  })
})
