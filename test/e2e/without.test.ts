import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { moving, shoot } from './browser.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, heading, heldScripts, newPhone, takenOver } from './steps.ts'

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

describe('before the scripts have come', () => {
  it('a tap on a card is kept, and carried out', async () => {
    const { page } = await shop.visit('phone')
    const letGo = await heldScripts(page)
    await page.goto(`${shop.url}/category/loafers`, { waitUntil: 'commit' })
    const add = page.getByRole('button', { name: 'Add to Cart: Karen Driver, Sand' })
    await add.click()
    await expect.poll(() => add.getAttribute('aria-busy')).toBe('true')
    letGo()
    const choice = page.getByRole('dialog', { name: 'Karen Driver, Sand' })
    await choice.getByRole('radio', { name: '43', exact: true }).click()
    await page.getByText('Added to Cart').waitFor()
    await cartButton(page, '1 item').waitFor()
  })

  it('a chosen size and a tap on its Add to Cart are kept, and so is one on the cart', async () => {
    const { page } = await shop.visit('phone')
    const { id } = await shop.line('Karen Driver, Sand', '44')
    const letGo = await heldScripts(page)
    await page.goto(`${shop.url}/product/${id}`, { waitUntil: 'commit' })
    await page.getByRole('radio', { name: '44', exact: true }).click()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('button', { name: /^Cart, / }).click()
    letGo()
    await cartPanel(page).getByText('Karen Driver, Sand').waitFor()
    await cartPanel(page).getByText('Size 44').waitFor()
    await cartButton(page, '1 item').waitFor({ state: 'attached' })
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

  it('is said not to have come where it does not, and opens after a reload', async () => {
    const { page, expectComplaint } = await shop.visit('phone')
    expectComplaint(/net::ERR_FAILED/)
    await page.route(overlays, (route) => route.abort())
    await page.goto(shop.url)
    const button = page.getByRole('button', { name: /^Cart, / })
    await button.tap()
    await page.getByText('The cart did not open').waitFor()
    await page.unroute(overlays)
    await page.getByRole('button', { name: 'Reload' }).click()
    await page.getByText('The cart did not open').waitFor({ state: 'hidden' })
    await takenOver(page)
    await button.tap()
    await cartPanel(page).getByText('Your cart is empty').waitFor()
    await expect.poll(() => cartPanel(page).evaluate((panel) => panel.clientWidth)).toBe(390)
  })
})

describe('the first paint', () => {
  it.each(['/', '/category/women-shoes', '/checkout'])('of %s waits for no sheet and no script, which come after it', async (path) => {
    const { page } = await shop.visit('phone')
    const early: string[] = []
    await page.route('**/assets/*', async (route) => {
      const painted = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length > 0)
      if (!painted) early.push(route.request().url())
      await route.continue()
    })
    await page.goto(shop.url + path)
    await takenOver(page)
    expect(early).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Instrument Sans')
  })

  it('moves nothing when the fonts come', async () => {
    const { page } = await shop.visit('phone', moving)
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + value })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    const fonts: string[] = []
    await page.route('**/fonts/*', async (route) => {
      fonts.push(route.request().url())
      await promise
      await route.continue()
    })
    await page.goto(shop.url, { waitUntil: 'commit' })
    await takenOver(page)
    await expect.poll(() => fonts.length).toBe(2)
    resolve()
    await page.evaluate(() => document.fonts.ready)
    expect(
      await page.evaluate(() => document.fonts.check('16px "Instrument Sans Variable"') && document.fonts.check('800 16px "Parkinsans Variable"')),
    ).toBe(true)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.01)
  })
})

describe('while the scripts take the page over', () => {
  it('a tap is kept, and carried out', async () => {
    const { page } = await shop.visit('phone')
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
  })
})

describe('without a mouse', () => {
  it('from home to a placed order', async () => {
    const { page } = await shop.visit('desk')
    const press = (...keys: string[]) => keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
    /** Tab, until what is looked for has the focus. */
    const tabTo = async (selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
      const passed: string[] = []
      for (let tabs = 0; tabs < 80; tabs++) {
        await press(key)
        const [found, name] = await page.evaluate((wanted) => {
          const { activeElement: here } = document
          return [here?.matches(wanted) ?? false, `${here?.tagName} ${here?.getAttribute('aria-label') ?? here?.textContent?.slice(0, 30)}`] as const
        }, selector)
        if (found) return
        passed.push(name)
      }
      throw new Error(`no Tab leads to ${selector}:\n${passed.join('\n')}`)
    }
    await page.goto(shop.url)
    await cartButton(page, '0 items').waitFor()
    await tabTo('.skip-link')
    await press('Enter')
    await tabTo('[aria-label="Add to Cart: Pwani Slip-on, Tumba"]')
    await press('Enter')
    const choice = page.getByRole('dialog', { name: 'Pwani Slip-on, Tumba' })
    await choice.waitFor()
    await press('Escape')
    await choice.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Add to Cart: Pwani Slip-on, Tumba')
    await press('Enter')
    await choice.waitFor()
    await tabTo('input[type=radio]')
    await press('ArrowRight', 'ArrowRight', 'Enter')
    await page.getByText('Added to Cart').waitFor()
    await cartButton(page, '1 item').waitFor()

    await tabTo('.cart-button', 'Shift+Tab')
    await press('Enter')
    await cartPanel(page).getByText('Pwani Slip-on, Tumba').waitFor()
    await press('Escape')
    await cartPanel(page).waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Cart, 1 item')
    await press('Space')
    await cartPanel(page).getByText('Pwani Slip-on, Tumba').waitFor()
    await tabTo('[aria-label="More of Pwani Slip-on, Tumba, size 40"]')
    await press('Enter')
    await cartPanel(page).getByText('KSh 5,780').waitFor()
    await tabTo('a[href="/checkout"].button')
    await press('Enter')

    await heading(page, 'Checkout').waitFor()
    await tabTo('[name=customer_name]')
    await page.keyboard.type('Wanjiru Kamau')
    await press('Tab')
    await page.keyboard.type(`0${newPhone().slice(3)}`)
    await press('Tab')
    await page.keyboard.type('Moi Avenue 12, Nairobi')
    await tabTo('[name=way]')
    await tabTo('[name=customer_email]')
    await press('Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Place Order & Pay with M-Pesa')
    await press('Enter')
    await heading(page, 'Check your phone').waitFor()
    await page.getByText('2 × KSh 2,890').waitFor()
  })

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

describe('a page that takes its time', () => {
  it('is read from its beginning, and leaves alone who moved on to the search meanwhile', async () => {
    const { page } = await shop.visit('desk')
    await shop.open(page, '/products')
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute('name'))
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/\.data/, async (route) => {
      await promise
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
    await page.locator('main .pending').waitFor()
    await page.getByRole('banner').getByRole('searchbox').focus()
    await page.keyboard.type('safari')
    resolve()
    await heading(page, 'Discover Our Products').waitFor()
    await page.keyboard.type(' boot')
    await expect.poll(() => page.getByRole('banner').getByRole('searchbox').inputValue()).toBe('safari boot')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Products' }).click()
    await expect.poll(focused).toBe('main')
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

describe('two tabs', () => {
  it('share one cart', async () => {
    const { page, context } = await shop.visit('phone')
    const { id } = await shop.line('Karen Driver, Sand', '46')
    const other = await context.newPage()
    await other.goto(`${shop.url}/category/loafers`)
    await cartButton(other, '0 items').waitFor()
    await page.goto(`${shop.url}/product/${id}`)
    await page.getByRole('radio', { name: '46', exact: true }).click()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await cartButton(other, '1 item').click()
    await cartPanel(other).getByRole('button', { name: 'Remove Karen Driver, Sand, size 46' }).click()
    await cartPanel(other).getByText('Your cart is empty').waitFor()
    await cartButton(page, '0 items').waitFor()
  })
})

describe('Back', () => {
  it('leads to the same place of a list, with all that was loaded', async () => {
    const { page } = await shop.visit('phone')
    await page.goto(`${shop.url}/products`)
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
  })

  it('closes what lies on top before it leaves the page', async () => {
    const { page } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '46')] })
    await shop.open(page, '/category/loafers')
    const openers: [string, () => Promise<void>, Locator][] = [
      ['cart', () => cartButton(page, '1 item').click(), cartPanel(page)],
      ['menu', () => page.getByRole('button', { name: 'Open menu' }).click(), page.getByRole('dialog', { name: /^Menu/ })],
      ['chat', () => page.getByRole('button', { name: 'Open Viatu Support chat' }).click(), page.getByRole('dialog', { name: 'Viatu Support' })],
      ['sizes', () => page.getByRole('button', { name: 'Add to Cart: Karen Penny Loafer, Chestnut' }).click(), page.getByLabel('Close size choice')],
      ['filter', () => page.locator('summary', { hasText: 'Filter' }).click(), page.getByRole('button', { name: 'Show products' })],
    ]
    const length = await page.evaluate(() => history.length)
    for (const [name, open, opened] of openers) {
      await open()
      await opened.waitFor()
      // The browser tells of an opened filter a moment after it shows it.
      await expect.poll(() => onALayer(page)).toBe(true)
      await shoot(page, `back-${name}`, 'screen')
      await page.goBack()
      await opened.waitFor({ state: 'hidden' })
      expect(new URL(page.url()).pathname, name).toBe('/category/loafers')
    }
    // One entry for whatever was open last, in front of the page; none behind it.
    expect(await page.evaluate(() => history.length)).toBe(length + 1)
  })

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

  it('closes one after the other, and leads on past what was closed by hand', async () => {
    const { page } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '46')] })
    await shop.open(page, '/category/loafers')
    await page.getByRole('heading', { name: 'Karen Driver, Sand' }).getByRole('link').click()
    await heading(page, 'Karen Driver, Sand').waitFor()
    const chat = page.getByRole('dialog', { name: 'Viatu Support' })
    await page.getByRole('button', { name: 'Open Viatu Support chat' }).click()
    await chat.waitFor()
    await cartButton(page, '1 item').click()
    await cartPanel(page).waitFor()
    await page.goBack()
    await cartPanel(page).waitFor({ state: 'hidden' })
    expect(await chat.isVisible()).toBe(true)
    await page.goBack()
    await chat.waitFor({ state: 'hidden' })
    await cartButton(page, '1 item').click()
    await page.getByRole('button', { name: 'Close cart' }).click()
    await cartPanel(page).waitFor({ state: 'hidden' })
    await onThePage(page)
    await page.goBack()
    await heading(page, 'Loafers').waitFor()
    await page.goForward()
    await heading(page, 'Karen Driver, Sand').waitFor()
  })

  it('leads from a page that a panel led to back to the one below, and survives a reload', async () => {
    const { page } = await shop.visit('phone', { cart: [await shop.line('Karen Driver, Sand', '46')] })
    await shop.open(page, '/category/loafers')
    await cartButton(page, '1 item').click()
    await cartPanel(page).getByRole('link', { name: 'Proceed to Checkout' }).click()
    await heading(page, 'Checkout').waitFor()
    await page.goBack()
    await heading(page, 'Loafers').waitFor()
    expect(await cartPanel(page).isVisible()).toBe(false)
    await page.goForward()
    await heading(page, 'Checkout').waitFor()
    await page.goBack()
    await heading(page, 'Loafers').waitFor()

    await page.getByRole('heading', { name: 'Karen Driver, Sand' }).getByRole('link').click()
    await heading(page, 'Karen Driver, Sand').waitFor()
    await cartButton(page, '1 item').click()
    await cartPanel(page).waitFor()
    await page.reload()
    await takenOver(page)
    await heading(page, 'Karen Driver, Sand').waitFor()
    expect(await cartPanel(page).isVisible()).toBe(false)
    await onThePage(page)
    await page.goBack()
    await heading(page, 'Loafers').waitFor()
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
