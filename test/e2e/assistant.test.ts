import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { sizes } from './browser.ts'
import { examine, examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { heading, newPhone, order, takenOver } from './steps.ts'

const shop = useShop()
const endpoint = '**/api/functions/ai-chatbot'

const box = (page: Page) => page.getByRole('dialog', { name: 'Viatu Support' })
const opener = (page: Page) => page.getByRole('button', { name: /^(Open )?Viatu Support/ }).filter({ visible: true })
const field = (page: Page) => box(page).getByLabel('Your message')
const log = (page: Page) => box(page).getByRole('log')
const isFocused = (part: ReturnType<typeof field>) => expect.poll(() => part.evaluate((element) => element === document.activeElement)).toBe(true)

async function open(page: Page, path = '/') {
  await shop.open(page, path)
  await opener(page).click()
  await field(page).waitFor()
}

async function say(page: Page, words: string) {
  await field(page).fill(words)
  await page.keyboard.press('Enter')
}

it('the chat sells a shoe, waits behind its button, and is found again after a reload', async () => {
  const { page } = await shop.visit('phone')
  await shop.open(page, '/')
  await opener(page).click()
  await isFocused(field(page))
  await say(page, 'my pin is 1234')
  await log(page).getByText('You: my pin is ••••').waitFor()
  await log(page)
    .getByText(/Never write your PIN/)
    .waitFor()
  await say(page, 'black loafers size 42 under 8000')
  await log(page)
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: /^Add to Cart/ })
    .click()
  await page.locator('dialog[open]').getByRole('radio', { name: '42', exact: true }).click()
  await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()
  await examineNow(page, 'assistant-answered', { pictured: 'screen' })
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
  await isFocused(opener(page))
  await page.reload()
  await takenOver(page)
  await opener(page).click()
  await expect.poll(() => log(page).locator('.chat-turn').count()).toBe(5)
  await box(page).getByRole('button', { name: 'Maximize' }).click()
  await box(page).getByRole('button', { name: 'Make smaller' }).waitFor()
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await expect.poll(() => log(page).locator('.chat-turn').count()).toBe(1)
})

it('an answer that fails is said in plain words and asked for again, and one that comes while nobody looks is told of', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  await shop.open(page, '/products')
  await opener(page).click()
  expectComplaint(/ai-chatbot|500/)
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: 'no' }))
  await say(page, 'How do I pay?')
  await page.getByText('Failed to get response. Please try again.').waitFor()
  const help = box(page).getByRole('link', { name: /WhatsApp \+254/ })
  expect(await help.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
  await page.unroute(endpoint)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(endpoint, async (route) => {
    await promise
    await route.continue()
  })
  await box(page).getByRole('button', { name: 'Try again' }).click()
  await box(page).getByText('Viatu Support is writing').waitFor({ state: 'attached' })
  await say(page, 'And then?')
  expect(await field(page).inputValue(), 'nothing is sent while an answer is waited for').toBe('And then?')
  await box(page).getByRole('button', { name: 'Minimize' }).click()
  resolve()
  await page.getByRole('button', { name: 'Viatu Support: a new answer' }).filter({ visible: true }).click()
  await log(page)
    .getByText(/M-Pesa/)
    .first()
    .waitFor()
  expect(await log(page).getByText('You: How do I pay?').count()).toBe(1)
  await page.unroute(endpoint)

  await field(page).fill('Is it real?')
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await box(page).getByText('You are offline. Your message stays here until you send it again.').waitFor()
  await expect.poll(() => field(page).inputValue()).toBe('Is it real?')
  await context.setOffline(false)
})

it('a chat that breaks breaks alone, and is closed by Back and begun anew like any other', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  const words = 'what breaks the chat'
  await context.addInitScript((breaking) => {
    const { split } = String.prototype
    String.prototype.split = function (this: string, ...how: Parameters<typeof split>) {
      if (String(this) === breaking) throw new Error('the chat broke')
      return split.apply(this, how)
    } as typeof split
  }, words)
  expectComplaint(/the chat broke/)
  await shop.open(page, '/products')
  await opener(page).click()
  await page.route(endpoint, (route) => route.fulfill({ json: null }))
  await say(page, words)
  await box(page)
    .getByText(/^Sorry, I'm having trouble responding right now/)
    .waitFor()
  await examineNow(page, 'assistant-broken', { pictured: 'screen' })
  await page.goBack()
  await box(page).waitFor({ state: 'hidden' })
  await isFocused(opener(page))
  expect(new URL(page.url()).pathname).toBe('/products')
  await opener(page).click()
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await expect.poll(() => log(page).locator('.chat-turn').count()).toBe(1)
})

it('knows the order that this browser placed, and answers about money with a person', async () => {
  const line = await shop.line('Karen Penny Loafer, Chestnut', '42')
  const { page } = await shop.visit('phone', { cart: [line] })
  await order(shop, page, newPhone())
  const [, id = '', key = ''] = /\/order\/([\w-]+)\?key=([\w-]+)/.exec(page.url()) ?? []
  const code = id.slice(0, 8)
  await open(page, '/products')
  const asked = page.waitForRequest('**/api/functions/ai-chatbot')
  await box(page).getByRole('button', { name: 'Where is my order?' }).click()
  expect((await asked).postDataJSON().orders).toEqual([{ id, key }])
  await log(page)
    .getByText(new RegExp(`Order ${code}: .*1 × Karen Penny Loafer, Chestnut, size 42`, 's'))
    .waitFor()
  // The state and what was bought stand on a card of the shop.
  const card = log(page).locator('.chat-order')
  expect(await card.innerText()).toMatch(new RegExp(`^Order ${code}\\s.*1 × Karen Penny Loafer, Chestnut, size 42\\s+Total KSh [\\d,]+$`, 's'))
  const way = log(page).getByRole('link', { name: `Open order ${code}` })
  await way.waitFor()
  await examine(page, 'assistant-own-order', { pictured: 'screen' })
  await say(page, 'I paid twice')
  await log(page)
    .getByText(/An order takes one payment\. A second one that comes for it goes back/)
    .waitFor()
  const person = log(page).getByRole('link', { name: 'Ask on WhatsApp' }).last()
  expect(decodeURIComponent((await person.getAttribute('href')) as string)).toMatch(
    new RegExp(`^https://wa\\.me/\\d+\\?text=Hello Viatu, I paid twice for my order ${code}\\.`),
  )
  await examine(page, 'assistant-paid-twice', { pictured: 'screen' })
  expect(await page.evaluate(() => sessionStorage.getItem('viatu-chat')), 'the kept conversation holds no key').not.toContain(key)
  await way.first().click()
  await page.waitForURL(`**/order/${id}?key=${key}`)
})

it('knows the shoe of the page it is on, and leads to others', async () => {
  const { page } = await shop.visit('phone')
  const { id } = await shop.line('Karen Penny Loafer, Chestnut', '42')
  await open(page, `/product/${id}`)
  await box(page).getByRole('button', { name: 'Which sizes are there?' }).click()
  await log(page).getByText(/42/).first().waitFor()
  await page.keyboard.press('Escape')
  await box(page).waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 320, height: 640 })
  await opener(page).click()
  await examineNow(page, 'assistant-narrow', { pictured: 'screen' })
  await page.setViewportSize(sizes.phone)
  await say(page, 'show me sandals')
  await log(page).getByRole('listitem').first().getByRole('link').last().click()
  await box(page).waitFor({ state: 'detached' })
  await heading(page, /./).waitFor()
})
