import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '@viatu/daraja/simulator'
import { freePort } from '@viatu/vault/postgres'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '#db/client.ts'
import { builtSite } from '#server/build-site.ts'
import { readSettings } from '#server/settings.ts'
import { type OpenedShop, startShop } from '#server/start-shop.ts'
import { type RunningSimulator, startSimulator } from '#server/start-simulator.ts'
import { expectBooksToBalance } from '../database.ts'
import { ownDatabase } from '../kept-databases.ts'
import { startMailServer } from '../mail-server.ts'
import { photoOf } from '../pictures.ts'
import { codeOf } from '../totp.ts'
import { newVisitor, openBrowser, type Visitor } from './browser.ts'
import { examineNow } from './examine.ts'
import { enterPin, fillDelivery, placeButton, said } from './steps.ts'

const secret = 'a secret of a live shop, long enough'
const password = 'lakeside-Viatu!7'
const phone = '254712345678'
const closing: (() => Promise<unknown>)[] = []
let origin: string
let shop: OpenedShop
let simulator: RunningSimulator
let ownerUrl: string

beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'viatu-opening-'))
  closing.push(() => rm(home, { recursive: true, force: true }))
  const database = ownDatabase()
  await database.make()
  ownerUrl = database.ownerUrl
  closing.push(database.drop)
  const [port, front] = [await freePort(), await freePort()]
  // A name, as shops have: what is asked at an address of this machine is taken for the machine itself.
  origin = `https://duka.localhost:${front}`
  simulator = await startSimulator({
    ...{ port: 0, host: '127.0.0.1', access: 'local', publicUrl: null, dataDir: home, shopName: 'Duka', shopUrl: origin, secret },
    log: (message) => console.error(message),
  })
  closing.push(simulator.stop)
  shop = await startShop(
    readSettings({
      PORT: String(port),
      DATA_DIR: home,
      DATABASE_URL: database.appUrl,
      DATABASE_OWNER_URL: database.ownerUrl,
      SHOP_MODE: 'live',
      PUBLIC_URL: origin,
      TRUSTED_PROXY: '1',
      APP_SECRET: secret,
      // The simulator stands for Safaricom, and reaches the shop without the certificate that nobody knows.
      MPESA_BASE_URL: simulator.daraja.baseUrl,
      MPESA_CALLBACK_BASE_URL: shopUrl(port),
      PRIVATE_MAIL_SERVER: '1',
    }),
    builtSite,
  )
  closing.push(shop.stop)
  closing.push(await proxyTo(port, front))
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

const shopUrl = (port: number) => `http://127.0.0.1:${port}`

/** What speaks https in front of the shop. */
async function proxyTo(port: number, front: number): Promise<() => Promise<void>> {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const server = createServer(
    { key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert: selfSigned(privateKey, 'duka.localhost', new Date('2026-01-01')) },
    (asked, answer) => {
      const { method, url, headers } = asked
      const sent = request(`${shopUrl(port)}${url}`, { method, headers: { ...headers, 'x-forwarded-for': '196.201.214.1' } }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      })
      sent.on('error', () => answer.destroy())
      asked.pipe(sent)
    },
  )
  await new Promise<void>((settle) => server.listen(front, '127.0.0.1', settle))
  return () =>
    new Promise((settle) => {
      server.close(() => settle())
      server.closeAllConnections()
    })
}

const visit = async (): Promise<Visitor> => newVisitor(await openBrowser(), 'phone', { ignoreHTTPSErrors: true })

/** Types the PIN on the simulated phone. */
async function pay(page: Page, by: string) {
  const screen = await page.context().newPage()
  await screen.goto(`${simulator.daraja.baseUrl}/phone/${by}`)
  await enterPin(screen, '1234')
  await screen.close()
}

/** Makes the owner's account by the link on the console, and sets up its second factor, for which the panel waits. Returns its address for a code app, and a code for paper. */
async function claim(page: Page): Promise<{ uri: string; paper: string }> {
  await page.goto(/https:\S+\/claim\/\S+/.exec(shop.facts.join('\n'))?.[0] as string)
  await examineNow(page, 'opening-claim')
  for (const [label, text] of Object.entries({ 'Full Name': 'Achieng Otieno', 'Phone Number': '0712 345 678', Email: 'achieng@shop.example' }))
    await page.getByLabel(label).fill(text)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Make my account' }).click()
  await page.waitForURL('**/dashboard**')
  const set = (path: string, body: object) =>
    page.evaluate(
      async ([to, sent]) => {
        const answer = await fetch(to, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: sent })
        return answer.json()
      },
      [`/api/auth/second-factor${path}`, JSON.stringify(body)] as const,
    )
  const { uri, backup_codes } = await set('', { password })
  await set('/confirm', { code: codeOf(uri) })
  await page.goto(`${origin}/admin`)
  await page.getByText('1 of 11 steps are done').waitFor()
  return { uri, paper: backup_codes[0] }
}

/** What the pages of the panel are tested with: name, contacts, mail and a product with a picture, sent as their forms send them. */
async function fillShop(page: Page, code: string, mailPort: number) {
  // From the page: only the browser knows where the shop's name leads.
  const post = async (path: string, fields: Record<string, string>, picture?: number[]) => {
    const status = await page.evaluate(
      async ([to, sent, bytes]) => {
        const body = bytes ? new Blob([new Uint8Array(bytes)]) : new URLSearchParams(sent)
        return (await fetch(to, { method: 'POST', body })).status
      },
      [path, fields, picture] as const,
    )
    expect([path, status]).toEqual([path, picture ? 201 : 200])
  }
  const contact = { phone: '0712 345 678', whatsapp: '0712 345 678', email: 'hello@shop.example' }
  const mail = { mail_server: '127.0.0.1', mail_port: String(mailPort), password, code }
  await post('/admin/settings', { intent: 'save', snapshot: '{}', shop_name: 'Duka la Achieng', accent: '#b3361b', ...contact, ...mail })
  const shoe = { name: 'Ziwa Trail, Reed', price: '2,999', stock_kind: 'plain', stock: '3', is_available: 'on', key: 'the-first-shoe' }
  await post('/admin/products/new', { intent: 'save', ...shoe })
  const { rows } = await asOwner((db) => db.execute<{ id: string }>(sql`select id from products`))
  await post(`/admin/products/${rows[0]?.id}/pictures?name=side.png`, {}, [...(await photoOf())])
}

/** Enters the M-Pesa account, and pays its shilling. */
async function enterMpesa(page: Page, code: string) {
  await page.goto(`${origin}/admin/mpesa`)
  const { shortcode, consumerKey, consumerSecret, passkey } = simulator.daraja
  await page.getByLabel('Buyers pay to a').selectOption('CustomerPayBillOnline')
  // A till has a number of its own, a PayBill has none.
  await expect.poll(() => page.getByLabel('Till number').isVisible()).toBe(false)
  const typed = { Shortcode: shortcode, 'Consumer key': consumerKey, 'Consumer secret': consumerSecret, Passkey: passkey, 'Your password': password }
  for (const [label, text] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Phone that pays KSh 1').fill('0712 345 678')
  await page.getByLabel(/^Code/).first().fill(code)
  await page.getByRole('button', { name: 'Try with KSh 1' }).click()
  await said(page, 'Prompt sent')
  await pay(page, phone)
  // The page looks again by itself.
  await page.getByRole('heading', { name: 'Buyers pay to' }).waitFor({ timeout: 25_000 })
}

it('a live shop opens in steps: from a link on the console to the prompt on the phone of its first buyer', async () => {
  const [mail, owner] = [await startMailServer(), await visit()]
  const { page, context, expectComplaint } = owner
  expectComplaint(/status of (40[0-9]|422|503)/)
  const { uri, paper } = await claim(page)
  await fillShop(page, paper, mail.port)
  await enterMpesa(page, codeOf(uri, 1))
  await page.goto(`${origin}/admin`)
  await page.getByRole('button', { name: 'I have looked' }).click()
  await page.getByText('6 of 11 steps are done').waitFor()
  await page.getByRole('button', { name: 'I have read them' }).click()
  await page.getByText('7 of 11 steps are done').waitFor()
  await examineNow(page, 'opening-ready')
  await page.getByLabel('Open without what is only advised').check()
  await page.getByRole('button', { name: 'Open the doors' }).click()
  await said(page, 'The doors are open')
  await page.waitForURL('**/admin/products**')
  await context.clearCookies()
  await buyFirst(page)
  await context.close()
  owner.expectQuiet()
  await asOwner(expectBooksToBalance)
}, 180_000)

/** A stranger orders the first pair; the prompt rings. */
async function buyFirst(page: Page) {
  await expect.poll(async () => (await page.goto(`${origin}/products`))?.status()).toBe(200)
  await page.getByText('Duka la Achieng').first().waitFor()
  const colour = page
    .locator('.button-ink')
    .first()
    .evaluate((button) => getComputedStyle(button).backgroundColor)
  expect(await colour).toBe('rgb(179, 54, 27)')
  await page.getByRole('button', { name: 'Add to Cart: Ziwa Trail, Reed' }).click()
  await said(page, 'added to cart')
  await page.goto(`${origin}/checkout`)
  await fillDelivery(page, '254711999001')
  await page.getByText('We send no SMS: your receipt and news of your order come by e-mail alone.').waitFor()
  // Its owner has entered no days.
  expect(await page.getByText('Exchange within').count()).toBe(0)
  await placeButton(page).click()
  await page.waitForURL('**/order/**')
  await page.getByText('Keep this link.').waitFor()
  await pay(page, '254711999001')
  await page.getByText(/Paid/).first().waitFor({ timeout: 25_000 })
}

async function asOwner<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(ownerUrl, { connections: 1 })
  try {
    return await work(database.db)
  } finally {
    await database.close()
  }
}
