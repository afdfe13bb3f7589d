import { sql } from 'drizzle-orm'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { contextOn, placed, putOnShelf, tellPaid } from '../checkout.ts'
import { later } from '../newer-features.ts'
import { shoot, sizes } from './browser.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, fillDelivery, goWithin, heading, newPhone, order, placeButton, said } from './steps.ts'

const shop = useShop()

/** Those whose pages have scripts of their own: forms that change as they are filled in, charts, uploads, lists that are sorted by hand. */
const sections = 'products/new products/bulk delivery promotions figures data settings mpesa notifications'

/** Takes away what browsers brought later than the floor. Selectors that they do not know throw. */
function takeAway(names: string[]) {
  const owners = [Array, String, Set, Map, AbortSignal, Document, Element, HTMLElement, HTMLDialogElement, Navigator].map((each) => each.prototype)
  for (const name of names) {
    const [first = '', last = ''] = name.split('.')
    if (first && last) delete (window as never as Record<string, Record<string, unknown>>)[first]?.[last]
    else if (last) for (const owner of [...owners, Uint8Array.prototype]) delete (owner as never as Record<string, unknown>)[last]
    else delete (window as never as Record<string, unknown>)[first]
  }
  const newer = names.filter((name) => name.startsWith(':'))
  for (const owner of [Element.prototype, Document.prototype] as never as Record<string, unknown>[])
    for (const method of ['matches', 'closest', 'querySelector', 'querySelectorAll']) {
      const known = owner[method] as ((selector: string) => unknown) | undefined
      if (!known) continue
      owner[method] = function (this: Element, selector: string) {
        if (newer.some((name) => selector.includes(name))) throw new SyntaxError(`unknown selector: ${selector}`)
        return known.call(this, selector)
      }
    }
}

/** What a browser does not know makes it drop the whole rule of a sheet. In the page: a request that a test answers costs the browser its cache. */
function dropHas() {
  const dropIn = (sheet: CSSStyleSheet | CSSGroupingRule) => {
    for (let at = sheet.cssRules.length - 1; at >= 0; at--) {
      const rule = sheet.cssRules[at] as CSSStyleRule & CSSGroupingRule
      // Refused, unless it stands in what forgives, such as `:is(`.
      if (rule.selectorText?.includes(':has(')) rule.selectorText = rule.selectorText.replaceAll(':has(', ':newer-than-the-floor(')
      if (rule.selectorText?.includes(':has(')) sheet.deleteRule(at)
      else if (rule.cssRules?.length) dropIn(rule)
    }
  }
  const dropAll = () => [...document.styleSheets].forEach(dropIn)
  // A sheet that comes; and those that stand in the document.
  document.addEventListener('load', ({ target }) => target instanceof HTMLLinkElement && target.sheet && dropIn(target.sheet), true)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof HTMLStyleElement && node.sheet) dropIn(node.sheet)
  }).observe(document, { childList: true, subtree: true })
  document.addEventListener('DOMContentLoaded', dropAll)
}

async function asOnTheFloor(context: BrowserContext) {
  await context.addInitScript(takeAway, Object.keys(later))
  await context.addInitScript(dropHas)
}

/** No sheet of the page has a rule that the floor does not know; one that comes late has them for a moment. Sheets that are not there yet do not count. */
const expectNoHas = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
        return rules.length > 0 && rules.every((rule) => !rule.cssText.includes(':has('))
      }),
    )
    .toBe(true)

/** On paper none of the frame around the page is left. */
async function isAloneOnPaper(page: Page, kept: Locator) {
  await page.emulateMedia({ media: 'print' })
  const frame = page.locator('.ribbon, .site-header, .site-footer, .floating-help, .rail, .tab-bar, .slip-acts, .tabs')
  await expect.poll(() => frame.filter({ visible: true }).count()).toBe(0)
  expect(await kept.isVisible()).toBe(true)
  await shoot(page, `paper-${new URL(page.url()).pathname.split('/')[1]}`)
  await page.emulateMedia({ media: 'screen' })
}

/** Opens the first page by its address and goes on to the others within it, as links do. */
async function works(page: Page, [first, ...others]: [string, ...string[]]) {
  await shop.open(page, first)
  for (const path of [first, ...others]) {
    if (path !== first) await goWithin(page, path)
    await expect.poll(() => new URL(page.url()).pathname).toBe(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await page.getByRole('heading', { name: 'Something went wrong' }).count(), path).toBe(0)
  }
  await expectNoHas(page)
}

it('a browser of the floor finds, chooses, buys and asks', async () => {
  const { page, context } = await shop.visit('phone')
  await asOnTheFloor(context)
  await works(page, ['/', '/category/loafers', '/help', '/auth', '/sign-up', '/track', '/reset-password'])
  await works(page, ['/offline'])
  await shop.open(page, '/products')
  await page
    .getByRole('button', { name: 'Load more' })
    .or(page.getByRole('link', { name: 'Load more' }))
    .first()
    .click()
  await expect.poll(() => page.locator('.product-card').count()).toBeGreaterThan(24)
  await shop.open(page, '/product/130c11d1-f708-46b0-9095-484412afa12e')
  await page.getByRole('radio', { name: '43', exact: true }).check()
  await page.getByRole('link', { name: 'Size guide', exact: true }).click()
  await page.getByRole('dialog', { name: /Size guide/i }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await cartButton(page, '1 item').click()
  await cartPanel(page)
    .getByRole('button', { name: /^Remove/ })
    .click()
  await said(page, 'Removed from your cart')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => cartPanel(page).locator('.cart-line').count()).toBe(1)
  await order(shop, page, newPhone())
  await heading(page, 'Check your phone').waitFor()
  await isAloneOnPaper(page, page.locator('.print-head'))

  await shop.open(page, '/')
  await page.getByRole('button', { name: 'Open Viatu Support chat' }).filter({ visible: true }).click()
  const chat = page.getByRole('dialog', { name: 'Viatu Support' })
  await chat.getByLabel('Your message').fill('Do you deliver to Kisumu?')
  await page.keyboard.press('Enter')
  await chat
    .getByText(/Kisumu/)
    .nth(1)
    .waitFor()
  await chat.getByLabel('Messages').focus()
  expect(await page.locator('.floating-help').isVisible(), 'no button lies on the chat').toBe(false)
})

it('a browser of the floor shows an affiliate their pages, and an admin those of the panel', async () => {
  const { page, context } = await shop.visitAs(await account(shop, { isAdmin: true, is_affiliate: true }), 'desk')
  await asOnTheFloor(context)
  await works(page, ['/dashboard', '/dashboard/orders', '/affiliate', '/affiliate/wallet/statement'])
  await isAloneOnPaper(page, page.locator('.statement-paper'))
  await works(page, ['/admin/products', ...sections.split(' ').map((section) => `/admin/${section}`)])
})

it('a browser of the floor packs, prints and ships what was chosen, and saves a product', async () => {
  const shoe = await putOnShelf({ db: shop.db }, { name: 'Mbio Sakafu', sizes: { '42': 10 } })
  const order = await placed(contextOn({ db: shop.db }), shoe, {
    customer_name: 'Chebet Sakafu',
    items: [{ product_id: shoe.id, size: '42', quantity: 1 }],
  })
  await shop.db.execute(sql`update payment_attempts set next_check_at = null where order_id = ${order.id}`)
  await tellPaid(order.ctx, order.attempt)
  const code = order.id.slice(0, 8)
  const { page, context } = await shop.visitAsAdmin('phone')
  await asOnTheFloor(context)
  await shop.open(page, '/admin/orders?search=Sakafu&status=waiting_shipment')
  await page.getByLabel(`Select order ${code}`).check()
  expect(await page.locator('.order-bulk').evaluate((bar) => getComputedStyle(bar).position), 'to hand').toBe('sticky')
  await page.getByRole('link', { name: 'Slips' }).click()
  const slip = page.getByRole('article', { name: `Packing slip of order ${code}` })
  await slip.waitFor()
  await isAloneOnPaper(page, slip)

  await shop.open(page, '/admin/orders?search=Sakafu')
  await page.getByLabel(`Select order ${code}`).check()
  await page
    .locator('.order-bulk')
    .getByRole('button', { name: `Packed, order ${code}` })
    .click()
  await said(page, '1 of 1 order updated')
  await page.getByRole('link', { name: code }).click()
  const pane = page.getByRole('complementary', { name: `Order ${code}` })
  await pane.waitFor()
  expect(await page.getByRole('article', { name: `Order ${code}` }).isVisible(), 'instead of the list').toBe(false)
  await page.setViewportSize(sizes.desk)
  expect((await pane.boundingBox())?.y, 'beside the list').toBeLessThan(400)
  await pane.getByRole('button', { name: /^Confirm Shipment/ }).click()
  await expect.poll(async () => (await shop.db.execute(sql`select status from orders where id = ${order.id}`)).rows).toEqual([{ status: 'shipped' }])

  await shop.open(page, `/admin/products/${shoe.id}`)
  await page.locator('dialog[open]').getByLabel('Name').fill('Mbio Sakafu Mpya')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await said(page, 'Product updated')
})

it('a phone without scripts finds and narrows, and is led to WhatsApp instead of to buttons that do nothing', async () => {
  const { page } = await shop.visit('phone', { javaScriptEnabled: false })
  await page.goto(shop.url)
  const link = page.getByRole('link', { name: 'Order on WhatsApp instead' })
  await expect.poll(() => link.getAttribute('href')).toMatch(/^https:\/\/wa\.me\/\d+\?text=/)
  for (const name of ['Pause', /^Add to Cart/]) expect(await page.getByRole('button', { name }).count()).toBe(0)
  await page.getByLabel('Open menu').click()
  await page.getByRole('navigation', { name: 'Quick links' }).getByRole('link', { name: 'Men Shoes', exact: true }).click()
  await heading(page, 'Men Shoes').waitFor()
  await page.getByText('Filter', { exact: true }).click()
  await page.getByRole('radio', { name: /^46, / }).check({ force: true })
  await page.getByRole('button', { name: 'Show products' }).click()
  await page.waitForURL(/size=46/)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.locator('#search').fill('chelsea')
  await page.locator('#search').press('Enter')
  await heading(page, 'Search Results for "chelsea"').waitFor()
  await page.goto(`${shop.url}/checkout`)
  await page.locator('main noscript p').waitFor()
  expect(await page.getByText('Loading...').isVisible()).toBe(false)
})

it('a browser below the floor has the pages as they are without scripts, and asks for none', async () => {
  const { page, context } = await shop.visit('phone')
  await context.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'findLast')
  })
  const modules: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && modules.push(request.url()))
  await page.goto(`${shop.url}/product/130c11d1-f708-46b0-9095-484412afa12e`)
  await page.getByRole('link', { name: 'Order on WhatsApp instead' }).waitFor()
  expect(await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).count()).toBe(0)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await page.getByText('Kenyan law applies.').waitFor()
  expect(modules).toEqual([])
})

/**
 * Does to a page what a browser's translation does: each text moves into an element of its own, and so does what comes later. Notes in the page what its program
 * writes into texts that were moved away, which readers never see.
 */
function translate() {
  const unseen: string[] = []
  Object.assign(window, { unseen })
  const moved = new MutationObserver((changes) => unseen.push(...changes.map(({ target, oldValue }) => `${oldValue} -> ${target.nodeValue}`)))
  const move = (text: ChildNode) => {
    const parent = text.parentElement
    if (!parent || !text.nodeValue?.trim() || ['SCRIPT', 'STYLE', 'TEXTAREA', 'NOSCRIPT', 'FONT'].includes(parent.nodeName)) return
    const outer = document.createElement('font')
    outer.appendChild(document.createElement('font')).textContent = text.nodeValue
    parent.replaceChild(outer, text)
    moved.observe(text, { characterData: true, characterDataOldValue: true })
  }
  const moveAll = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: ChildNode[] = []
    while (texts.nextNode()) found.push(texts.currentNode as ChildNode)
    found.forEach(move)
  }
  moveAll(document.body)
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node.nodeType === Node.TEXT_NODE) move(node as ChildNode)
      else if (node.nodeName !== 'FONT') moveAll(node)
  }).observe(document.body, { childList: true, subtree: true })
}

/** Notes in the page whether its error page was ever shown. */
function watchForErrors() {
  new MutationObserver(() => {
    if (document.body?.textContent?.includes('Something went wrong')) Object.assign(window, { hasFailed: true })
  }).observe(document, { childList: true, subtree: true })
}

/** Removing an element fails once on each of these pages, as where its texts were moved. */
function refuseOnce(paths: string[]) {
  const { removeChild } = Node.prototype
  const refused: string[] = []
  Object.assign(window, { refused })
  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    const path = paths.find((each) => location.pathname.startsWith(each) && !refused.includes(each))
    if (!path) return removeChild.call(this, child) as T
    refused.push(path)
    throw new DOMException('The node to be removed is not a child of this node.', 'NotFoundError')
  }
}

const unseen = (page: Page) => page.evaluate(() => (window as never as { unseen: string[] }).unseen)
const hasFailed = (page: Page) => page.evaluate(() => 'hasFailed' in window)

it('a page that a browser translates counts, totals, places the order and shows what came of it', async () => {
  const { page, context } = await shop.visit('phone')
  await context.addInitScript(watchForErrors)
  const shoe = await shop.line('Karen Driver, Sand', '43')
  await shop.setStock(shoe, 9)
  await shop.open(page, `/product/${shoe.id}`)
  await page.evaluate(translate)
  await page.getByRole('radio', { name: '43', exact: true }).check()
  await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
  await cartButton(page, '1 item').click()
  const more = cartPanel(page).getByRole('button', { name: /^More of/ })
  await more.click()
  await more.click()
  await expect.poll(() => cartPanel(page).locator('.quantity').first().textContent()).toMatch(/^Quantity 3/)
  await cartPanel(page).getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL('**/checkout')
  const phone = newPhone()
  await fillDelivery(page, phone)
  await page.getByLabel('Delivery Address').fill('Oginga Odinga Street, Kisumu')
  await page.getByText('Delivering to Kisumu').waitFor()
  await page.getByRole('button', { name: 'Kisumu Bus Park' }).click()
  await placeButton(page).click()
  await heading(page, 'Check your phone').waitFor()
  await shop.tellMpesa('POST /answers', { phone, pin: true })
  await heading(page, 'Paid. Thank you.').waitFor()
  expect([await unseen(page), await hasFailed(page)]).toEqual([[], false])
})

/** As where a browser is told to keep nothing. */
function forbidStorage() {
  const get = () => {
    throw new DOMException('refused', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
}

it('a cart is that of this visit where the storage is forbidden, and is bought', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone')
  // The router, too, keeps in a storage how far pages were scrolled.
  expectComplaint(/The stored cart could not be read|SecurityError: refused/)
  await context.addInitScript(forbidStorage)
  await page.goto(`${shop.url}/product/${(await shop.line('Mtaa Canvas, Blue', '42')).id}`)
  await page.getByRole('radio', { name: '42', exact: true }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await cartButton(page, '1 item').click()
  await cartPanel(page).getByText('your cart lasts until you close or reload this page').waitFor()
  await cartPanel(page).getByRole('link', { name: 'Proceed to Checkout' }).click()
  await page.waitForURL('**/checkout')
  await fillDelivery(page, newPhone())
  await placeButton(page).click()
  await heading(page, 'Check your phone').waitFor()
  await cartButton(page, '0 items').waitFor()
})

it('a page draws itself once more where the browser refuses a change, and what was done stands', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '44')] })
  expectComplaint(/NotFoundError/)
  await context.addInitScript(watchForErrors)
  await shop.open(page, '/checkout')
  await fillDelivery(page, newPhone())
  await page.evaluate(refuseOnce, ['/checkout', '/order/'])
  await placeButton(page).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await heading(page, 'Check your phone').waitFor()
  await expect.poll(() => page.evaluate(() => (window as never as { refused: string[] }).refused)).toEqual(['/checkout', '/order/'])
  expect(await hasFailed(page)).toBe(false)
})
