import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Size, sizes } from './browser.ts'
import { examine, examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { heading, newPhone, order, takenOver } from './steps.ts'

const shop = useShop()

const box = (page: Page) => page.getByRole('dialog', { name: 'Viatu Support' })
const opener = (page: Page) => page.getByRole('button', { name: /^(Open )?Viatu Support/ }).filter({ visible: true })
const field = (page: Page) => box(page).getByLabel('Your message')
const log = (page: Page) => box(page).getByRole('log')

async function open(page: Page, path = '/') {
  await shop.open(page, path)
  await opener(page).click()
  await field(page).waitFor()
}

async function say(page: Page, words: string) {
  await field(page).fill(words)
  await page.keyboard.press('Enter')
}

describe.each<Size>(['phone', 'desk'])('the assistant on a %s', (size) => {
  it('answers from the shelf and the help pages, and its shoes go into the cart', async () => {
    const { page } = await shop.visit(size)
    await open(page)
    await expect.poll(() => field(page).evaluate((element) => document.activeElement === element)).toBe(true)
    await log(page).getByText('Hi! Welcome to Viatu! How can I help you today?').waitFor()
    await examineNow(page, `assistant-opened-${size}`, { pictured: 'screen' })

    await say(page, '   ')
    expect(await log(page).getByText('You:').count(), 'nothing is not sent').toBe(0)
    await say(page, 'black loafers size 42 under 8000')
    const cards = log(page).getByRole('listitem')
    await cards.first().waitFor()
    for (const price of await cards.locator('.price').allInnerTexts()) {
      expect(Number(/KSh ([\d,]+)/.exec(price)?.[1]?.replaceAll(',', '')), price).toBeLessThan(8000)
    }
    await examineNow(page, `assistant-answered-${size}`, { pictured: 'screen' })
    await cards
      .first()
      .getByRole('button', { name: /^Add to Cart/ })
      .click()
    const choice = page.locator('dialog[open]')
    await choice.getByRole('radio', { name: '42', exact: true }).click()
    await page.getByText('Added to Cart').waitFor()
    await page.getByRole('button', { name: 'Cart, 1 item' }).waitFor()

    await say(page, 'my pin is 1234')
    await log(page)
      .getByText(/Never write your PIN/)
      .waitFor()
    await log(page).getByText('You: my pin is ••••').waitFor()
    await say(page, '3f9a21c8')
    await log(page)
      .getByText(/I also need the phone number you gave at checkout/)
      .waitFor()
    await examineNow(page, `assistant-pin-and-code-${size}`, { pictured: 'screen' })
    await say(page, 'Do you deliver to Kisumu?')
    // What was asked and what was answered both name the town.
    await log(page)
      .getByText(/Kisumu/)
      .nth(1)
      .waitFor()
    const answers = await log(page).locator('.chat-turn').count()

    // Minimised it waits with its word; a reload finds it again; closing keeps what was said.
    await page.keyboard.press('Escape')
    await box(page).waitFor({ state: 'detached' })
    await expect
      .poll(() => opener(page).evaluate((element) => document.activeElement === element), { message: 'the focus is at the button' })
      .toBe(true)
    await page.reload()
    await takenOver(page)
    await opener(page).click()
    await field(page).waitFor()
    await expect.poll(() => log(page).locator('.chat-turn').count()).toBe(answers)
    await box(page).getByRole('button', { name: 'Maximize' }).click()
    await box(page).getByRole('button', { name: 'Make smaller' }).waitFor()
    await examineNow(page, `assistant-large-${size}`, { pictured: 'screen' })
    await box(page).getByRole('button', { name: 'New conversation' }).click()
    await expect.poll(() => log(page).locator('.chat-turn').count()).toBe(1)
    await box(page).getByRole('button', { name: 'Close', exact: true }).click()
    await box(page).waitFor({ state: 'detached' })
  })
})

it('says in plain words when it fails, keeps the question, and tells of an answer that came while nobody looked', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  const endpoint = '**/api/functions/ai-chatbot'
  await open(page, '/products')
  expectComplaint(/ai-chatbot|500/)
  await page.route(endpoint, (route) => route.fulfill({ status: 500, body: 'no' }))
  await say(page, 'How do I pay?')
  await log(page)
    .getByText(/^Viatu Support: Sorry, I'm having trouble responding right now\. Please try again or contact support via WhatsApp at \+254/)
    .waitFor()
  await page.getByText('Failed to get response. Please try again.').waitFor()
  expect(
    await box(page)
      .getByRole('link', { name: /WhatsApp \+254/ })
      .getAttribute('href'),
  ).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
  await examine(page, 'assistant-failed', { pictured: 'screen' })
  await page.unroute(endpoint)
  // The answer is held back until the box is minimised.
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(endpoint, async (route) => {
    await held
    await route.continue()
  })
  await box(page).getByRole('button', { name: 'Try again' }).click()
  await box(page).getByText('Viatu Support is writing').waitFor({ state: 'attached' })
  await field(page).fill('And then?')
  await page.keyboard.press('Enter')
  expect(await field(page).inputValue(), 'nothing is sent while an answer is waited for').toBe('And then?')
  await box(page).getByRole('button', { name: 'Minimize' }).click()
  letGo()
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

it('shows what it can of an answer, and breaks alone', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  const breaking = 'what breaks the chat'
  await context.addInitScript((words) => {
    const { split } = String.prototype
    String.prototype.split = function (this: string, ...how: Parameters<typeof split>) {
      if (String(this) === words) throw new Error('the chat broke')
      return split.apply(this, how)
    } as typeof split
  }, breaking)
  expectComplaint(/the chat broke/)
  const endpoint = '**/api/functions/ai-chatbot'
  await open(page, '/products')
  const answers = [{}, { response: 'Half an answer.', products: [{}], links: [null, { label: 'All Products', href: '/products' }] }]
  await page.route(endpoint, (route) => route.fulfill({ json: answers.shift() ?? null }))
  await say(page, 'hi')
  await log(page).getByText("I'm here to help! How can I assist you today?").waitFor()
  await say(page, 'and more')
  await log(page).getByText('Half an answer.').waitFor()
  await log(page).getByRole('link', { name: 'All Products' }).waitFor()
  await say(page, breaking)
  await box(page)
    .getByText(/^Sorry, I'm having trouble responding right now\. Please try again or contact support via WhatsApp at \+254/)
    .waitFor()
  await heading(page, 'All Products').waitFor()
  expect(
    await box(page)
      .getByRole('link', { name: /WhatsApp \+254/ })
      .getAttribute('href'),
  ).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
  await examine(page, 'assistant-broken', { pictured: 'screen' })
  // It is closed as the chat itself is, and by Back, which stays on the page.
  const address = page.url()
  const ways = [() => page.goBack(), () => page.keyboard.press('Escape'), () => box(page).getByRole('button', { name: 'Close' }).click()]
  for (const close of ways) {
    await close()
    await box(page).waitFor({ state: 'hidden' })
    await expect.poll(() => opener(page).evaluate((button) => button === document.activeElement)).toBe(true)
    expect(page.url()).toBe(address)
    await opener(page).click()
    await box(page).getByRole('alert').waitFor()
  }
  await box(page).getByRole('button', { name: 'New conversation' }).click()
  await field(page).waitFor()
  await expect.poll(() => log(page).locator('.chat-turn').count()).toBe(1)
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
