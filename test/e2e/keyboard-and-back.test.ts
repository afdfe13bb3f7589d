import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account, goodPassword } from '../accounts.ts'
import { photoOf } from '../pictures.ts'
import { sizes } from './browser.ts'
import { examine, examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, hasFocus, heading, newPhone, said, takenOver } from './steps.ts'

const shop = useShop()

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent)
const isAtItsBeginning = (page: Page) => expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
/** Tab, until what is looked for has the focus. */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  const passed: (string | null | undefined)[] = []
  for (let tabs = 0; tabs < 80; tabs++) {
    await page.keyboard.press(key)
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return
    passed.push((await focused(page))?.slice(0, 30))
  }
  throw new Error(`no Tab leads to ${selector}:\n${passed.join('\n')}`)
}

it('without a mouse somebody signs in, is left alone where they type, and a shoe goes from the home page to a placed order', async () => {
  const { page, expectComplaint } = await shop.visit('desk')
  expectComplaint(/status of 401/)
  await signInByKeys(page, await account({ db: shop.db }))
  await said(page, 'Welcome back!')
  await heading(page, 'All Products').waitFor()
  await isAtItsBeginning(page)
  await openSubmenuByFocus(page)
  await typeWhileNextPageComes(page)
  await shop.open(page, '/')
  await tabTo(page, '.skip-link')
  await page.keyboard.press('Enter')
  await putIntoCartByKeys(page)
  await orderByKeys(page)
  await heading(page, 'Check your phone').waitFor()
})

/** What is wrong has the focus, which stays where it is typed. */
async function signInByKeys(page: Page, who: { email: string }) {
  const [name, password] = [page.getByLabel('Email or Phone Number'), page.getByLabel('Password', { exact: true })]
  await shop.open(page, '/auth?next=/products')
  await password.press('Enter')
  for (const words of ['Enter your e-mail or phone number.', 'Enter your password.']) await page.getByText(words).waitFor()
  await hasFocus(name)
  await page.keyboard.type(who.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.locator('main .notice').getByText('Please check your email and password.').waitFor()
  await expect.poll(() => name.inputValue()).toBe(who.email)
  await password.fill('')
  await password.pressSequentially(goodPassword)
  expect(await password.inputValue(), 'the focus stays where it is typed').toBe(goodPassword)
  for (const key of ['Tab', 'Space']) await page.keyboard.press(key)
  await expect.poll(() => password.getAttribute('type')).toBe('text')
  for (const key of ['Shift+Tab', 'Enter']) await page.keyboard.press(key)
}

const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function openSubmenuByFocus(page: Page) {
  const heels = mainMenu(page).getByRole('link', { name: 'Heels' })
  await mainMenu(page).getByRole('link', { name: 'Women Shoes' }).focus()
  await heels.waitFor()
  await page.keyboard.press('Escape')
  await heels.waitFor({ state: 'hidden' })
}

/** A page that takes its time leaves alone who moved on to the search meanwhile; the next one is read from its beginning again. */
async function typeWhileNextPageComes(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\.data/, async (route) => {
    await promise
    await route.continue()
  })
  await mainMenu(page).getByRole('link', { name: 'Home' }).click()
  await page.locator('main .pending').waitFor()
  const search = page.getByRole('banner').getByRole('searchbox')
  await search.focus()
  await page.keyboard.type('safari')
  resolve()
  await heading(page, 'Discover Our Products').waitFor()
  await page.keyboard.type(' boot')
  await expect.poll(() => search.inputValue()).toBe('safari boot')
  await mainMenu(page).getByRole('link', { name: 'All Products' }).click()
  await isAtItsBeginning(page)
  await page.unroute(/\.data/)
}

async function putIntoCartByKeys(page: Page) {
  const choice = page.getByRole('dialog', { name: 'Pwani Slip-on, Tumba' })
  await tabTo(page, '[aria-label="Add to Cart: Pwani Slip-on, Tumba"]')
  await page.keyboard.press('Enter')
  await choice.waitFor()
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'hidden' })
  await expect.poll(() => focused(page)).toBe('Add to Cart: Pwani Slip-on, Tumba')
  await page.keyboard.press('Enter')
  await choice.waitFor()
  await tabTo(page, 'input[type=radio]')
  for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await cartButton(page, '1 item').waitFor()
}

async function orderByKeys(page: Page) {
  const press = (key: string) => page.keyboard.press(key)
  await tabTo(page, '.cart-button', 'Shift+Tab')
  await press('Space')
  await cartPanel(page).getByText('Pwani Slip-on, Tumba').waitFor()
  await tabTo(page, '[aria-label="More of Pwani Slip-on, Tumba, size 40"]')
  await press('Enter')
  await cartPanel(page).getByText('KSh 5,780').waitFor()
  await tabTo(page, 'a[href="/checkout"].button')
  await press('Enter')
  await heading(page, 'Checkout').waitFor()
  await tabTo(page, '[name=customer_name]')
  for (const words of ['Wanjiru Kamau', `0${newPhone().slice(3)}`, 'Moi Avenue 12, Nairobi']) {
    await page.keyboard.type(words)
    await press('Tab')
  }
  await tabTo(page, '[name=customer_email]')
  await press('Tab')
  await expect.poll(() => focused(page)).toBe('Place Order & Pay with M-Pesa')
  await press('Enter')
}

it('Back leads to the same place of a list with all that was loaded, closes what lies on top first, and leaves nothing of a filter behind', async () => {
  const { page } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '46')] })
  await shop.open(page, '/products')
  await comeBackToTheList(page)
  await shop.open(page, '/category/loafers')
  await closeEachByBack(page)
  // A reload closes all of it.
  await cartButton(page, '1 item').click()
  await cartPanel(page).waitFor()
  await page.reload()
  await takenOver(page)
  expect(await cartPanel(page).isVisible()).toBe(false)
  await expect.poll(() => onALayer(page)).toBe(false)
  await page.setViewportSize({ width: 1280, height: 800 })
  await filterByNothing(page)
  await page.goBack()
  await heading(page, 'All Products').waitFor()
})

async function comeBackToTheList(page: Page) {
  const cards = page.locator('article')
  const first = await cards.count()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(first)
  const all = await cards.count()
  const shoe = cards
    .nth(first + 3)
    .getByRole('heading')
    .getByRole('link')
  const name = (await shoe.textContent()) as string
  await shoe.scrollIntoViewIfNeeded()
  const top = await page.evaluate(() => scrollY)
  await shoe.click()
  await heading(page, name).waitFor()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await page.goBack()
  await heading(page, 'All Products').waitFor()
  await expect.poll(() => cards.count()).toBe(all)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top)
}

const onALayer = (page: Page) => page.evaluate(() => 'layer' in (history.state ?? {}))

async function closeEachByBack(page: Page) {
  const openers: [Locator, Locator][] = [
    [page.getByRole('button', { name: 'Open menu' }), page.getByRole('dialog', { name: /^Menu/ })],
    [page.getByRole('button', { name: 'Open Viatu Support chat' }), page.getByRole('dialog', { name: 'Viatu Support' })],
    [page.getByRole('button', { name: 'Add to Cart: Karen Penny Loafer, Chestnut' }), page.getByLabel('Close size choice')],
    [page.locator('summary', { hasText: 'Filter' }), page.getByRole('button', { name: 'Show products' })],
    [cartButton(page, '1 item'), cartPanel(page)],
  ]
  const length = await page.evaluate(() => history.length)
  for (const [opener, opened] of openers) {
    await opener.click()
    await opened.waitFor()
    // The browser tells of an opened filter a moment after it shows it.
    await expect.poll(() => onALayer(page)).toBe(true)
    await page.goBack()
    await opened.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/category/loafers')
  }
  // One entry for whatever was open last, in front of the page; none behind it.
  expect(await page.evaluate(() => history.length)).toBe(length + 1)
}

/** Its prices are seen on a low screen without scrolling; one that cannot be read is said; and Back is where it was where nothing changed. */
async function filterByNothing(page: Page) {
  const place = () => page.evaluate(() => [window.history.state?.idx, window.history.state?.layer])
  const before = await place()
  await page.locator('.filter > summary').click()
  for (const label of ['From, KSh', 'Up to, KSh']) await expect.poll(() => page.getByLabel(label).evaluate(isSeen)).toBe(true)
  const upTo = page.getByLabel('Up to, KSh')
  await upTo.fill('abc')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate((title) => title.getBoundingClientRect().top)).toBeGreaterThanOrEqual(0)
  await page.getByRole('button', { name: 'Show products' }).click()
  await page.getByText('Enter whole shillings, such as 5,000.').waitFor()
  await upTo.fill('')
  await page.getByRole('button', { name: 'Show products' }).click()
  await upTo.waitFor({ state: 'hidden' })
  await expect.poll(place, { message: 'where it was before the filter opened' }).toEqual(before)
  expect(page.url()).toBe(`${shop.url}/category/loafers`)
}

function isSeen(field: Element): boolean {
  const { x, y, width, height } = field.getBoundingClientRect()
  return document.elementFromPoint(x + width / 2, y + height - 4) === field
}

it('of a shoe a size is chosen and a picture enlarged by the keyboard; both outlive what opened over them, and a reload', async () => {
  const { page, expectComplaint } = await shop.visit('desk')
  expectComplaint(/ERR_FAILED|dynamically imported/)
  const { id, name } = await shop.line('Naivasha Chelsea, Wine', '41')
  const body = Buffer.from(await photoOf({ width: 600, height: 900 }))
  await page.route('**/files/**', (route) => route.fulfill({ body, contentType: 'image/png' }))
  await page.route('**/assets/enlarged-*.js', (route) => route.abort(), { times: 1 })
  await shop.open(page, `/product/${id}`)
  for (const picture of ['.gallery-main img', '.other-shoes img'])
    await expect.poll(() => page.locator(picture).first().evaluate(isSeenWhole), { message: `an upright photo at ${picture}` }).toBe(true)
  await page.setViewportSize({ width: 844, height: 390 })
  const [picture, title] = [await page.locator('.gallery-main').boundingBox(), await heading(page, name).boundingBox()]
  expect(title?.x, 'beside the shoe, on a phone that lies on its side').toBeGreaterThan((picture?.x ?? 0) + (picture?.width ?? 844))
  await page.setViewportSize({ width: 390, height: 640 })
  await chooseSizeFromTheBar(page, name)
  await readSizeGuide(page)
  const first = page.getByRole('link', { name: /^Enlarge: / }).first()
  await first.press('Enter')
  await said(page, 'The picture could not be enlarged')
  await page.getByRole('button', { name: 'Open the picture alone' }).waitFor()
  await page.reload()
  await page.getByText('Size 41', { exact: true }).waitFor()
  await page.getByText('Size 41', { exact: true }).scrollIntoViewIfNeeded()
  await buyBar(page).waitFor({ state: 'hidden' })
  await lookCloser(page, first, name)
})

const buyBar = (page: Page) => page.locator('.buy-bar').getByRole('button', { name: 'Add to Cart' })

async function chooseSizeFromTheBar(page: Page, name: string) {
  await buyBar(page).press('Enter')
  const choice = page.getByRole('dialog', { name })
  await choice.getByRole('radio', { name: '40', exact: true }).press('ArrowRight')
  await choice.getByRole('radio', { name: '41', exact: true }).press('ArrowRight')
  await choice.getByText('Size 42 is sold out in this shoe.').waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => choice.getByRole('radio', { name: '41', exact: true }).isChecked()).toBe(true)
  await page.keyboard.press('Enter')
  await cartButton(page, '1 item').waitFor()
  await page.waitForURL('**?size=41')
}

async function readSizeGuide(page: Page) {
  await page.getByRole('main').getByRole('link', { name: 'Size guide' }).press('Enter')
  const guide = page.getByRole('dialog', { name: 'Size guide' })
  await guide.getByRole('row', { name: '42 8 10.5 9 26.5' }).waitFor()
  await examine(page, 'size-guide', { pictured: 'screen' })
  await page.goBack()
  await guide.waitFor({ state: 'hidden' })
}

async function lookCloser(page: Page, first: Locator, name: string) {
  await first.press('Enter')
  const box = page.getByRole('dialog', { name })
  await hasFocus(box.getByRole('list', { name: 'Pictures' }))
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => box.getByRole('status').textContent()).toBe('Picture 2 / 4')
  await page.setViewportSize(sizes.phone)
  await box.getByRole('button', { name: 'Zoom in' }).press('Enter')
  expect(await page.locator('.dialog-body:has(.enlarged)').evaluate((body) => body.scrollTop), 'only the picture moves').toBe(0)
  expect(await page.locator('.enlarged-controls').evaluate((foot) => foot.getBoundingClientRect().bottom)).toBe(sizes.phone.height)
  await examineNow(page, 'enlarged', { pictured: 'screen', finger: '.enlarged-controls' })
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'hidden' })
  await expect.poll(() => page.getByRole('button', { name: 'Picture 2 of 4' }).getAttribute('aria-current')).toBe('true')
  await hasFocus(first)
}

/** Of a loaded picture: it is painted in its own proportions, and nothing that clips it is lower than it. */
function isSeenWhole(element: Element): boolean {
  const picture = element as HTMLImageElement
  if (!picture.complete || picture.naturalHeight <= picture.naturalWidth) return false
  const box = picture.getBoundingClientRect()
  const isWhole =
    getComputedStyle(picture).objectFit === 'contain' || Math.abs(box.width / box.height - picture.naturalWidth / picture.naturalHeight) < 0.02
  const frame = picture.closest('.product-picture, figure, .gallery-main')?.getBoundingClientRect() ?? box
  return isWhole && box.top > frame.top - 1 && box.bottom < frame.bottom + 1
}
