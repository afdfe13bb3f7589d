import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { databaseTokens } from '#db/token-store.ts'
import { type Context, theShop } from '#features/context.ts'
import { checkPayouts } from '#features/wallet/check-payouts.ts'
import { completePayout } from '#features/wallet/complete-payout.ts'
import { resumePayouts } from '#features/wallet/payout-breaker.ts'
import { receivePayoutCallback } from '#features/wallet/receive-payout-callback.ts'
import { requestPayout } from '#features/wallet/request-payout.ts'
import { createDaraja } from '#services/payments/mpesa/daraja.ts'
import { mpesaProvider } from '#services/payments/mpesa/mpesa-provider.ts'
import { type Simulator, startSimulator } from '../../../simulator/simulator.ts'
import { refusalOf } from '../../../test/accounts.ts'
import { affiliate, balanceOf, boss, earn } from '../../../test/affiliates.ts'
import { as, contextOn, later, newPhone, rowsOf } from '../../../test/checkout.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
const account = { consumerKey: 'key', consumerSecret: 'secret', shortcode: '174379', passkey: 'passkey' }
const payer = { shortcode: '600992', initiatorName: 'viatu-payer', initiatorPassword: 'the-initiator-password' }
let simulator: Simulator
let certificate: string
let home: string
/** The address at which M-Pesa reaches the shop. */
const endpoint = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const [, , , , payoutId, secret, kind] = (request.url as string).split('/') as string[]
    await receivePayoutCallback(contextOn(database), payoutId as string, secret as string, kind as string, Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ResultCode":0,"ResultDesc":"Accepted"}')
  })
})

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-b2c-'))
  simulator = await startSimulator({ bookPath: join(home, 'book.jsonl'), ...account, payouts: payer })
  certificate = await simulator.control.certificate()
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  simulator.control.reset()
  await resumePayouts(contextOn(database, { actor: theShop }))
})
afterAll(async () => {
  endpoint.closeAllConnections()
  await new Promise((resolve) => endpoint.close(resolve))
  await simulator.stop()
  await rm(home, { recursive: true })
})

/** An admin of a shop that pays through the very client it uses for Safaricom. */
async function asAdmin(initiatorPassword = payer.initiatorPassword): Promise<Context> {
  const base = as(contextOn(database), await boss(database))
  const payouts = { ...payer, initiatorPassword, certificate }
  const settings = { baseUrl: simulator.url, ...account, transactionType: 'CustomerPayBillOnline' as const, till: null, payouts }
  const mpesa = createDaraja(settings, { tokens: databaseTokens(database.db), totalTimeoutMs: 2_000 })
  return {
    ...base,
    services: { ...base.services, payments: mpesaProvider(mpesa), callbackBaseUrl: `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}` },
  }
}

/** An affiliate who has earned KSh 300 and requested all of it. */
async function pending() {
  const who = await affiliate(database)
  await earn(database, who, 300)
  const { id } = await requestPayout(as(contextOn(database), who), { amount: 300, mpesa_phone_number: newPhone(), mpesa_full_name: 'Achieng Otieno' })
  const status = async () => (await rowsOf<{ status: string }>(database, sql`select status from affiliate_payouts where id = ${id}`))[0]?.status
  return { id, who, status, balance: () => balanceOf(database, who.userId) }
}
const movedBy = (id: string) => simulator.control.book().payouts.filter(({ originatorConversationId }) => originatorConversationId === id)
/** The money moved once, in M-Pesa's book and in ours. */
async function expectPaidOnce({ id, status, balance }: Awaited<ReturnType<typeof pending>>) {
  await expect.poll(status, { timeout: 5_000 }).toBe('completed')
  await simulator.control.settled()
  expect(movedBy(id)).toMatchObject([{ amount: 300 }])
  expect(await rowsOf(database, sql`select receipt from affiliate_payouts where id = ${id}`)).toEqual([{ receipt: movedBy(id)[0]?.receipt }])
  expect(await balance()).toBe(0)
}

describe('a payout over the wire', () => {
  it('is made, told and written down', async () => {
    const payout = await pending()
    await completePayout(await asAdmin(), payout.id, {})
    await expectPaidOnce(payout)
  })

  it.each([
    ['the reply is lost', { at: 'payout', answer: 'lostReply' }],
    ['the result comes twice', { at: 'payoutResult', copies: 3 }],
    ['the result comes after the time-out', { at: 'payoutResult', timeout: true, afterMs: 300 }],
  ] as const)('pays once when %s', async (_, fault) => {
    const payout = await pending()
    simulator.control.fault(fault)
    await completePayout(await asAdmin(), payout.id, {})
    await expectPaidOnce(payout)
    expect(await refusalOf(completePayout(await asAdmin(), payout.id, {}))).toBe('payout_settled')
  })

  it('is found by a look-up when its result is lost', async () => {
    const payout = await pending()
    simulator.control.fault({ at: 'payoutResult', drop: true })
    const admin = await asAdmin()
    await completePayout(admin, payout.id, {})
    await simulator.control.settled()
    const [moved, ...more] = movedBy(payout.id)
    expect([await payout.status(), more]).toEqual(['processing', []])
    expect(await rowsOf(database, sql`select conversation_id as its_id from affiliate_payouts where id = ${payout.id}`)).toEqual([
      { its_id: moved?.conversationId },
    ])
    await checkPayouts(later(as(admin, theShop), '2 minutes'))
    await expectPaidOnce(payout)
  })

  it('stops all payouts when the initiator’s password is wrong, and moves nothing', async () => {
    const payout = await pending()
    await refusalOf(completePayout(await asAdmin('yesterday’s password'), payout.id, {}))
    await expect.poll(payout.status, { timeout: 5_000 }).toBe('failed')
    expect([movedBy(payout.id), await payout.balance()]).toEqual([[], 300])
    expect(await refusalOf(completePayout(await asAdmin(), (await pending()).id, {}))).toBe('payouts_stopped')
  })

  it('leaves two books that say the same', async () => {
    const payouts = [await pending(), await pending()]
    for (const { id } of payouts) await completePayout(await asAdmin(), id, {})
    for (const payout of payouts) await expectPaidOnce(payout)
    const rows = await rowsOf<{ id: string; receipt: string; amount: string }>(
      database,
      sql`select id, receipt, amount from affiliate_payouts where status = 'completed'`,
    )
    const ours = rows.map(({ id, receipt, amount }) => [id, receipt, Number(amount)]).sort()
    const theirs = simulator.control
      .book()
      .payouts.map(({ originatorConversationId, receipt, amount }) => [originatorConversationId, receipt, amount])
      .sort()
    expect(ours).toEqual(theirs)
    expect(ours.length).toBeGreaterThan(1)
  })
})
