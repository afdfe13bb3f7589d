import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDaraja, memoryTokens } from '@viatu/daraja'
import { type FaultInput, type Simulator, startSimulator } from '@viatu/daraja/simulator'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Context, theShop } from '#core/context.ts'
import { checkPayouts, queryPayout } from '#features/affiliates/wallet/check-payouts.ts'
import { resumePayouts } from '#features/affiliates/wallet/payout-breaker.ts'
import { receivePayoutCallback } from '#features/affiliates/wallet/payout-callbacks.ts'
import { completePayout } from '#features/affiliates/wallet/payout-operations.ts'
import { rejectPayout } from '#features/affiliates/wallet/reject-payout.ts'
import { requestPayout } from '#features/affiliates/wallet/request-payout.ts'
import { mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { refusalOf } from '../../../../test/accounts.ts'
import { affiliate, balanceOf, boss, earn } from '../../../../test/affiliates.ts'
import { as, contextOn, later, rowsOf } from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'

const database = useDatabase()
const account = { consumerKey: 'k', consumerSecret: 's', shortcode: '174379', passkey: 'p' }
const payer = { shortcode: '600992', initiatorName: 'payer', initiatorPassword: 'initiator' }

/** The verbs, the real client and M-Pesa's side of the wire: nothing in between is made up. */
let folder: string
let simulator: Simulator
let ctx: Context
let server: ReturnType<typeof createServer>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viatu-payouts-'))
  simulator = await startSimulator({ bookPath: join(folder, 'book.jsonl'), ...account, payouts: payer })
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const [id, secret, kind] = request.url!.split('/').slice(-3) as [string, string, string]
    await receivePayoutCallback(ctx, id, secret, kind, body)
    response.end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const payouts = { ...payer, certificate: await simulator.control.certificate() }
  const settings = { baseUrl: simulator.url, ...account, transactionType: 'CustomerPayBillOnline' as const, till: null, payouts }
  const mpesa = createDaraja(settings, { tokens: memoryTokens(), totalTimeoutMs: 2000 })
  const callbackBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const base = contextOn(database)
  ctx = { ...base, services: { ...base.services, payments: mpesaProvider(mpesa), callbackBaseUrl } }
})
afterEach(async () => {
  await resumePayouts({ ...ctx, actor: theShop })
  simulator.control.reset()
})
afterAll(async () => {
  await simulator.stop()
  await new Promise((resolve) => server.close(resolve))
  await rm(folder, { recursive: true })
})

interface Scene {
  id: string
  admin: Context
  send(): Promise<unknown>
  /** Runs the job that looks up payouts on their way, this much later, until all its results have arrived. */
  look(after: string): Promise<void>
  row(): Promise<{ status: string; receipt: string | null; conversation_id: string | null }>
  balance(): Promise<number>
  /** The entries in M-Pesa's own book about it. */
  theirs(): ReturnType<Simulator['control']['book']>['payouts']
}

/** An affiliate with KSh 300, who has requested all of it. */
async function pending(): Promise<Scene> {
  const who = await affiliate(database)
  await earn(database, who, 300)
  const admin = as(ctx, await boss(database))
  const { id } = await requestPayout(as(ctx, who), { amount: 300, mpesa_phone_number: '0712345678', mpesa_full_name: 'Achieng Otieno' })
  return {
    id,
    admin,
    send: () => completePayout(admin, id, {}).catch((problem) => problem.code ?? problem),
    look: async (after) => {
      await checkPayouts(later({ ...ctx, actor: theShop }, after))
      await simulator.control.settled()
    },
    row: async () => (await rowsOf(database, sql`select status, receipt, conversation_id from affiliate_payouts where id = ${id}`))[0] as never,
    balance: () => balanceOf(database, who.userId),
    theirs: () => simulator.control.book().payouts.filter(({ originatorConversationId }) => originatorConversationId === id),
  }
}

/** Paid once in both books, with the same receipt. */
async function expectPaidOnce({ row, theirs, balance }: Scene) {
  const [paid, ...more] = theirs()
  expect(more).toEqual([])
  expect(paid).toMatchObject({ amount: 300 })
  expect(await row()).toMatchObject({ status: 'completed', receipt: paid!.receipt })
  expect(await balance()).toBe(0)
}

describe('a payout through M-Pesa is made exactly once', () => {
  it.each<[string, FaultInput[]]>([
    ['when nothing goes wrong', []],
    ['when the reply is lost', [{ at: 'payout', answer: 'lostReply' }]],
    ['when the reply is a page', [{ at: 'payout', answer: 'html', works: true }]],
    ['when the result comes 20 times at once', [{ at: 'payoutResult', copies: 20 }]],
    ['when the result comes after the time-out', [{ at: 'payoutResult', timeout: true, afterMs: 200 }]],
    ['when the result names no receipt', [{ at: 'payoutResult', without: ['TransactionReceipt'] }]],
    ['when the token was ended by somebody else', []],
  ])('%s', async (name, faults) => {
    const scene = await pending()
    if (name.includes('token')) simulator.control.revokeToken()
    for (const fault of faults) simulator.control.fault(fault)
    await scene.send()
    await simulator.control.settled()
    await expectPaidOnce(scene)
    await scene.send()
    await expectPaidOnce(scene)
  })

  it.each<[string, FaultInput[]]>([
    ['the result is lost', [{ at: 'payoutResult', drop: true }]],
    [
      'the reply and the result are lost',
      [
        { at: 'payout', answer: 'lostReply' },
        { at: 'payoutResult', drop: true },
      ],
    ],
    ['it timed out, and the result is lost', [{ at: 'payoutResult', timeout: true, drop: true }]],
    [
      'the answer to the first question is lost, too',
      [
        { at: 'payoutResult', drop: true },
        { at: 'statusResult', drop: true },
      ],
    ],
    [
      'the first question times out',
      [
        { at: 'payoutResult', drop: true },
        { at: 'statusResult', timeout: true },
      ],
    ],
    [
      'the first question cannot be asked',
      [
        { at: 'payoutResult', drop: true },
        { at: 'status', answer: 'spikeArrest' },
      ],
    ],
    [
      'the findings come twice',
      [
        { at: 'payoutResult', drop: true },
        { at: 'statusResult', copies: 2 },
      ],
    ],
  ])('when %s, by looking it up', async (fault, faults) => {
    const scene = await pending()
    for (const fault of faults) simulator.control.fault(fault)
    await scene.send()
    await simulator.control.settled()
    expect(await scene.row()).toMatchObject({ status: 'processing' })
    if (fault === 'the result is lost') expect((await scene.row()).conversation_id).toBe(scene.theirs()[0]?.conversationId)
    await scene.look('2 hours')
    await scene.look('12 hours')
    await expectPaidOnce(scene)
  })

  it('when a person rejected it before anything was heard: the books follow the money', async () => {
    const scene = await pending()
    simulator.control.fault({ at: 'payoutResult', drop: true })
    simulator.control.fault({ at: 'statusResult', drop: true, times: 'always' })
    await scene.send()
    await simulator.control.settled()
    await database.db.execute(sql`update affiliate_payouts set checks = 28, next_check_at = now() where id = ${scene.id}`)
    await scene.look('0 seconds')
    expect(await refusalOf(rejectPayout(scene.admin, scene.id, {}))).toBe('payout_unsure')
    await rejectPayout(later(scene.admin, '11 minutes'), scene.id, {})
    expect([await scene.row(), await scene.balance()]).toMatchObject([{ status: 'rejected' }, 300])
    simulator.control.reset()
    await queryPayout(scene.admin, scene.id)
    await simulator.control.settled()
    await expectPaidOnce(scene)
  })

  it('when 20 people press at once', async () => {
    const scene = await pending()
    const people = await Promise.all(Array.from({ length: 20 }, () => boss(database)))
    const answers = await Promise.all(people.map((who) => refusalOf(completePayout(as(ctx, who), scene.id, {}))))
    expect(answers.filter((answer) => answer !== 'payout_settled')).toHaveLength(1)
    await simulator.control.settled()
    await expectPaidOnce(scene)
  })
})

describe('a payout that M-Pesa did not make', () => {
  it('gives the money back', async () => {
    const scene = await pending()
    simulator.control.fault({ at: 'payoutResult', code: '2040' })
    await scene.send()
    await simulator.control.settled()
    expect([await scene.row(), await scene.balance(), scene.theirs()]).toMatchObject([{ status: 'failed', receipt: null }, 300, []])
  })

  it('gives the money back when M-Pesa’s account is short', async () => {
    const scene = await pending()
    await simulator.control.setFunds(299)
    await scene.send()
    await simulator.control.settled()
    await simulator.control.setFunds(1_000_000)
    expect([await scene.row(), await scene.balance(), scene.theirs()]).toMatchObject([{ status: 'failed', receipt: null }, 300, []])
  })

  it('stays reserved when nobody knows whether the request arrived, and is not sent under another id', async () => {
    const scene = await pending()
    simulator.control.fault({ at: 'payout', answer: 'cut' })
    await scene.send()
    await scene.look('2 hours')
    expect([await scene.row(), await scene.balance(), scene.theirs()]).toMatchObject([{ status: 'processing', receipt: null }, 0, []])
    expect(simulator.control.payouts().filter(({ state }) => state === 'open')).toEqual([])
  })
})
