import { createDaraja, memoryTokens } from '@viatu/daraja'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Cents } from '#domain/money.ts'
import { providerRefusals } from '#domain/payment.ts'
import { mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { credentials, openTestShop, payer, phone } from '../../../packages/daraja/test/test-shop.ts'
import { openStubMoney } from '../../../test/stub-provider.ts'
import type { PaymentProvider } from './payment-provider.ts'

type Trouble = 'refused' | 'busy' | 'wrong keys' | 'no answer'

/** A provider, and its service as the test plays it. Events that a simulator has to know beforehand are planned; then they happen. */
interface Bench {
  provider: PaymentProvider
  url: string
  /** The next request meets this failure, or the next payment ends with a code that no list has. */
  plan(trouble: Trouble | 'an odd code'): void
  planPayout(trouble: Trouble | 'a failure'): void
  /** The payer pays (or another amount), or refuses, or the planned odd code comes; the shop is notified of it. */
  pay(externalId: string, amount?: Cents): Promise<void>
  decline(externalId: string): Promise<void>
  tellOddly(externalId: string): Promise<void>
  payOut(payoutId: string): Promise<void>
  failPayout(payoutId: string): Promise<void>
  /** The next body that came to the shop. */
  next(): Promise<string>
  close(): Promise<unknown>
}

const benches: Record<string, () => Promise<Bench>> = {
  async 'M-Pesa, over the wire'() {
    const shop = await openTestShop()
    const { url: baseUrl, control } = shop.simulator
    const certificate = await control.certificate()
    const account = (more: object = {}) => ({
      ...{ baseUrl, ...credentials, transactionType: 'CustomerPayBillOnline' as const, till: null, payouts: { ...payer, certificate } },
      ...more,
    })
    const tokens = memoryTokens()
    const open = (more?: object) => mpesaProvider(createDaraja(account(more), { tokens: more ? memoryTokens() : tokens }))
    const bench: Bench = {
      provider: open(),
      url: shop.receiver.url,
      plan(trouble) {
        if (trouble === 'wrong keys') bench.provider = open({ consumerSecret: 'wrong' })
        else if (trouble === 'an odd code') control.fault({ at: 'result', code: 'X-77' })
        else control.fault({ at: 'submit', answer: ({ refused: 'invalidNumber', busy: 'spikeArrest', 'no answer': 'lostReply' } as const)[trouble] })
      },
      planPayout(trouble) {
        const answers = { refused: 'invalidNumber', busy: 'spikeArrest', 'wrong keys': 'invalidInitiator', 'no answer': 'lostReply' } as const
        if (trouble === 'a failure') control.fault({ at: 'payoutResult', code: '2040' })
        else control.fault({ at: 'payout', answer: answers[trouble] })
      },
      async pay(id, amount) {
        if (amount !== undefined) control.fault({ at: 'callback', amount: amount / 100 })
        await control.answer(id, { pin: '1234' })
      },
      decline: async (id) => void (await control.answer(id, 'cancel')),
      // The simulator does the rest by itself.
      tellOddly: async () => {},
      payOut: async () => {},
      failPayout: async () => {},
      next: async () => (await shop.receiver.next()).text,
      close: shop.close,
    }
    return bench
  },
  async 'Stub Money, which is nothing like it'() {
    const stub = openStubMoney()
    return {
      provider: stub.provider,
      url: 'https://shop.example',
      plan: (trouble) => trouble !== 'an odd code' && stub.takeNext(trouble),
      planPayout: (trouble) => trouble !== 'a failure' && stub.takeNext(trouble),
      pay: async (id, amount) => stub.settleCharge(id, 'settled', amount),
      decline: async (id) => stub.settleCharge(id, 'declined-3'),
      tellOddly: async (id) => stub.settleCharge(id, 'gone-fishing'),
      payOut: async (id) => stub.settleTransfer(id, 'settled'),
      failPayout: async (id) => stub.settleTransfer(id, 'declined-7'),
      next: async () => stub.sent.shift()?.body as string,
      close: async () => {},
    }
  },
}

let bench: Bench
afterEach(() => bench.close())

describe.each(Object.entries(benches))('%s', (_, openBench) => {
  const open = async () => {
    bench = await openBench()
    return bench
  }
  const request = (more: object = {}) =>
    bench.provider.request({
      phone,
      amount: 450_000,
      reference: '1A2B3C4D',
      description: 'Shoe order',
      callbackUrl: `${bench.url}/callbacks/1`,
      ...more,
    })
  const accepted = async () => {
    const answer = await request()
    if (answer.outcome !== 'accepted') throw new Error(JSON.stringify(answer))
    return answer.externalId
  }

  describe('a payment', () => {
    it('is accepted under an id, and proves nothing until the payer has answered', async () => {
      await open()
      const id = await accepted()
      expect(id).toMatch(/^[\x21-\x7e]{1,200}$/)
      expect(['pending', 'no_answer']).toContain((await bench.provider.query(id)).outcome)
    })

    it.each([
      ['refused', 'forGood'],
      ['busy', 'forNow'],
      ['wrong keys', 'ours'],
    ] as const)('is refused (%s), with a code, and a sentence for the buyer', async (trouble, kind) => {
      const { plan } = await open()
      plan(trouble)
      const answer = await request()
      expect(answer).toMatchObject({ outcome: 'refused', code: expect.stringMatching(/./), message: expect.any(String), busy: kind === 'forNow' })
      expect(answer.outcome === 'refused' && answer.ours === true).toBe(kind === 'ours')
      const { code } = providerRefusals[kind]
      expect(bench.provider.describe(code, null)).toEqual({ sentence: expect.stringMatching(/^[A-Z].{15,}\.$/), reason: null })
    })

    it('is unknown where no answer comes', async () => {
      const { plan } = await open()
      plan('no answer')
      expect(await request()).toEqual({ outcome: 'unknown', reason: expect.any(String) })
    })

    it('is an error of ours when no request could work', async () => {
      await open()
      await expect(request({ amount: 450_050 })).rejects.toThrow(RangeError)
    })

    it('is paid: the notification names it, its receipt and its amount; the query knows; told again it says the same', async () => {
      const { provider, pay, next } = await open()
      const id = await accepted()
      await pay(id)
      const body = await next()
      const told = provider.readCallback(body)
      expect(told).toMatchObject({ externalId: id, result: { outcome: 'paid', receipt: expect.stringMatching(/^[A-Z0-9]{8,20}$/), amount: 450_000 } })
      expect(provider.readCallback(body)).toEqual(told)
      expect(await provider.query(id)).toMatchObject({ outcome: 'paid', code: told?.result.code })
      expect(provider.describe(told?.result.code as string, '')).toEqual({ sentence: expect.stringMatching(/\.$/), reason: null })
    })

    it('names the amount that was paid, not the one that was asked for', async () => {
      const { provider, pay, next } = await open()
      await pay(await accepted(), 100_00)
      expect(provider.readCallback(await next())?.result).toMatchObject({ outcome: 'paid', amount: 100_00 })
    })

    it('is declined, with a reason that the shop knows and a sentence for the buyer', async () => {
      const { provider, decline, next } = await open()
      const id = await accepted()
      await decline(id)
      const told = provider.readCallback(await next())
      expect(told).toMatchObject({ externalId: id, result: { outcome: 'failed', reason: 'cancelled', receipt: null, amount: null } })
      expect(await provider.query(id)).toMatchObject({ outcome: 'failed', reason: 'cancelled' })
      expect(provider.describe(told?.result.code as string, '')).toEqual({ sentence: expect.stringMatching(/^You .*\.$/), reason: 'cancelled' })
    })

    it('has failed by a callback with a code that no list has, and is unclear by such an answer', async () => {
      const { provider, plan, tellOddly, next } = await open()
      plan('an odd code')
      const id = await accepted()
      await tellOddly(id)
      expect(provider.readCallback(await next())).toMatchObject({ externalId: id, result: { outcome: 'failed', reason: 'declined' } })
      expect(['unclear', 'no_answer']).toContain((await provider.query(id)).outcome)
    })

    it('is not known where it never was', async () => {
      await open()
      expect(await bench.provider.query('no-such-payment')).toEqual({ outcome: 'no_answer', reason: expect.any(String) })
    })
  })

  describe('what is no notification of its own', () => {
    const rubbish = ['', 'null', '{}', '[]', '"x"', '<html></html>', '\u0000', 'a=b&a=c', '{"__proto__":{"Body":{}}}', `${'{"a":'.repeat(3000)}`]
    it.each(rubbish)('is not read: %.20s', async (body) => {
      const { provider } = await open()
      expect(provider.readCallback(body)).toBeNull()
      expect([provider.readPayoutCallback(body, 'result'), provider.readPayoutCallback(body, 'status')]).toEqual([null, null])
    })

    it('is what another provider says, and what it says of a payout itself', async () => {
      for (const [name, openOther] of Object.entries(benches)) {
        const other = await openOther()
        const answer = await other.provider.request({
          phone,
          amount: 100_00,
          reference: 'A',
          description: 'b',
          callbackUrl: `${other.url}/callbacks/1`,
        })
        await other.pay(answer.outcome === 'accepted' ? answer.externalId : '')
        const body = await other.next()
        await other.close()
        const { provider, close } = await openBench()
        const isOwn = provider.name === other.provider.name
        expect([name, provider.readCallback(body) !== null]).toEqual([name, isOwn])
        expect(provider.readPayoutCallback(body, 'result')).toBeNull()
        await close()
      }
      await open()
    })
  })

  describe('a payout', () => {
    beforeEach(async ({ skip }) => {
      await open()
      skip(bench.provider.payouts === null, 'it makes none')
    })
    const request = () => {
      const addresses = { resultUrl: `${bench.url}/results/1`, timeoutUrl: `${bench.url}/late/1` }
      return bench.provider.payouts!.request({
        payoutId: 'payout-1',
        phone,
        amount: 150_000,
        remarks: 'Commission',
        occasion: 'Payout',
        ...addresses,
      })
    }
    const told = async () => bench.provider.readPayoutCallback(await bench.next(), 'result')
    /** At once, or by the notification at the address of the question. */
    const found = async (payoutId = 'payout-1') => {
      const answer = await bench.provider.payouts!.query(payoutId, `${bench.url}/found/1`)
      if (answer.outcome === 'found') return answer.found
      return answer.outcome === 'accepted' ? bench.provider.readPayoutCallback(await bench.next(), 'status') : null
    }

    it('is accepted and paid: the result names it, its receipt and its amount, and a question finds the same', async () => {
      const { payOut } = bench
      expect(await request()).toMatchObject({ outcome: 'accepted', externalId: expect.any(String) })
      await payOut('payout-1')
      const paid = { payoutId: 'payout-1', result: { outcome: 'paid', receipt: expect.stringMatching(/^[A-Z0-9]{8,20}$/), amount: 150_000 } }
      expect(await told()).toMatchObject(paid)
      expect(await found()).toMatchObject({ ...paid, credentials: false })
    })

    it('fails, with a sentence for the affiliate', async () => {
      const { planPayout, failPayout } = bench
      planPayout('a failure')
      await request()
      await failPayout('payout-1')
      const result = { outcome: 'failed', sentence: expect.stringMatching(/does not know this number/), receipt: null }
      expect(await told()).toMatchObject({ payoutId: 'payout-1', result })
      expect(await found()).toMatchObject({ result: { outcome: 'failed', receipt: null } })
    })

    it.each([
      ['refused', { busy: false, credentials: false }],
      ['busy', { busy: true, credentials: false }],
      ['wrong keys', { busy: false, credentials: true }],
    ] as const)('is refused (%s)', async (trouble, expected) => {
      const { planPayout } = bench
      planPayout(trouble)
      expect(await request()).toMatchObject({ outcome: 'refused', code: expect.stringMatching(/./), ...expected })
      expect((await request()).outcome).toBe('accepted')
    })

    it('is unknown where no answer comes, and asked for again under its id it is not made twice', async () => {
      const { planPayout, payOut } = bench
      planPayout('no answer')
      expect((await request()).outcome).toBe('unknown')
      expect((await request()).outcome).toBe('unknown')
      await payOut('payout-1')
      expect((await told())?.result.outcome).toBe('paid')
    })

    it('that never was is not found', async () => {
      expect((await found('no-such-payout'))?.result.outcome ?? 'unknown').toBe('unknown')
    })
  })
})
