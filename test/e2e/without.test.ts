import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { moving, shoot } from './browser.ts'
import { useShop } from './shop.ts'
import { heading, heldScripts, takenOver } from './steps.ts'

const shop = useShop()

const count = (page: Page) => page.locator('.list-bar').getByText(/^\d+ products?$/)

describe('without scripts', () => {
  const unscripted = { javaScriptEnabled: false }

  it('a phone finds, narrows and reads, and is offered WhatsApp', async () => {
    const { page } = await shop.visit('phone', unscripted)
    await page.goto(shop.url)
    await heading(page, 'Discover Our Products').waitFor()
    await expect
      .poll(() => page.getByRole('link', { name: 'Order on WhatsApp instead' }).getAttribute('href'))
      .toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
    await page.getByRole('link', { name: 'Chat with us on WhatsApp' }).waitFor()
    for (const name of ['Pause', /^Add to Cart/]) expect(await page.getByRole('button', { name }).count()).toBe(0)
    await shoot(page, 'unscripted-home', 'screen')

    await page.getByLabel('Open menu').click()
    await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Men Shoes', exact: true }).click()
    await heading(page, 'Men Shoes').waitFor()
    const all = await count(page).textContent()
    await page.getByText('Filter', { exact: true }).click()
    await page.getByRole('radio', { name: /^46, / }).check({ force: true })
    await page.getByRole('button', { name: 'Show products' }).click()
    await page.waitForURL(/size=46/)
    await expect.poll(() => count(page).textContent()).not.toBe(all)
    await page.getByRole('list', { name: 'Applied filters' }).getByText('Size 46').waitFor()

    await page.getByRole('button', { name: 'Search', exact: true }).click()
    const field = page.locator('#search')
    await field.waitFor()
    await field.fill('chelsea')
    await field.press('Enter')
    await heading(page, 'Search Results for "chelsea"').waitFor()
    await page.getByRole('heading', { name: 'Naivasha Chelsea, Wine' }).getByRole('link').click()
    await heading(page, 'Naivasha Chelsea, Wine').waitFor()
    for (const words of ['KSh 6,990', 'grips when wet', 'M-Pesa']) await page.getByText(words).first().waitFor()
    await expect.poll(() => page.getByRole('radio', { name: '42, sold out' }).isDisabled()).toBe(true)
    await shoot(page, 'unscripted-product')
    await page.getByRole('main').getByRole('link', { name: 'Size guide' }).click()
    await page.waitForURL('**/help#size-guide')
    await page.getByRole('row', { name: '42 8 10.5 9 26.5' }).waitFor()
    await page.goto(`${shop.url}/checkout`)
    await heading(page, 'Checkout').waitFor()
    await expect.poll(() => page.getByText('Loading...').isVisible()).toBe(false)
    await page.locator('main noscript p').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Chat with us on WhatsApp' }).waitFor()
  })
})

describe('what opens over a page', () => {
  const overlays = /\/(goods|cart-panel|size-choice|side-menu)-[\w-]+\.(js|css)$/

  it('comes with the first touch, and opens with the same tap', async () => {
    const { page } = await shop.visit('phone')
    const fetched: string[] = []
    page.on('request', (request) => overlays.test(request.url()) && fetched.push(request.url()))
    await page.goto(shop.url, { waitUntil: 'networkidle' })
    await takenOver(page)
    expect(fetched).toEqual([])
    await page.getByRole('button', { name: 'Open menu' }).tap()
    await page.getByRole('dialog').getByRole('link', { name: 'All Products' }).waitFor()
    await expect.poll(() => fetched.filter((url) => /cart-panel|size-choice/.test(url)).length).toBeGreaterThan(2)
  })
})

describe('without a mouse', () => {
  it('opens and closes a submenu, and moves through the pictures of a shoe', async () => {
    const { page } = await shop.visit('desk')
    const { id } = await shop.line('Ruka High, Ember', '40')
    await page.goto(`${shop.url}/product/${id}`)
    const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Women Shoes' })
    const heels = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Heels' })
    await entry.focus()
    await heels.waitFor()
    await expect.poll(() => entry.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Escape')
    await heels.waitFor({ state: 'hidden' })
    const thumbs = page.getByRole('button', { name: /^Picture \d of 4$/ })
    await thumbs.first().focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => thumbs.evaluateAll((all) => all.findIndex((thumb) => thumb.ariaCurrent === 'true'))).toBe(2)
    await expect.poll(() => thumbs.nth(2).evaluate((thumb) => thumb === document.activeElement)).toBe(true)
  })
})

describe('the carousel', () => {
  const place = (page: Page) => page.locator('.hero .hero-count')
  const moves = (page: Page) => page.locator('.hero-slide[inert]').first().waitFor()

  it('moves on every five seconds, and can be stopped', async () => {
    const { page } = await shop.visit('phone', moving)
    await page.clock.install()
    await page.goto(shop.url)
    await moves(page)
    await page.clock.runFor(6_000)
    await expect.poll(() => place(page).textContent()).toBe('2 / 10')
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
    await page.clock.runFor(20_000)
    expect(await place(page).textContent()).toBe('2 / 10')
  })

  it('stands for people who ask for stillness', async () => {
    const { page } = await shop.visit('phone')
    await page.clock.install()
    await page.goto(shop.url)
    await moves(page)
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor()
    await page.clock.runFor(20_000)
    expect(await place(page).textContent()).toBe('1 / 10')
    await page.getByRole('button', { name: 'Next product' }).click()
    await page.clock.runFor(1_000)
    await expect.poll(() => place(page).textContent()).toBe('2 / 10')
    expect(await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)).toBe(0)
  })
})

describe('Back', () => {
  it('takes back what was opened and is still on its way', async () => {
    const { page } = await shop.visit('phone')
    const letGo = await heldScripts(page, 'size-choice-*')
    await shop.open(page, '/category/loafers')
    const add = page.getByRole('button', { name: 'Add to Cart: Karen Penny Loafer, Chestnut' })
    await add.click()
    await expect.poll(() => add.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => onALayer(page)).toBe(true)
    await page.goBack()
    await expect.poll(() => add.getAttribute('aria-busy')).toBe(null)
    expect(new URL(page.url()).pathname).toBe('/category/loafers')
    await onThePage(page)
    const come = page.waitForResponse('**/assets/size-choice-*.js')
    letGo()
    await (await come).finished()
    expect(await page.getByLabel('Close size choice').isVisible()).toBe(false)
    await add.click()
    await page.getByLabel('Close size choice').waitFor()
  })
})

/** The history stands on the page itself: what was closed by hand has gone from it. */
const onALayer = (page: Page) => page.evaluate(() => 'layer' in (history.state ?? {}))
const onThePage = (page: Page) => expect.poll(() => onALayer(page)).toBe(false)

it('says nothing of an answer that was given up on the way to another page', async () => {
  const { page } = await shop.visit('phone')
  await shop.open(page, '/')
  // As the router leaves it behind, unhandled; the visitor's `expectQuiet` hears every rejection that reaches the console.
  const isHandled = await page.evaluate(async () => {
    const heard = new Promise<boolean>((settle) => addEventListener('unhandledrejection', (event) => settle(event.defaultPrevented)))
    void Promise.reject(new DOMException('BodyStreamBuffer was aborted', 'AbortError'))
    return heard
  })
  expect(isHandled).toBe(true)
})
