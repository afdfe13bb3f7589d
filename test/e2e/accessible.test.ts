import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { moving, shoot, sizes } from './browser.ts'
import { expectAccessible } from './examine.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, fillDelivery, heading, newPhone, order, placeButton } from './steps.ts'

const shop = useShop()

/** The widths at which nothing may stick out; the second and the last are looked at by axe as well. */
const widths = [320, 390, 768, 1280]
const examined = [390, 1280]

/** What holds for a page in each of its states, at every width. `named` is also the name of its picture. */
async function examine(page: Page, named: string, { frame = true, widths: ofThese = widths } = {}) {
  for (const width of ofThese) {
    await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
    await page.mouse.move(1, 1)
    expect(await page.evaluate(spilling), `${named} is wider than ${width}`).toEqual([])
    if (!examined.includes(width)) continue
    await expectAccessible(page, `${named} at ${width}`)
    await shoot(page, `seen-${named}-${width}`, named.startsWith('open') ? 'screen' : 'whole')
  }
  const outline = await page.evaluate(() => ({
    language: document.documentElement.lang,
    titles: document.querySelectorAll('title').length,
    title: document.title,
    headings: [...document.querySelectorAll('h1')].filter((heading) => heading.checkVisibility()).length,
    mains: document.querySelectorAll('main').length,
    landmarks: ['header', 'nav', 'footer'].filter((name) => document.querySelector(name)),
    unsized: [...document.images].filter((image) => !image.hasAttribute('width') || !image.hasAttribute('height')).map((image) => image.src),
  }))
  expect(outline.title, named).toMatch(/\S \| \S/)
  const landmarks = frame ? ['header', 'nav', 'footer'] : outline.landmarks
  expect(outline, named).toEqual({ language: 'en', titles: 1, title: outline.title, headings: 1, mains: 1, landmarks, unsized: [] })
}

/** What stands out of the window sideways. The body clips it, so that a person could not even scroll there; what a part of the page clips on purpose is left out. */
function spilling() {
  const room = document.documentElement.clientWidth
  const clipped = (element: Element): boolean => {
    const parent = element.parentElement as Element
    return parent !== document.body && (getComputedStyle(parent).overflowX !== 'visible' || clipped(parent))
  }
  return [...document.body.querySelectorAll('*')]
    .filter((element) => {
      const { left, right, width } = element.getBoundingClientRect()
      return width > 0 && (left < -1 || right > room + 1) && element.checkVisibility({ visibilityProperty: true }) && !clipped(element)
    })
    .map((element) => `${element.tagName} ${element.className}`)
}

/** Opens a page and waits until its scripts have taken over. */
async function open(page: Page, path: string, title: string | RegExp) {
  await shop.open(page, path)
  await heading(page, title).waitFor()
}

describe('the storefront', () => {
  it.each([
    ['home', '/', 'Discover Our Products'],
    ['an empty checkout', '/checkout', 'Your cart is empty'],
  ])('%s stands still while it loads', async (_, path, title) => {
    const { page, context } = await shop.visit('phone', moving)
    await context.addInitScript(() => {
      const seen = { shift: 0 }
      Object.assign(window, { seen })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.shift += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page, path, title)
    if (path === '/') await page.locator('.hero-slide[inert]').first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    await page.mouse.wheel(0, 600)
    await page.waitForFunction(() => scrollY > 300)
    expect(await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)).toBeLessThan(0.05)
  })

  it.each([
    ['home', '/', 'Discover Our Products'],
    ['list', '/category/women-shoes', 'Women Shoes'],
    ['no-results', '/products?search=zzzqqq', 'Search Results for "zzzqqq"'],
    ['narrowed', '/products?category=men-shoes&size=42&min=3000&sort=price-up', 'All Products'],
    ['product', '/product/130c11d1-f708-46b0-9095-484412afa12e', 'Ruka High, Tarmac'],
    ['sold-out', '/product/6ea46277-f0f1-4a69-a5de-ee88fdaa5907', 'Nyali Block Pump, Cobalt'],
    ['empty-checkout', '/checkout', 'Your cart is empty'],
  ])('%s', async (named, path, title) => {
    const { page } = await shop.visit('desk')
    await open(page, path, title)
    await examine(page, named)
  })

  it('a page that is not there', async () => {
    const { page, expectComplaint } = await shop.visit('desk')
    expectComplaint(/status of 404/)
    await open(page, '/nowhere', /Page Not Found/)
    await examine(page, 'not-found')
    await open(page, '/product/nothing', /Product not found/)
    await examine(page, 'product-not-found', { widths: [390] })
    await open(page, '/order/nothing', 'Order not found')
    await examine(page, 'order-not-found')
  })

  it('the open cart', async () => {
    const cart = [
      await shop.line('Delamere Spectator, Navy', '44', 2),
      await shop.line('Watamu Canvas Flat, Cotton', '38'),
      { ...(await shop.line('Mbio Runner, Mango', '43')), image_url: null },
    ]
    const { page } = await shop.visit('desk', { cart })
    await open(page, '/category/loafers', 'Loafers')
    await page.getByRole('button', { name: 'Cart, 4 items' }).click()
    const panel = cartPanel(page)
    await panel.getByText('Only 2 left').waitFor()
    await examine(page, 'open-cart')
    for (const name of ['Delamere Spectator, Navy', 'Watamu Canvas Flat, Cotton', 'Mbio Runner, Mango'])
      await panel.getByRole('button', { name: `Remove ${name}` }).click()
    await panel.getByText('Your cart is empty').waitFor()
    // What was removed took the focus with it; the next Tab goes on inside the panel.
    await page.keyboard.press('Tab')
    await expect.poll(() => panel.getByRole('link', { name: 'Continue Shopping' }).evaluate((link) => link === document.activeElement)).toBe(true)
    await examine(page, 'open-empty-cart', { widths: examined })
  })

  it('the size choice, the message after it, the side menu and the filters', async () => {
    const { page } = await shop.visit('desk')
    await open(page, '/category/loafers', 'Loafers')
    await page.getByRole('button', { name: 'Add to Cart: Karen Driver, Sand' }).click()
    const choice = page.getByRole('dialog', { name: 'Karen Driver, Sand' })
    await choice.waitFor()
    await examine(page, 'open-size-choice')
    await choice.getByRole('radio', { name: '43', exact: true }).click()
    await page.getByText('Added to Cart').waitFor()
    await examine(page, 'open-toast', { widths: [390] })
    await page.getByText('Filter', { exact: true }).click()
    await page.getByRole('button', { name: 'Show products' }).waitFor()
    await examine(page, 'open-filters')
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByText('Women Shoes', { exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Heels' }).waitFor()
    await examine(page, 'open-menu', { widths: [320, 390, 768] })
  })
})

describe('with large text', () => {
  /** Buttons, fields and rows that are lower than their words. */
  function tooLow() {
    const isSeen = (element: Element | null): boolean =>
      !element ||
      (getComputedStyle(element).clipPath === 'none' &&
        getComputedStyle(element).overflowY === 'visible' &&
        isSeen(element.parentElement?.closest('main *') ?? null))
    return [...document.querySelectorAll('button, summary, label, th, td, legend, .button, nav a, dt, dd')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const box = element.getBoundingClientRect()
        const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
        while (words.nextNode()) {
          const parent = words.currentNode.parentElement as Element
          if (!words.currentNode.textContent?.trim() || !isSeen(parent)) continue
          const spare = Number.parseFloat(getComputedStyle(parent).fontSize) * 0.3
          const range = document.createRange()
          range.selectNodeContents(words.currentNode)
          if ([...range.getClientRects()].some(({ top, bottom }) => top < box.top - spare || bottom > box.bottom + spare)) return true
        }
        return false
      })
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent}`)
  }

  async function fits(page: Page, named: string) {
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('24px')
    for (const width of examined) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 })
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      expect(await page.evaluate(spilling), `${named} is wider than ${width}`).toEqual([])
      expect(await page.evaluate(tooLow), `${named} at ${width} has rows lower than their words`).toEqual([])
      await shoot(page, `large-${named}-${width}`)
    }
  }

  it('the shop’s pages neither scroll sideways nor cut their words, from the home page to an order', async () => {
    const cart = [await shop.line('Mbio Runner, Mango', '43', 2)]
    const { page } = await shop.visit('desk', { cart, textSize: 24 })
    for (const [named, path, title] of [
      ['home', '/', 'Discover Our Products'],
      ['category', '/category/women-shoes', 'Women Shoes'],
      ['product', '/product/130c11d1-f708-46b0-9095-484412afa12e', 'Ruka High, Tarmac'],
      ['help', '/help', 'Help'],
    ] as const) {
      await open(page, path, title)
      await fits(page, named)
    }
    await page.getByRole('button', { name: 'Cart, 2 items' }).click()
    await cartPanel(page).getByText('Proceed to Checkout').waitFor()
    await fits(page, 'cart')
    await open(page, '/checkout', 'Checkout')
    await fits(page, 'checkout')
    await order(shop, page, newPhone())
    await page.getByRole('heading', { level: 1 }).waitFor()
    await fits(page, 'order')
  })

  /** Texts that a part of the page cuts off, or that lie outside the window; what scrolls, and names that end after so many lines, are left out. */
  function cutOff() {
    const found: string[] = []
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const own = words.currentNode.parentElement as Element
      if (!words.currentNode.textContent?.trim() || !own.checkVisibility({ visibilityProperty: true }) || own.closest('.marquee, svg, [inert]'))
        continue
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      const lines = [...range.getClientRects()]
      const spare = Number.parseFloat(getComputedStyle(own).fontSize) * 0.3
      const isOut = (box: { left: number; right: number; top: number; bottom: number }, [across, down]: boolean[]) =>
        lines.some(({ left, right, top, bottom }) =>
          [across && (left < box.left - 1 || right > box.right + 1), down && (top < box.top - spare || bottom > box.bottom + spare)].includes(true),
        )
      let [across, down] = [true, true]
      for (let part: Element | null = own; part && part !== document.body && (across || down); part = part.parentElement) {
        const style = getComputedStyle(part)
        const isHidden = style.clipPath !== 'none'
        across &&= !isHidden && !/auto|scroll/.test(style.overflowX)
        down &&= !isHidden && !/auto|scroll/.test(style.overflowY) && style.webkitLineClamp === 'none'
        const cuts = [style.overflowX, style.overflowY].map((overflow) => /hidden|clip/.test(overflow))
        const isFixed = style.position === 'fixed'
        if (isOut(part.getBoundingClientRect(), [across && cuts[0] === true, down && cuts[1] === true]))
          found.push(`${part.className}: ${own.textContent}`)
        if (isFixed && isOut({ left: 0, top: 0, right: innerWidth, bottom: innerHeight }, [across, down])) found.push(`window: ${own.textContent}`)
        if (isFixed) [across, down] = [false, false]
      }
      if (isOut({ left: 0, top: 0, right: innerWidth, bottom: 0 }, [across, false])) found.push(`window: ${own.textContent}`)
    }
    return found
  }

  it('twice as large as usual, nothing that is read or pressed is cut off on a phone', async () => {
    const { page } = await shop.visit('phone', { textSize: 32, isMobile: false })
    const whole = async (named: string) => {
      for (const width of [320, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
        expect(await page.evaluate(cutOff), `${named} at ${width}`).toEqual([])
        await shoot(page, `twice-${named}-${width}`, ['bar', 'cart'].includes(named) ? 'screen' : 'whole')
      }
    }
    for (const [named, path] of [
      ['home', '/'],
      ['category', '/category/women-shoes'],
      ['track', '/track'],
      ['product', '/product/130c11d1-f708-46b0-9095-484412afa12e'],
    ] as const) {
      await shop.open(page, path)
      await whole(named)
    }
    await page.locator('.size-button').filter({ hasText: '43' }).click()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const bar = page.locator('.buy-bar')
    await bar.getByRole('button', { name: 'Add to Cart' }).waitFor()
    await whole('bar')
    await page.setViewportSize({ width: 320, height: 664 })
    await bar.getByRole('button', { name: 'Add to Cart' }).click()
    await cartButton(page, '1 item').click()
    await cartPanel(page).getByText('Proceed to Checkout').waitFor()
    await whole('cart')
    await cartPanel(page).getByText('Proceed to Checkout').click()
    await page.waitForURL('**/checkout')
    await fillDelivery(page, newPhone())
    await page.getByText('Delivering to Nairobi').waitFor()
    await whole('checkout')
    await placeButton(page).click()
    await page.waitForURL('**/order/**')
    await heading(page, 'Check your phone').waitFor()
    await whole('order')
  })

  it('the dashboard and the panel neither', async () => {
    const { page } = await shop.visitAsAdmin('desk', { textSize: 24 })
    for (const [named, path] of [
      ['profile', '/dashboard'],
      ['own-orders', '/dashboard/orders'],
      ['orders', '/admin/orders'],
      ['products', '/admin/products'],
    ] as const) {
      await open(page, path, /./)
      await fits(page, named)
    }
  })
})

describe('the floating WhatsApp button', () => {
  /** What it lies on at this very moment, of what is pressed and what is paid; `null` if it is not on the screen. */
  function covered() {
    const help = document.querySelector('.floating-help') as Element
    const own = help.getBoundingClientRect()
    if (getComputedStyle(help).visibility !== 'visible' || own.top < 0 || own.bottom > innerHeight || own.right > innerWidth) return null
    const meets = ({ left, right, top, bottom, width }: DOMRect) =>
      width > 0 && left < own.right && right > own.left && top < own.bottom && bottom > own.top
    const found = [...document.querySelectorAll('button, .button, label, summary')]
      .filter(
        (element) => !help.contains(element) && !element.querySelector('img') && element.checkVisibility() && meets(element.getBoundingClientRect()),
      )
      .map((element) => element.outerHTML.slice(0, 80))
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const range = document.createRange()
      range.selectNodeContents(words.currentNode)
      if (words.currentNode.textContent?.includes('KSh') && [...range.getClientRects()].some(meets)) found.push(words.currentNode.textContent)
    }
    return found
  }
  const shoe = '/product/130c11d1-f708-46b0-9095-484412afa12e'
  const paths = ['/', '/products', '/category/loafers', shoe, '/help', '/auth', '/track', '/checkout', '/offline', '/no-such-page']

  it.each(['phone', 'desk'] as const)(
    'is on every page of the shop on a %s, wherever one stops, and lies on no button and no price',
    async (size) => {
      const cart = [await shop.line('Karen Driver, Sand', '43')]
      const { page, expectComplaint } = await shop.visit(size, { cart })
      expectComplaint(/404/)
      const look = async (path: string) => {
        const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
        const places = [0, 0.31, 0.5, 0.83, 1, 1.4, 2.2].map((screens) => Math.round(screens * sizes[size].height)).filter((at) => at < end)
        for (const at of [...places, end]) {
          await page.evaluate((top) => scrollTo(0, top), at)
          await expect.poll(() => page.evaluate(covered), { message: `${path}, at ${at}`, timeout: 3000 }).toEqual([])
          await shoot(page, `whatsapp-${size}-${path.replaceAll('/', '') || 'home'}-${at}`, 'screen')
        }
      }
      for (const path of paths) {
        await shop.open(page, path)
        await look(path)
      }
      await order(shop, page, newPhone())
      await look('order')
    },
  )

  it('is away while a field has the keyboard, and under an open panel', async () => {
    const { page } = await shop.visit('phone')
    await shop.open(page, '/track')
    const button = page.getByRole('link', { name: 'Chat with us on WhatsApp' })
    await button.waitFor()
    await page.getByRole('textbox').first().focus()
    await button.waitFor({ state: 'hidden' })
    await page.getByRole('textbox').first().blur()
    await button.waitFor()
    await cartButton(page, '0 items').click()
    await cartPanel(page).waitFor()
    await expect
      .poll(() =>
        button.click({ trial: true, timeout: 500 }).then(
          () => 'pressed',
          () => 'under',
        ),
      )
      .toBe('under')
  })
})

describe('the checkout', () => {
  it('form, errors and refusals', async () => {
    const cart = [await shop.line('Karen Driver, Sand', '43', 2), await shop.line('Watamu Canvas Flat, Cotton', '39')]
    const { page } = await shop.visit('desk', { cart })
    await open(page, '/checkout', 'Checkout')
    await placeButton(page).waitFor()
    await examine(page, 'checkout')
    await placeButton(page).click()
    await page.getByText('Enter your full name.').waitFor()
    await examine(page, 'checkout-errors')
  })
})

describe('the order', () => {
  it('in each of its states', async () => {
    const { page } = await shop.visit('desk', { cart: [await shop.line('Uwanja Low, Forest', '38')] })
    const phone = newPhone()
    await order(shop, page, phone)
    await heading(page, 'Check your phone').waitFor()
    await examine(page, 'waiting')
    await shop.tellMpesa('POST /answers', { phone, pin: 'cancel' })
    await heading(page, 'Payment not completed').waitFor()
    await page.getByRole('button', { name: 'Use another number' }).click()
    await page.getByRole('button', { name: 'Send the prompt there' }).click()
    await examine(page, 'failed')
    await shop.tellMpesa('POST /answers', { phone, pin: true })
    await page.getByRole('button', { name: 'Send the prompt again' }).click()
    await heading(page, 'Paid. Thank you.').waitFor()
    await examine(page, 'paid')
  })

  it('while nobody knows, and when it is over', async () => {
    const { page } = await shop.visit('desk', { cart: [await shop.line('Uwanja Low, Forest', '37')] })
    const phone = newPhone()
    await shop.tellMpesa('POST /faults', { at: 'submit', answer: 'lostReply', phone })
    await order(shop, page, phone)
    await heading(page, 'Checking with M-Pesa').waitFor()
    await examine(page, 'checking')
    await shop.db.execute(sql`update orders set hold_expires_at = now() - interval '1 second' where customer_phone = ${phone}`)
    await heading(page, 'Order expired').waitFor({ timeout: 30_000 })
    await examine(page, 'expired')
  })
})

describe('the demo phone', () => {
  it('resting, ringing and after the answer', async () => {
    const { page } = await shop.visit('desk', { cart: [await shop.line('Uwanja Low, Forest', '36')] })
    const phone = newPhone()
    await page.goto(`${shop.phones}/phone`)
    await heading(page, 'Which phone?').waitFor()
    await examine(page, 'phones', { frame: false })
    await order(shop, page, phone)
    await page.goto(`${shop.phones}/phone/${phone}`)
    await page.getByLabel('PIN').waitFor()
    await examine(page, 'phone-ringing', { frame: false })
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('cancelled').first().waitFor()
    await examine(page, 'phone-after', { frame: false })
  })
})
