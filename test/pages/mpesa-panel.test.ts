import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Simulator, startSimulator } from '@viatu/daraja/simulator'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openAccounts } from '#server/open-accounts.ts'
import { readSettings } from '#server/settings.ts'
import { account, goodPassword } from '../accounts.ts'
import { contextOn, newPhone, noOtherAccounts, secrets } from '../checkout.ts'
import { usePages } from '../visitor.ts'

const keys = { consumerKey: 'key-of-the-shop', consumerSecret: 'secret-of-the-shop', shortcode: '174379', passkey: 'passkey-of-the-shop' }
let accounts: Awaited<ReturnType<typeof openAccounts>> | typeof noOtherAccounts = noOtherAccounts
const shop = usePages({ services: () => ({ accounts, ...('now' in accounts && { payments: accounts.now.provider }) }) })
const visitAsAdmin = async () => (await shop.visitAs(await account(shop.database, { isAdmin: true }))).open('/admin/mpesa')

let simulator: Simulator
let home: string
/** The shop, at the address where M-Pesa calls it. */
const endpoint = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', async () => {
    const body = Buffer.concat(chunks)
    const answer = await shop.fetch('POST', request.url ?? '', { body, headers: { 'content-type': 'application/json' } })
    response.writeHead(answer.status).end(await answer.text())
  })
})
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'viatu-mpesa-panel-'))
  simulator = await startSimulator({ bookPath: join(home, 'book.jsonl'), ...keys })
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await simulator.stop()
  endpoint.closeAllConnections()
  await new Promise((resolve) => endpoint.close(resolve))
  await rm(home, { recursive: true })
})

it('a demo says that payments are simulated, and has the keys of its simulator to try the page with', async () => {
  accounts = {
    ...noOtherAccounts,
    from: 'simulator',
    addresses: {
      ...noOtherAccounts.addresses,
      simulator: { ...keys, baseUrl: simulator.url, transactionType: 'CustomerPayBillOnline', till: null, payouts: null },
    },
  }
  const admin = await visitAsAdmin()
  admin.page('.sheet').getByText('Payments are simulated.')
  expect(admin.texts('.mpesa-simulated code')).toEqual([keys.shortcode, keys.consumerKey, keys.consumerSecret, keys.passkey])
  expect(admin.texts('select[name=host] option').length).toBe(3)
})

it('an account is entered, tried with KSh 1, and in force; a wrong passkey is named, and nothing that may be seen is lost', async () => {
  const callbacks = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}`
  const settings = readSettings({ MPESA_BASE_URL: simulator.url, MPESA_CALLBACK_BASE_URL: callbacks })
  const { db } = shop.database
  const opened = await openAccounts({ db, tokensDb: db, settings, secrets, given: null, log: contextOn(shop.database).log, count: () => {} })
  accounts = opened
  const admin = await visitAsAdmin()
  admin.page('.sheet').getByText('The shop has no M-Pesa account yet, and takes no payments.')
  const phone = newPhone()
  const secret = { 'Consumer key': keys.consumerKey, 'Consumer secret': keys.consumerSecret, 'Your password': goodPassword }
  await admin.press('Try with KSh 1', { 'Buyers pay to a': 'CustomerPayBillOnline', Shortcode: 'x', 'Phone that pays KSh 1': phone, ...secret })
  expect(admin.texts('.field-error').length).toBeGreaterThan(0)
  await admin.press('Try with KSh 1', { Shortcode: keys.shortcode, Passkey: 'not-this-passkey', ...secret })
  expect(admin.texts('.field-error')).toEqual([expect.stringContaining('The passkey is not the one of this shortcode')])
  expect([admin.attributes('[name=shortcode]', 'value'), admin.attributes('[name=phone]', 'value')]).toEqual([[keys.shortcode], [phone]])
  for (const hidden of ['not-this-passkey', keys.consumerSecret, goodPassword]) expect(admin.html).not.toContain(hidden)
  await admin.press('Try with KSh 1', { Passkey: keys.passkey, 'Your password': goodPassword })
  expect(admin.texts('.sheet [role=status]').filter(Boolean)).toEqual([
    expect.stringMatching(/^Prompt sent/),
    expect.stringMatching(/^Being tried: PayBill 174379\. .*Look again$/),
  ])
  const [prompt] = simulator.control.prompts()
  await simulator.control.answer(prompt?.checkoutRequestId as string, { pin: '1234' })
  await simulator.control.settled()
  await opened.reload()
  await admin.follow('Look again')
  expect(admin.text('.mpesa-facts')).toMatch(/^PayBill ?174379 ?With ?http:.*Payouts ?by hand ?In force since ?.*, entered by Wanjiku Kamau$/)
  expect(admin.html).not.toContain(keys.consumerKey)
  await admin.open('/admin/orders?view=refunds')
  expect(admin.text()).toContain('Paid to test the M-Pesa account')
})
