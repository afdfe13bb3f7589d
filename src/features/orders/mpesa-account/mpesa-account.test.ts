import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '@viatu/daraja/simulator'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Context, theShop } from '#core/context.ts'
import { isProblem } from '#domain/problem.ts'
import { eraseKeys, type PaymentAccounts, readAccounts } from '#features/orders/mpesa-account/account-of.ts'
import { getMpesaAccount } from '#features/orders/mpesa-account/get-mpesa-account.ts'
import { sendOwnerMessages, tryMpesaAccount } from '#features/orders/mpesa-account/try-mpesa-account.ts'
import { queryPayment } from '#features/orders/payments/check-payments.ts'
import { completeRefund } from '#features/orders/payments/complete-refund.ts'
import { listRefunds } from '#features/orders/payments/payment-lists.ts'
import { receiveCallback } from '#features/orders/payments/receive-callback.ts'
import { openAccounts } from '#server/open-accounts.ts'
import { secretsFrom } from '#server/secrets.ts'
import { readSettings } from '#server/settings.ts'
import type { Sms } from '#services/sms/sms.ts'
import { type Entered, entered, goodPassword } from '../../../../test/accounts.ts'
import {
  as,
  contextOn,
  later,
  newPhone,
  orderRow,
  placed,
  putOnShelf,
  rowsOf,
  secrets,
  type TestContext,
  tellPaid,
} from '../../../../test/checkout.ts'
import { useDatabase } from '../../../../test/database.ts'
import { newReceipt } from '../../../../test/scripted-mpesa.ts'

const database = useDatabase()
const real = { consumerKey: 'key-of-the-shop', consumerSecret: 'secret-of-the-shop', shortcode: '174379', passkey: 'passkey-of-the-shop' }
let simulator: Simulator
let home: string
let amina: Entered
let baraka: Entered
/** The shop, at the address where M-Pesa calls it; with the contexts of one process. */
let shop: TestContext
const endpoint = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const [, , , , attemptId, secret] = (request.url as string).split('/') as string[]
    await receiveCallback(shop, attemptId as string, secret as string, Buffer.concat(chunks).toString())
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"ResultCode":0,"ResultDesc":"Accepted"}')
  })
})

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-mpesa-'))
  simulator = await startSimulator({ bookPath: join(home, 'book.jsonl'), ...real })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
  amina = await entered(database, { role: 'owner', full_name: 'Amina Hassan', phone: '0712000001' })
  baraka = await entered(database, { role: 'owner', full_name: 'Baraka Otieno', phone: '0712000002' })
})
beforeEach(async () => {
  // Each test has its three prompts.
  await database.ownerDb.execute(sql`
    update payment_attempts set created_at = created_at - interval '2 days', next_check_at = null,
      state = case when state in ('paid', 'failed') then state else 'failed' end, settled_at = coalesce(settled_at, now()) where source = 'test'`)
  await database.db.execute(sql`delete from messages`)
  shop = await process({})
})
afterEach(() => simulator.control.reset())
afterAll(async () => {
  endpoint.closeAllConnections()
  await new Promise((resolve) => endpoint.close(resolve))
  await simulator.stop()
  await rm(home, { recursive: true })
})

/** A process of the shop, with the accounts that it reads: as in production, but that the tests tell it when they have changed. */
async function process(env: Record<string, string>, by = secrets): Promise<TestContext & { services: { accounts: PaymentAccounts } }> {
  const base = contextOn(database, { actor: theShop, sms: gateway })
  const callbacks = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
  const settings = { ...readSettings({ MPESA_BASE_URL: simulator.url, MPESA_CALLBACK_BASE_URL: callbacks, ...env }) }
  const needs = { db: database.db, tokensDb: database.db, settings, secrets: by, given: null, log: base.log, count: () => {} }
  const accounts = await openAccounts(needs)
  const services = Object.defineProperties(
    { ...base.services, accounts, secrets: by },
    {
      payments: { get: () => accounts.now.provider, enumerable: true },
      callbackBaseUrl: { get: () => accounts.now.callbackBaseUrl, enumerable: true },
    },
  )
  return { ...base, services }
}
const sent: { to: string; text: string }[] = []
const gateway: Sms = {
  send: async (message) => {
    sent.push(message)
    return { outcome: 'sent', id: null }
  },
}
const owner = (who: Entered = amina): Context => as(shop, who.actor)

const form = {
  ...{ transaction_type: 'CustomerPayBillOnline', shortcode: real.shortcode, host: 'live', till: '' },
  ...{ consumer_key: real.consumerKey, consumer_secret: real.consumerSecret, passkey: real.passkey, password: goodPassword },
}
const entering = (changes: Record<string, unknown> = {}) => ({ ...form, phone: newPhone(), ...changes })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error) => (isProblem(error) ? { code: error.code, fields: error.details.fields } : error),
  )
const prompts = (phone: string) => simulator.control.prompts().filter((prompt) => prompt.phone === phone.slice(1))
async function answer(phone: string, how: { pin: string } | 'cancel' = { pin: '1234' }) {
  const open = prompts(phone)[0] as { checkoutRequestId: string }
  await simulator.control.answer(open.checkoutRequestId, how)
  await simulator.control.settled()
}
const inForce = async () =>
  (await rowsOf<{ id: string }>(database, sql`select id from mpesa_accounts where in_force_at is not null and replaced_at is null`))[0]?.id
/** Enters an account, and pays its shilling. */
async function putInForce(changes: Record<string, unknown> = {}) {
  const phone = newPhone()
  await tryMpesaAccount(owner(), entering({ phone, ...changes }))
  await answer(phone)
  await expect.poll(inForce).not.toBe(undefined)
  await shop.services.accounts.reload()
  return { phone, id: (await inForce()) as string }
}

describe('an M-Pesa account of the panel', () => {
  it('is in force once a phone has paid KSh 1 to it, which is no revenue, and goes back', async () => {
    expect(await getMpesaAccount(owner())).toMatchObject({ from: 'none', in_force: null, tried: null })
    const phone = newPhone()
    const state = await tryMpesaAccount(owner(), entering({ phone }))
    expect(state).toMatchObject({ from: 'none', in_force: null, tried: { state: 'accepted', shortcode: '174379' } })
    expect(state.tried?.sentence).toContain('A prompt for KSh 1 is on its way')
    expect(prompts(phone)).toMatchObject([{ amount: 1 }])
    await answer(phone)
    await expect.poll(inForce).toBe(state.tried?.id)
    await shop.services.accounts.reload()
    expect(await getMpesaAccount(owner(baraka))).toMatchObject({ from: 'panel', in_force: { shortcode: '174379', by: 'Amina Hassan' }, tried: null })

    const due = (await listRefunds(owner())).data.filter(({ reason }) => reason === 'account_test')
    expect(due).toMatchObject([{ order_id: null, amount: 1, phone: phone.slice(1), receipt: expect.any(String) }])
    expect(await rowsOf(database, sql`select count(*)::integer as orders from orders`)).toEqual([{ orders: 0 }])
    expect(await rowsOf(database, sql`select * from daily_stats where kind = 'prompt'`)).toEqual([])
    await completeRefund(owner(), due[0]?.id as string, { receipt: newReceipt() })

    const letters = await rowsOf<{ to_address: string; text: string }>(
      database,
      sql`select to_address, text from messages where kind = 'mpesa-changed' and way = 'email'`,
    )
    expect(letters.map(({ to_address }) => to_address).sort()).toEqual([amina.email, baraka.email].sort())
    expect(letters[0]?.text).toContain('PayBill 17**79')
    expect(await sendOwnerMessages(shop)).toBe(2)
    expect(sent.map(({ to }) => to).sort()).toEqual(['254712000001', '254712000002'])
    expect(sent[0]?.text).toMatch(/^Viatu: buyers' money now goes to PayBill 17\*\*79/)
  })

  it('takes the money of orders from then on, and no key of it is anywhere in the clear', async () => {
    await putInForce()
    const order = await placed(shop, await putOnShelf(database))
    await answer(`+${order.attempt.phone}`)
    await expect.poll(async () => (await orderRow(database, order.id)).status).toBe('waiting_shipment')
    expect(await rowsOf(database, sql`select account_id from payment_attempts where id = ${order.attempt.id}`)).toEqual([
      { account_id: await inForce() },
    ])
    const seen = JSON.stringify([
      await rowsOf(database, sql`select * from mpesa_accounts`),
      await rowsOf(database, sql`select * from audit_log`),
      await rowsOf(database, sql`select * from messages`),
      await getMpesaAccount(owner()),
      shop.logged,
    ])
    for (const key of [real.consumerKey, real.consumerSecret, real.passkey]) expect(seen).not.toContain(key)
  })

  it.each([
    ['consumer key', { consumer_key: 'another-key' }, ['consumer_key', 'consumer_secret']],
    ['consumer secret', { consumer_secret: 'another-secret' }, ['consumer_key', 'consumer_secret']],
    ['passkey', { passkey: 'another-passkey' }, ['passkey']],
    ['shortcode', { shortcode: '600999' }, ['shortcode']],
    ['certificate', { payout_shortcode: '600992', initiator_name: 'payer', initiator_password: 'x', certificate: 'none' }, ['certificate']],
    ['till', { transaction_type: 'CustomerBuyGoodsOnline' }, ['till']],
    ['host', { host: 'simulator' }, ['host']],
    ['phone', { phone: '0812' }, ['phone']],
    ['password', { password: '' }, ['password']],
  ])('says that the %s is wrong, beside it, and the one of before stays in force', async (_, changes, parts) => {
    const before = await inForce()
    const refused = await refusal(tryMpesaAccount(owner(), entering(changes)))
    expect(refused).toMatchObject({ code: 'bad_input' })
    expect(Object.keys(refused.fields).sort()).toEqual([...parts].sort())
    expect(await inForce()).toBe(before)
  })

  it('keeps what was entered: only the wrong part is typed again', async () => {
    await refusal(tryMpesaAccount(owner(), entering({ passkey: 'another-passkey' })))
    expect(await getMpesaAccount(owner())).toMatchObject({ tried: { state: 'failed', has_keys: true, faults: { passkey: expect.any(String) } } })
    const { id } = await putInForce({ consumer_key: '', consumer_secret: '', passkey: real.passkey })
    expect(await inForce()).toBe(id)
  })

  it('is not in force after a prompt that was cancelled, or a shilling that came after another was entered', async () => {
    const before = await inForce()
    const [cancelled, late] = [newPhone(), newPhone()]
    await tryMpesaAccount(owner(), entering({ phone: cancelled }))
    await answer(cancelled, 'cancel')
    await expect.poll(async () => (await getMpesaAccount(owner())).tried?.state).toBe('failed')
    expect((await getMpesaAccount(owner())).tried?.sentence).toContain('cancelled')
    await tryMpesaAccount(owner(), entering({ phone: late }))
    expect(await refusal(tryMpesaAccount(owner(), entering())), 'while that one rings').toMatchObject({
      fields: { phone: expect.stringContaining('on its way') },
    })
    await refusal(tryMpesaAccount(later(owner(), '3 minutes'), entering({ consumer_key: 'another-key' })))
    await answer(late)
    await expect.poll(async () => (await listRefunds(owner())).data.some(({ phone }) => phone === late.slice(1))).toBe(true)
    expect(await inForce()).toBe(before)
  })

  it('is tried three times a day', async () => {
    for (const minutes of [0, 3, 6]) await tryMpesaAccount(later(owner(), `${minutes} minutes`), entering())
    expect(await refusal(tryMpesaAccount(later(owner(baraka), '9 minutes'), entering()))).toEqual({
      code: 'bad_input',
      fields: { phone: expect.stringContaining('24 hours') },
    })
  })

  it('is an affair of owners who say who they are', async () => {
    expect(await refusal(tryMpesaAccount(owner(), entering({ password: 'not-this-one' })))).toMatchObject({ code: 'wrong_password' })
  })
})

describe('another account', () => {
  it('leaves what was begun to the one of before: question and callback find it, and then its keys are erased', async () => {
    const first = await putInForce()
    const order = await placed(shop, await putOnShelf(database))
    const other = await process({})
    const second = await putInForce()
    expect(second.id).not.toBe(first.id)

    // A process that has not heard yet begins with the one of before, and keeps to it.
    const asked: string[] = []
    const provider = other.services.accounts.open(first.id).provider
    expect(other.services.accounts.inForce).toBe(first.id)
    expect(shop.services.accounts.inForce).toBe(second.id)
    const watched = {
      ...shop,
      services: {
        ...shop.services,
        accounts: {
          ...shop.services.accounts,
          inForce: second.id,
          open: (id: string | null) => {
            asked.push(String(id))
            return { id, provider, callbackBaseUrl: '' }
          },
        },
      },
    }
    const { checkout_request_id } = order.attempt
    await queryPayment(watched, { id: order.attempt.id, checkout_request_id: checkout_request_id as string, checks: 0, account_id: first.id })
    expect(asked).toEqual([first.id])

    const hours = later(shop, '3 hours')
    await eraseKeys(hours)
    const keysOf = async (id: string) =>
      (await rowsOf<{ keys: string | null }>(database, sql`select keys from mpesa_accounts where id = ${id}`))[0]?.keys
    expect(await keysOf(first.id), 'its prompt is open').not.toBeNull()
    await tellPaid(shop, order.attempt)
    expect((await orderRow(database, order.id)).status).toBe('waiting_shipment')
    await eraseKeys(hours)
    expect(await keysOf(first.id)).toBeNull()
    expect(await keysOf(second.id)).not.toBeNull()
    await simulator.control.settled()
  })

  it('is not used by a copy of the shop, nor where the environment sets one', async () => {
    await putInForce()
    const keys = { MPESA_CONSUMER_KEY: 'k', MPESA_CONSUMER_SECRET: 's', MPESA_SHORTCODE: '600123', MPESA_PASSKEY: 'p' }
    expect(
      await refusal(
        tryMpesaAccount(
          as({ ...shop, services: { ...shop.services, accounts: { ...shop.services.accounts, from: 'environment' } } }, amina.actor),
          entering(),
        ),
      ),
    ).toMatchObject({
      fields: { shortcode: expect.stringContaining('wins') },
    })
    const settings = {
      ...readSettings({ MPESA_BASE_URL: simulator.url, MPESA_CALLBACK_BASE_URL: 'https://shop.example', ...keys }),
      panelPayments: null,
    }
    const copy = await openAccounts({ db: database.db, tokensDb: database.db, settings, secrets, given: null, log: shop.log, count: () => {} })
    expect([copy.from, copy.inForce]).toEqual(['none', null])
    expect(await copy.open((await inForce()) as string).provider.query('ws_CO_1')).toMatchObject({ outcome: 'no_answer' })
  })
})

describe('keys that this APP_SECRET does not open', () => {
  it('take no money, and say so; those of the secret of before open', async () => {
    await putInForce()
    const strange = secretsFrom('another secret that is long enough')
    const closed = await process({}, strange)
    expect([closed.services.accounts.from, closed.services.accounts.isUnreadable]).toEqual(['panel', true])
    const order = await refusal(placed(closed, await putOnShelf(database)))
    expect(order).toMatchObject({ code: 'prompt_failed' })
    expect(
      (await readAccounts(database.db, secretsFrom('another secret that is long enough', 'a secret for tests, long enough'))).every(
        ({ settings }) => settings,
      ),
    ).toBe(true)
  })
})
