import { afterEach, describe, expect, it } from 'vitest'
import { credentials, openTestShop, payer, phone } from '../../test/test-shop.ts'
import { createDaraja } from './daraja.ts'
import type { PayoutRequest, PayoutSettings } from './mpesa.ts'
import { readPayoutResult, readTransactionStatus } from './mpesa-callbacks.ts'
import { memoryTokens } from './token.ts'

let shop: Awaited<ReturnType<typeof openTestShop>>
afterEach(() => shop.close())

async function open(changes: Partial<PayoutSettings> = {}, totalTimeoutMs = 5000) {
  shop = await openTestShop()
  const { url: baseUrl, control } = shop.simulator
  const account: PayoutSettings = { ...payer, certificate: await control.certificate(), ...changes }
  const daraja = { baseUrl, ...credentials, transactionType: 'CustomerPayBillOnline' as const, till: null, payouts: account }
  const payouts = createDaraja(daraja, { tokens: memoryTokens(), totalTimeoutMs }).payouts!
  const addresses = { resultUrl: `${shop.receiver.url}/results/1`, timeoutUrl: `${shop.receiver.url}/late/1` }
  const payout: PayoutRequest = { payoutId: 'payout-1', phone, amount: 150_000, remarks: 'Viatu commission', occasion: 'Payout', ...addresses }
  const ask = (about: { receipt: string } | { originatorConversationId: string } = { originatorConversationId: 'payout-1' }) =>
    payouts.queryTransaction({ ...about, resultUrl: `${shop.receiver.url}/found/1`, timeoutUrl: addresses.timeoutUrl })
  const found = async () => {
    const { path, text } = await shop.receiver.next()
    return { path, ...readTransactionStatus(text)! }
  }
  const result = async () => {
    const { path, text } = await shop.receiver.next()
    return { path, ...readPayoutResult(text)! }
  }
  return { payouts, control, payout, ask, result, found }
}

describe('a payout over the wire', () => {
  it('is accepted, paid, told once, and known to a question by its id and by its receipt', async () => {
    const { payouts, control, payout, ask, result, found } = await open()
    const accepted = await payouts.requestPayout(payout)
    expect(accepted).toEqual({ outcome: 'accepted', conversationId: expect.stringMatching(/^AG_/), originatorConversationId: 'payout-1' })
    const told = await result()
    const paid = control.book().payouts[0]!
    // The wire's time has no milliseconds.
    const completedAt = new Date(Math.floor(Date.parse(paid.paidAt) / 1000) * 1000)
    const facts = { receipt: paid.receipt, amount: 150_000, completedAt, recipient: { phone, name: 'JOHN DOE' }, resultCode: '0' }
    expect(told).toMatchObject({ path: '/results/1', originatorConversationId: 'payout-1', conversationId: paid.conversationId, ...facts })
    for (const about of [{ originatorConversationId: 'payout-1' }, { receipt: paid.receipt }]) {
      expect((await ask(about)).outcome).toBe('accepted')
      expect(await found()).toMatchObject({ path: '/found/1', state: 'completed', originatorConversationId: 'payout-1', ...facts })
    }
    await control.settled()
    expect(shop.receiver.received).toEqual([])
  })

  it.each(['1', '4', '11', '2001', '2040', '8006', 'SFC_IC0003', 'X-77'])(
    'fails with %s in the result and in what a question finds',
    async (code) => {
      const { payouts, control, payout, ask, result, found } = await open()
      control.fault({ at: 'payoutResult', code })
      await payouts.requestPayout(payout)
      expect(await result()).toMatchObject({ resultCode: code, receipt: null, amount: null, completedAt: null })
      await ask()
      expect(await found()).toMatchObject({ state: 'failed', status: 'Declined', receipt: null })
      expect(control.book()).toMatchObject({ payouts: [], funds: 1_000_000 })
    },
  )

  it('is never made twice, however often it is asked for', async () => {
    const { payouts, control, payout } = await open()
    const answers = await Promise.all(Array.from({ length: 10 }, () => payouts.requestPayout(payout)))
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['accepted', ...Array(9).fill('unknown')])
    expect(answers.find(({ outcome }) => outcome === 'unknown')).toEqual({ outcome: 'unknown', reason: 'error 500.002.1001' })
    await control.settled()
    expect(control.book()).toMatchObject({ paidOut: 1500, funds: 998_500 })
    expect(shop.receiver.received).toHaveLength(1)
  })
})

describe('what M-Pesa answers to a payout', () => {
  it.each([
    ['spikeArrest', { outcome: 'refused', code: '500.003.02', busy: true, credentials: false }],
    ['quota', { outcome: 'refused', code: '500.003.03', busy: true, credentials: false }],
    ['invalidNumber', { outcome: 'refused', code: '400.002.02', busy: false, credentials: false }],
    ['invalidInitiator', { outcome: 'refused', code: '400.002.02', busy: false, credentials: true }],
    ['maintenance', { outcome: 'unknown', reason: 'error 500.002.1001' }],
    ['internal', { outcome: 'unknown', reason: 'error 500.003.1001' }],
    ['html', { outcome: 'unknown' }],
    ['empty', { outcome: 'unknown' }],
    ['plain500', { outcome: 'unknown' }],
    ['cut', { outcome: 'unknown' }],
    ['lostReply', { outcome: 'unknown' }],
    ['hang', { outcome: 'unknown', reason: 'time-out' }],
  ] as const)('%s; asked for again under the same id it is paid once', async (answer, expected) => {
    const { payouts, control, payout, result } = await open({}, 1500)
    control.fault({ at: 'payout', answer })
    expect(await payouts.requestPayout(payout)).toMatchObject(expected)
    const wentOut = ['lostReply', 'hang'].includes(answer)
    expect(control.payouts()).toHaveLength(wentOut ? 1 : 0)
    expect((await payouts.requestPayout(payout)).outcome).toBe(wentOut ? 'unknown' : 'accepted')
    expect(await result()).toMatchObject({ resultCode: '0', originatorConversationId: 'payout-1' })
    await control.settled()
    expect(control.book()).toMatchObject({ paidOut: 1500 })
    expect(shop.receiver.received).toEqual([])
  })

  it('is renewed by a new token, when another process has ended it', async () => {
    const { payouts, control, payout, ask } = await open()
    await payouts.requestPayout(payout)
    control.revokeToken()
    expect((await ask()).outcome).toBe('accepted')
  })
})

describe('a wrong initiator', () => {
  it.each([{ initiatorPassword: 'wrong' }, { initiatorName: 'somebody' }])('%j is 2001 in the result, and three times lock it', async (wrong) => {
    const { payouts, control, payout, ask, result, found } = await open(wrong)
    for (const [count, code] of ['2001', '2001', '2001', '8006'].entries()) {
      await payouts.requestPayout({ ...payout, payoutId: `payout-${count}` })
      expect(await result()).toMatchObject({ resultCode: code, receipt: null })
    }
    await ask({ originatorConversationId: 'payout-1' })
    expect(await found()).toMatchObject({ state: 'unknown', resultCode: '8006' })
    expect(control.book().payouts).toEqual([])
  })

  it('of a shortcode that is not ours is refused', async () => {
    const { payouts, payout } = await open({ shortcode: '600000' })
    expect(await payouts.requestPayout(payout)).toMatchObject({ outcome: 'refused', message: 'Bad Request - Invalid PartyA', credentials: false })
  })
})

describe('what a question finds', () => {
  it('is nothing about a payout that M-Pesa never had, and that one can be asked for', async () => {
    const { payouts, control, payout, ask, found } = await open()
    control.fault({ at: 'payout', answer: 'cut' })
    expect((await payouts.requestPayout(payout)).outcome).toBe('unknown')
    await ask()
    expect(await found()).toMatchObject({ state: 'unknown', resultCode: 'R000002', status: '' })
    expect((await payouts.requestPayout(payout)).outcome).toBe('accepted')
  })

  it('is open after a time-out, and completed when the late result is there', async () => {
    const { payouts, control, payout, ask, result, found } = await open()
    control.fault({ at: 'payoutResult', timeout: true, afterMs: 300 })
    await payouts.requestPayout(payout)
    expect((await shop.receiver.next()).path).toBe('/late/1')
    await ask()
    expect(await found()).toMatchObject({ state: 'open', status: 'Authorized', receipt: null })
    expect(await result()).toMatchObject({ path: '/results/1', resultCode: '0' })
    await ask()
    expect(await found()).toMatchObject({ state: 'completed' })
    expect(control.book()).toMatchObject({ paidOut: 1500 })
  })

  it('is the payment whose reply and whose result were both lost', async () => {
    const { payouts, control, payout, ask, found } = await open()
    control.fault({ at: 'payout', answer: 'lostReply' })
    control.fault({ at: 'payoutResult', drop: true })
    expect((await payouts.requestPayout(payout)).outcome).toBe('unknown')
    await control.settled()
    await ask()
    expect(await found()).toMatchObject({ state: 'completed', receipt: control.book().payouts[0]!.receipt, amount: 150_000 })
  })

  it('is unknown for a status that no list names', async () => {
    const { payouts, control, payout, ask, result, found } = await open()
    await payouts.requestPayout(payout)
    await result()
    control.fault({ at: 'statusResult', status: 'Pending Review' })
    await ask()
    expect(await found()).toMatchObject({ state: 'unknown', status: 'Pending Review', receipt: null })
  })
})
