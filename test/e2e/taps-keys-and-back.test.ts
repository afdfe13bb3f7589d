import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { account, goodPassword } from '../accounts.ts'
import { photoOf } from '../pictures.ts'
import { moving, sizes } from './browser.ts'
import { examine, examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, hasFocus, heading, heldScripts, newPhone, said, takenOver } from './steps.ts'

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
  await expect.poll(() => mainMenu(page).getByRole('link', { name: 'Women Shoes' }).getAttribute('aria-expanded')).toBe('true')
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
  await cartPanel(page).locator('.quantity [role=status]').evaluate(listen)
  for (const sum of ['KSh 5,780', 'KSh 8,670']) {
    await press('Enter')
    await cartPanel(page).getByText(sum).waitFor()
  }
  await expect.poll(() => page.evaluate(() => Reflect.get(window, 'said')), { message: 'is announced once, when it rests' }).toEqual(['Quantity 3'])
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

/** Notes in the page what this part of it says. */
function listen(element: Element) {
  const said: string[] = []
  Object.assign(window, { said })
  new MutationObserver(() => said.push(element.textContent ?? '')).observe(element, { childList: true, characterData: true, subtree: true })
}

it('Back leads to the same place of a list with all that was loaded, closes what lies on top first, and leaves nothing of a filter behind', async () => {
  const { page } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '46')] })
  await shop.open(page, '/products')
  await comeBackToTheList(page)
  await shop.open(page, '/category/loafers')
  await closeEachByBack(page)
  await takeBackWhatIsOnItsWay(page)
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

async function takeBackWhatIsOnItsWay(page: Page) {
  const letGo = await heldScripts(page, 'size-choice-*')
  await page.reload()
  const add = page.getByRole('button', { name: 'Add to Cart: Karen Penny Loafer, Chestnut' })
  await add.click()
  await expect.poll(() => add.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => onALayer(page)).toBe(true)
  await page.goBack()
  await expect.poll(() => add.getAttribute('aria-busy')).toBe(null)
  await expect.poll(() => onALayer(page)).toBe(false)
  const come = page.waitForResponse('**/assets/size-choice-*.js')
  letGo()
  await (await come).finished()
  expect(await page.getByLabel('Close size choice').isVisible()).toBe(false)
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
  await isSeenInHighContrast(page)
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

/** The chosen size, by its outline. */
async function isSeenInHighContrast(page: Page) {
  await page.emulateMedia({ forcedColors: 'active' })
  const outlineOf = (size: string) =>
    page
      .getByRole('main')
      .getByRole('radio', { name: size, exact: true })
      .evaluate((radio) => getComputedStyle(radio.nextElementSibling as Element).outlineWidth)
  expect(await outlineOf('41')).not.toBe(await outlineOf('40'))
  await page.emulateMedia({ forcedColors: 'none' })
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

it('what is tapped before the scripts have come, or as React takes the page over, is carried out: on a card, and on the page of a shoe', async () => {
  const { page } = await shop.visit('phone')
  let letGo = await heldScripts(page)
  await page.goto(`${shop.url}/category/loafers`, { waitUntil: 'commit' })
  const add = page.getByRole('button', { name: 'Add to Cart: Karen Driver, Sand' })
  await add.click()
  await expect.poll(() => add.getAttribute('aria-busy')).toBe('true')
  letGo()
  await page.getByRole('dialog', { name: 'Karen Driver, Sand' }).getByRole('radio', { name: '43', exact: true }).click()
  await cartButton(page, '1 item').waitFor()

  await page.unrouteAll({ behavior: 'wait' })
  letGo = await heldScripts(page)
  const { id } = await shop.line('Karen Driver, Sand', '44')
  await page.goto(`${shop.url}/product/${id}`, { waitUntil: 'commit' })
  await page.getByRole('radio', { name: '44', exact: true }).click()
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.getByRole('button', { name: /^Cart, / }).click()
  letGo()
  await cartPanel(page).getByText('Size 44').waitFor()
  await cartButton(page, '2 items').waitFor({ state: 'attached' })
  await tapWhileTakenOver(page)
})

async function tapWhileTakenOver(page: Page) {
  // React listens from here on, and has not looked at the page yet.
  await page.addInitScript(() => {
    const listen = document.addEventListener
    document.addEventListener = (...given: Parameters<typeof listen>) => {
      listen.apply(document, given)
      if (given[0] !== 'auxclick') return
      document.addEventListener = listen
      queueMicrotask(() => document.querySelector<HTMLElement>('[aria-label="Add to Cart: Karen Driver, Sand"]')?.click())
    }
  })
  await page.goto(`${shop.url}/category/loafers`)
  await page.getByRole('dialog', { name: 'Karen Driver, Sand' }).waitFor()
}

it('what opens over a page is not loaded before a touch, and is said not to have come where it does not', async () => {
  const overlays = /\/(goods|cart-panel|size-choice|side-menu)-[\w-]+\.(js|css)$/
  const { page, expectComplaint } = await shop.visit('phone')
  expectComplaint(/net::ERR_FAILED/)
  const fetched: string[] = []
  page.on('request', (request) => overlays.test(request.url()) && fetched.push(request.url()))
  await page.route(overlays, (route) => route.abort())
  await page.goto(shop.url, { waitUntil: 'networkidle' })
  await takenOver(page)
  expect(fetched).toEqual([])
  await page.getByRole('button', { name: /^Cart, / }).tap()
  await page.getByText('The cart did not open').waitFor()
  await page.unroute(overlays)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByText('The cart did not open').waitFor({ state: 'hidden' })
  await takenOver(page)
  await page.getByRole('button', { name: /^Cart, / }).tap()
  await cartPanel(page).getByText('Your cart is empty').waitFor()
  await expect.poll(() => cartPanel(page).evaluate((panel) => panel.clientWidth)).toBe(390)
  expect(
    fetched.filter((url) => /size-choice/.test(url)),
    'all of it comes with the first touch',
  ).not.toEqual([])
  // As the router leaves it behind, unhandled; the visitor's `expectQuiet` hears every rejection that reaches the console.
  const isHandled = page.evaluate(() => {
    void Promise.reject(new DOMException('BodyStreamBuffer was aborted', 'AbortError'))
    return new Promise<boolean>((settle) => addEventListener('unhandledrejection', (event) => settle(event.defaultPrevented)))
  })
  expect(await isHandled, 'nothing is said of an answer that was given up on the way to another page').toBe(true)
})

it('the home page is painted before it asks for a script or a sheet, and moves nothing as fonts, scripts and pictures come', async () => {
  const { page } = await shop.visit('phone', moving)
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  const [fonts, early]: [string[], string[]] = [[], []]
  await page.route('**/fonts/*', async (route) => {
    fonts.push(route.request().url())
    await promise
    await route.continue()
  })
  await page.route('**/assets/*', async (route) => {
    const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0)
    if (!painted) early.push(route.request().url())
    await route.continue()
  })
  await page.goto(shop.url, { waitUntil: 'commit' })
  await takenOver(page)
  expect(early).toEqual([])
  await expect.poll(() => fonts.length).toBe(2)
  resolve()
  await page.evaluate(() => document.fonts.ready)
  expect(
    await page.evaluate(() => document.fonts.check('16px "Instrument Sans Variable"') && document.fonts.check('800 16px "Parkinsans Variable"')),
  ).toBe(true)
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.01)
})
