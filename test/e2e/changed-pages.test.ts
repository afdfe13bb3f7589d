import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, fillDelivery, heading, newPhone, placeButton } from './steps.ts'

const shop = useShop()

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
  await shop.open(page, '/product/130c11d1-f708-46b0-9095-484412afa12e')
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

it('a page draws itself once more where the browser refuses a change, and what was done stands', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '43')] })
  expectComplaint(/NotFoundError/)
  await context.addInitScript(watchForErrors)
  await shop.open(page, '/checkout')
  await fillDelivery(page, newPhone())
  await page.evaluate(refuseOnce, ['/checkout', '/order/'])
  await placeButton(page).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/order/**')
  await heading(page, 'Check your phone').waitFor()
  await expect.poll(() => page.evaluate(() => (window as never as { refused: string[] }).refused)).toEqual(['/checkout', '/order/'])
  expect(await hasFailed(page)).toBe(false)
})

it('what is chosen is seen in high contrast, and a changed quantity is announced once, when it rests', async () => {
  const { page } = await shop.visit('desk', { cart: [await shop.line('Karen Driver, Sand', '43')], forcedColors: 'active' })
  await shop.open(page, '/product/130c11d1-f708-46b0-9095-484412afa12e')
  await page.getByRole('radio', { name: '42', exact: true }).check()
  const outlineOf = (size: string) =>
    page.getByRole('radio', { name: size, exact: true }).evaluate((radio) => getComputedStyle(radio.nextElementSibling as Element).outlineWidth)
  expect(await outlineOf('42')).not.toBe(await outlineOf('41'))
  await cartButton(page, '1 item').click()
  const status = cartPanel(page).locator('.quantity [role=status]')
  await status.evaluate((element) => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver(() => said.push(element.textContent ?? '')).observe(element, { childList: true, characterData: true, subtree: true })
  })
  const more = cartPanel(page).getByRole('button', { name: /^More of/ })
  await more.click()
  await more.click()
  await expect.poll(() => page.evaluate(() => (window as never as { said: string[] }).said)).toEqual(['Quantity 3'])
})
