import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '#db/client.ts'
import { freePort } from '#db/embedded-ports.ts'
import { builtSite } from '#server/build-site.ts'
import { readSettings } from '#server/settings.ts'
import { type OpenedShop, startShop } from '#server/start-shop.ts'
import { type RunningSimulator, startSimulator } from '#server/start-simulator.ts'
import { selfSigned } from '../../simulator/certificate.ts'
import { expectBooksToBalance, ownDatabase } from '../database.ts'
import { startMailServer } from '../mail-server.ts'
import { photoOf } from '../pictures.ts'
import { codeOf } from '../totp.ts'
import { newVisitor, openBrowser, type Visitor } from './browser.ts'
import { examine } from './examine.ts'
import { enterPin, fillDelivery, placeButton, said, takenOver } from './steps.ts'

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

describe('the first hour of a live shop', () => {
  it('goes from an empty folder and a link on the console to the first paid order', async () => {
    const mail = await startMailServer()
    const stranger = await visit()
    stranger.expectComplaint(/503|404/)
    await stranger.page.goto(origin)
    await stranger.page.getByText('Opening soon').waitFor()

    const owner = await visit()
    owner.expectComplaint(/status of (40[0-9]|422|503)/)
    const { page } = owner
    const link = /https:\S+\/claim\/\S+/.exec(shop.facts.join('\n'))?.[0] as string
    await page.goto(link)
    await examine(page, 'opening-claim')
    await page.getByLabel('Full Name').fill('Achieng Otieno')
    await page.getByLabel('Phone Number').fill('0712 345 678')
    await page.getByLabel('Email').fill('achieng@shop.example')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Make my account' }).click()

    // The panel waits for the second factor.
    await page.waitForURL('**/dashboard**')
    await takenOver(page)
    const part = page.locator('details', { hasText: 'Second factor' }).first()
    if (!(await part.evaluate((box: HTMLDetailsElement) => box.open))) await part.locator('summary').click()
    await part.getByLabel('Your password', { exact: true }).fill(password)
    await part.getByRole('button', { name: 'Set up' }).click()
    const uri = (await page.getByRole('link', { name: 'Open your code app' }).getAttribute('href')) as string
    const paper = (await page.getByRole('list', { name: 'Codes for paper' }).getByRole('listitem').first().textContent()) as string
    await part.getByLabel('Code', { exact: true }).fill(codeOf(uri))
    await part.getByRole('button', { name: 'Turn on' }).click()
    // And leads there.
    await page.waitForURL('**/admin')
    await page.getByText('1 of 11 steps are done').waitFor()
    await examine(page, 'opening-steps')
    await takenOver(page)
    await page.getByRole('button', { name: 'Open the doors' }).click()
    await page
      .getByText(/Still to do before the shop opens: Contacts, E-mail, M-Pesa, A product, Delivery, Texts/)
      .first()
      .waitFor()

    await page.goto(`${origin}/admin/settings`)
    await takenOver(page)
    await page.getByLabel('Name', { exact: true }).fill('Duka la Achieng')
    await page.getByRole('button', { name: 'Save: The shop' }).click()
    await said(page, 'Settings saved')
    await page.getByLabel('Phone', { exact: true }).fill('0712 345 678')
    await page.getByLabel('WhatsApp', { exact: true }).fill('0712 345 678')
    await page.getByRole('textbox', { name: 'E-mail', exact: true }).fill('hello@shop.example')
    await page.getByRole('button', { name: 'Save: Contact' }).click()
    await expect.poll(() => stored('email')).toBe('hello@shop.example')
    await page.getByLabel('Mail server').fill('127.0.0.1')
    await page.getByLabel('Port', { exact: true }).fill(String(mail.port))
    await page.getByRole('button', { name: 'Save: E-mail' }).click()
    const mailForm = page.getByRole('region', { name: 'E-mail' })
    await mailForm.getByText('Enter your password.').waitFor()
    await mailForm.getByLabel('Your password', { exact: true }).fill(password)
    await mailForm.getByLabel(/^Code/).fill(paper)
    await page.getByRole('button', { name: 'Save: E-mail' }).click()
    await expect.poll(() => stored('mail_server')).toBe('127.0.0.1')
    await page.getByRole('button', { name: 'Send a test e-mail to me' }).click()
    await expect.poll(() => mail.taken.length).toBeGreaterThan(0)

    await page.goto(`${origin}/admin/settings/messages`)
    await takenOver(page)
    await page.locator('summary', { hasText: /^Payout paid/ }).click()
    const letter = page.locator('details[open]').getByLabel('E-mail', { exact: true })
    await letter.fill('Asante! {amount}')
    await page.getByText("Keep {receipt} outside of [ ]: m-pesa's receipt.").waitFor()
    await letter.fill('Asante! {amount}, {receipt}')
    await page.getByText('Asante! KSh 450, QKJ4XT81ZP').waitFor()
    await examine(page, 'opening-messages')
    await page.getByRole('button', { name: 'Save: Payout paid' }).click()
    await said(page, 'Text saved')

    await page.goto(`${origin}/admin/mpesa`)
    await takenOver(page)
    const { shortcode, consumerKey, consumerSecret, passkey } = simulator.daraja
    await page.getByLabel('Buyers pay to a').selectOption('CustomerPayBillOnline')
    await page.getByLabel('Shortcode', { exact: true }).fill(shortcode)
    await page.getByLabel('Consumer key', { exact: true }).fill(consumerKey)
    await page.getByLabel('Consumer secret', { exact: true }).fill(consumerSecret)
    await page.getByLabel('Passkey', { exact: true }).fill(passkey)
    await page.getByLabel('Phone that pays KSh 1').fill('0712 345 678')
    await page.getByLabel('Your password', { exact: true }).fill(password)
    await page.getByLabel(/^Code/).first().fill(codeOf(uri, 1))
    await page.getByRole('button', { name: 'Try with KSh 1' }).click()
    await said(page, 'Prompt sent')
    await pay(page, phone)
    await page.getByRole('heading', { name: 'Buyers pay to' }).waitFor({ timeout: 25_000 })

    await page.goto(`${origin}/admin/products/new`)
    await takenOver(page)
    const form = page.getByRole('dialog')
    await form.getByLabel('Name').fill('Ziwa Trail, Reed')
    await form.getByLabel('Price, KSh').fill('2,999')
    await form.getByLabel('Sizes').check()
    await form.getByLabel('From', { exact: true }).fill('40')
    await form.getByLabel('To', { exact: true }).fill('40')
    await form.getByLabel('Stock of each').fill('3')
    await form.getByRole('button', { name: 'Fill' }).click()
    await form.getByLabel('Category').selectOption({ label: 'Casual' })
    await form.getByLabel('Add pictures').setInputFiles([{ name: 'side.png', mimeType: 'image/png', buffer: Buffer.from(await photoOf()) }])
    await form.getByRole('button', { name: 'Add product' }).click()
    await said(page, 'Product created')
    // Its picture is on the way until the form closes.
    await form.waitFor({ state: 'hidden' })

    await page.goto(`${origin}/admin`)
    await takenOver(page)
    await page.getByRole('button', { name: 'I have looked' }).click()
    await page.getByText('6 of 11 steps are done').waitFor()
    await page.getByRole('button', { name: 'I have read them' }).click()
    await page.getByText('7 of 11 steps are done').waitFor()
    await page.getByLabel('Open without what is only advised').check()
    await examine(page, 'opening-ready')
    await page.getByRole('button', { name: 'Open the doors' }).click()
    await said(page, 'The doors are open')
    await page.waitForURL('**/admin/products**')

    // A stranger buys, the first.
    await expect.poll(async () => (await stranger.page.goto(`${origin}/products`))?.status()).toBe(200)
    await takenOver(stranger.page)
    await stranger.page
      .getByRole('link', { name: /Ziwa Trail, Reed/ })
      .first()
      .click()
    await stranger.page.waitForURL('**/product/**')
    await takenOver(stranger.page)
    await stranger.page.getByText('Duka la Achieng').first().waitFor()
    const size = stranger.page.getByRole('radio', { name: /40/ })
    if (await size.count()) await size.first().check({ force: true })
    await stranger.page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await said(stranger.page, 'added to cart')
    await stranger.page.goto(`${origin}/checkout`)
    await takenOver(stranger.page)
    await fillDelivery(stranger.page, '254711999001')
    await stranger.page.getByText('We send no SMS: your receipt and news of your order come by e-mail alone.').waitFor()
    await examine(stranger.page, 'opening-checkout')
    // Its owner has entered no days.
    expect(await stranger.page.getByText('Exchange within').count()).toBe(0)
    await placeButton(stranger.page).click()
    await stranger.page.waitForURL('**/order/**')
    await stranger.page.getByText('Keep this link.').waitFor()
    await pay(stranger.page, '254711999001')
    await stranger.page.getByText(/Paid/).first().waitFor({ timeout: 25_000 })
    await examine(stranger.page, 'opening-first-order')
    await owner.context.close()
    await stranger.context.close()
    owner.expectQuiet()
    stranger.expectQuiet()
    const database = openDatabase(ownerUrl, { connections: 1 })
    await expectBooksToBalance(database.db)
    await database.close()
  }, 180_000)
})

async function stored(name: string): Promise<unknown> {
  const database = openDatabase(ownerUrl, { connections: 1 })
  try {
    const { rows } = await database.db.execute<{ value: unknown }>(sql`select value from shop_settings where name = ${name}`)
    return rows[0]?.value
  } finally {
    await database.close()
  }
}
