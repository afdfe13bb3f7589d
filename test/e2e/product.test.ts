import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cartKey } from '#domain/cart.ts'
import { photoOf } from '../pictures.ts'
import { shoot, sizes } from './browser.ts'
import { examine, examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, heading, heldScripts, said } from './steps.ts'

const shop = useShop()

const bigger = (page: Page, name: string) => page.getByRole('dialog', { name })

describe('a sold-out size', () => {
  it('says so, is never chosen, and leads to other shoes that have it', async () => {
    const { page } = await shop.visit('phone')
    const { id } = await shop.line('Naivasha Chelsea, Wine', '42')
    await shop.open(page, `/product/${id}`)
    const gone = page.getByRole('radio', { name: '42, sold out' })
    await gone.click({ force: true })
    await page.getByText('Size 42 is sold out in this shoe.').waitFor()
    expect(await gone.isChecked()).toBe(false)
    await examine(page, 'sold-out-size', { finger: '.size-buttons' })
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByText('Choose a size first.').waitFor()
    await page.getByRole('radio', { name: '41', exact: true }).click()
    await page.getByText('Size 42 is sold out in this shoe.').waitFor({ state: 'detached' })
    await gone.click({ force: true })
    expect(await page.getByRole('radio', { name: '41', exact: true }).isChecked()).toBe(true)
    await page.getByRole('link', { name: 'See size 42 in other Women Shoes' }).click()
    await heading(page, 'Women Shoes').waitFor()
    await page.getByRole('list', { name: 'Applied filters' }).getByText('Size 42').waitFor()
    await expect.poll(() => page.locator('article').count()).toBeGreaterThan(0)
  })

  it('also on a card, by the keyboard, and before the scripts are there', async () => {
    const { page } = await shop.visit('desk')
    const { id } = await shop.line('Naivasha Chelsea, Wine', '42')
    await shop.open(page, '/products?search=Naivasha+Chelsea,+Wine')
    await page.getByRole('button', { name: 'Add to Cart: Naivasha Chelsea, Wine' }).click()
    const choice = bigger(page, 'Naivasha Chelsea, Wine')
    await choice.getByRole('radio', { name: '40', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => choice.getByRole('radio', { name: '41', exact: true }).isChecked()).toBe(true)
    await page.keyboard.press('ArrowRight')
    await choice.getByText('Size 42 is sold out in this shoe.').waitFor()
    await page.keyboard.press('Enter')
    await choice.getByRole('link', { name: 'See size 42 in other shoes' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Applied filters' }).getByText('Size 42').waitFor()
    await cartButton(page, '0 items').waitFor()

    const letGo = await heldScripts(page)
    await page.goto(`${shop.url}/product/${id}`, { waitUntil: 'commit' })
    await page.getByRole('radio', { name: '42, sold out' }).click({ force: true })
    letGo()
    await page.getByText('Size 42 is sold out in this shoe.').waitFor()
    expect(await page.getByRole('radio', { name: '42, sold out' }).isChecked()).toBe(false)
  })
})

describe('the pictures of a shoe', () => {
  const shownIn = (page: Page) => page.locator('.enlarged [role=status]').textContent()
  const zoomIn = (page: Page) =>
    page.locator('.enlarged li:not([inert])').evaluate((frame) => Number((frame as HTMLElement).style.getPropertyValue('--zoom') || 1))

  it('are enlarged by a tap, moved by keys and buttons, and looked at closer', async () => {
    const { page } = await shop.visit('desk')
    const { id } = await shop.line('Ruka High, Ember', '40')
    await shop.open(page, `/product/${id}`)
    const first = page.getByRole('link', { name: /^Enlarge: / }).first()
    await first.click()
    const box = bigger(page, 'Ruka High, Ember')
    await box.waitFor()
    await expect.poll(() => shownIn(page)).toBe('Picture 1 / 4')
    await page.keyboard.press('ArrowRight')
    await box.getByRole('button', { name: 'Next picture' }).click()
    await expect.poll(() => shownIn(page)).toBe('Picture 3 / 4')
    await examineNow(page, 'enlarged-desk', { pictured: 'screen', finger: '.enlarged-controls' })
    await page.setViewportSize(sizes.phone)
    await examineNow(page, 'enlarged-phone', { pictured: 'screen', finger: '.enlarged-controls' })
    await box.getByRole('button', { name: 'Zoom in' }).click()
    expect(await zoomIn(page)).toBe(2.5)
    expect(await page.locator('.dialog-body:has(.enlarged)').evaluate((body) => body.scrollTop), 'only the picture moves').toBe(0)
    await page
      .locator('.enlarged-controls')
      .evaluate((foot) => foot.getBoundingClientRect().bottom)
      .then((bottom) => expect(bottom).toBe(sizes.phone.height))
    await examineNow(page, 'enlarged-closer-phone', { pictured: 'screen' })
    await box.getByRole('button', { name: 'Zoom out' }).click()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => shownIn(page)).toBe('Picture 2 / 4')
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByRole('button', { name: 'Picture 2 of 4' }).getAttribute('aria-current')).toBe('true')
    await expect.poll(() => first.evaluate((link) => link === document.activeElement)).toBe(true)
  })

  it('are enlarged by two fingers, and swiped by one', async () => {
    const { page, context } = await shop.visit('phone')
    const { id } = await shop.line('Ruka High, Ember', '40')
    await shop.open(page, `/product/${id}`)
    const fingers = await context.newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      fingers.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', { x: 150, y: 250 }, { x: 240, y: 250 })
    await touch('touchEnd')
    await bigger(page, 'Ruka High, Ember').waitFor()
    await expect.poll(() => shownIn(page)).toBe('Picture 1 / 4')
    await touch('touchStart', { x: 150, y: 400 }, { x: 240, y: 400 })
    await touch('touchMove', { x: 105, y: 400 }, { x: 285, y: 400 })
    await touch('touchEnd')
    await expect.poll(() => zoomIn(page)).toBe(2)
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect.poll(() => zoomIn(page)).toBe(1)
    await page.locator('.enlarged ul').evaluate((strip) => strip.scrollTo({ left: strip.clientWidth }))
    await expect.poll(() => shownIn(page)).toBe('Picture 2 / 4')
    await page.getByRole('button', { name: 'Close picture' }).click()
    await bigger(page, 'Ruka High, Ember').waitFor({ state: 'hidden' })
  })

  it('open over their own page alone; where that does not come, that is said', async () => {
    const { page, expectComplaint } = await shop.visit('desk')
    expectComplaint(/ERR_FAILED|dynamically imported/)
    const { id } = await shop.line('Ruka High, Ember', '40')
    const first = page.getByRole('link', { name: /^Enlarge: / }).first()
    const { promise, resolve } = Promise.withResolvers<string>()
    await page.route('**/assets/enlarged-*.js', async (route) => {
      resolve(route.request().url())
      await page.waitForURL('**/products', { waitUntil: 'commit' })
      await route.continue()
    })
    await shop.open(page, `/product/${id}`)
    await first.click()
    const part = await promise
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'All Products' }).click()
    await heading(page, 'All Products').waitFor()
    await page.evaluate(`import("${part}")`)
    expect([await page.getByRole('dialog').count(), new URL(page.url()).pathname]).toEqual([0, '/products'])

    await page.unroute('**/assets/enlarged-*.js')
    await page.route('**/assets/enlarged-*.js', (route) => route.abort())
    await page.reload()
    await shop.open(page, `/product/${id}`)
    await first.click()
    await said(page, 'The picture could not be enlarged')
    await page.getByRole('button', { name: 'Open the picture alone' }).waitFor()
    await examine(page, 'not-enlarged', { pictured: 'screen', finger: '.toasts' })
    expect(new URL(page.url()).pathname).toBe(`/product/${id}`)
    await page.unroute('**/assets/enlarged-*.js')
    await page.reload()
    await first.click()
    await bigger(page, 'Ruka High, Ember').waitFor()
  })

  it('open as files without scripts, and show the whole shoe', async () => {
    const { page } = await shop.visit('phone', { javaScriptEnabled: false })
    const { id, image_url } = await shop.line('Ruka High, Ember', '40')
    await page.goto(`${shop.url}/product/${id}`)
    const first = page.getByRole('link', { name: /^Enlarge: / }).first()
    expect(await first.getAttribute('href')).toBe(image_url)
    expect(await first.locator('img').evaluate((picture) => getComputedStyle(picture).objectFit)).toBe('contain')
  })
})

it('the place of delivery is Nairobi until another one is chosen, which the device keeps', async () => {
  await shop.db.execute(sql`
    with west as (insert into delivery_zones (name) values ('Lake side') returning id),
      held as (update delivery_places set zone_id = (select id from west) where id = 'kisumu')
    insert into delivery_ways (zone_id, kind, name, fee, free_from, days_from, days_to) select id, 'door', 'Rider', 250, 8000, 1, 2 from west`)
  const loafer = await shop.line('Karen Penny Loafer, Chestnut', '42')
  const { page } = await shop.visit('phone', { cart: [loafer] })
  const line = page.getByRole('main').locator('.delivery-line')
  await shop.open(page, `/product/${loafer.id}`)
  await line.getByText(/^To Nairobi: /).waitFor()
  await line.getByRole('button', { name: 'Change the place of delivery' }).click()
  const chooser = page.getByRole('dialog', { name: 'Where shall we deliver?' })
  await chooser.getByRole('button', { name: 'Eldoret' }).waitFor()
  await examine(page, 'place-chooser', { pictured: 'screen', finger: '.place-chooser' })
  const search = chooser.getByRole('searchbox', { name: 'Town, estate or stage' })
  await search.fill('Atlantis')
  await chooser.getByText('We know no place of this name.').waitFor()
  await search.fill('kisumo')
  await chooser.getByRole('status').getByText('1 place').waitFor()
  await search.press('Enter')
  await chooser.waitFor({ state: 'hidden' })
  await line.getByText(/^To Kisumu: KSh 250 · /).waitFor()
  expect(await line.getByRole('button', { name: 'Change the place of delivery' }).evaluate((button) => button === document.activeElement)).toBe(true)

  // The page is the same bytes for everybody: what the device knows is put in its place, and moves nothing.
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        Object.assign(window, { shifted: Number(Object(window).shifted ?? 0) + shift.value })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const [answer] = await Promise.all([page.waitForResponse(`**/product/${loafer.id}`), page.reload()])
  expect(await answer.text()).toMatch(/To Nairobi: /)
  await line.getByText(/^To Kisumu: KSh 250 · /).waitFor()
  expect(await page.evaluate(() => Object(window).shifted ?? 0)).toBeLessThan(0.01)
  await examine(page, 'product-other-place', { pictured: 'screen' })

  await cartButton(page, '1 item').click()
  await cartPanel(page)
    .getByText(/^To Kisumu: KSh 250 · /)
    .waitFor()
  await cartPanel(page).getByRole('button', { name: 'More of Karen Penny Loafer, Chestnut' }).click()
  await cartPanel(page)
    .getByText(/^To Kisumu: Free · /)
    .waitFor()
  await cartPanel(page).getByRole('button', { name: 'Change the place of delivery' }).click()
  await chooser.getByRole('button', { name: 'Mombasa' }).click()
  await cartPanel(page)
    .getByText(/^To Mombasa: /)
    .waitFor()
  await shoot(page, 'cart-other-place', 'screen')
  await line.getByText(/^To Mombasa: /).waitFor()

  // At checkout the chooser stands in a form: Enter chooses there as well, and sends nothing.
  await shop.open(page, '/checkout')
  await page.getByText('Delivering to Mombasa.').waitFor()
  await page.getByRole('button', { name: 'Change the place of delivery' }).click()
  await search.fill('eldoret')
  await chooser.getByRole('status').getByText('1 place').waitFor()
  await search.press('Enter')
  await page.getByText('Delivering to Eldoret.').waitFor()
  expect(await page.getByText('Enter your full name.').count()).toBe(0)
})

it('what was taken out of the cart is put back by Undo, with its number and place', async () => {
  const cart = [
    await shop.line('Karen Driver, Sand', '43'),
    await shop.line('Mbio Runner, Mango', '43', 2),
    await shop.line('Uwanja Low, Forest', '38'),
  ]
  const { page } = await shop.visit('phone', { cart })
  await shop.open(page, '/category/loafers')
  await cartButton(page, '4 items').click()
  const panel = cartPanel(page)
  await panel.getByText(/^To Nairobi: Free · /).waitFor()
  const kept = () => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]'), cartKey('Viatu', null))
  const before = await kept()
  await panel.getByRole('button', { name: 'Remove Mbio Runner, Mango' }).click()
  await said(page, 'Removed from your cart')
  await cartButton(page, '2 items').waitFor({ state: 'attached' })
  await shoot(page, 'removed-phone', 'screen')
  await panel.getByRole('button', { name: 'Undo' }).click()
  await panel.getByText('Cart (4 items)').waitFor()
  expect(await kept()).toEqual(before)
  await expect.poll(() => panel.evaluate((box) => box.contains(document.activeElement))).toBe(true)
  await panel.getByRole('button', { name: 'Fewer of Karen Driver, Sand' }).click()
  await panel.getByText('Cart (3 items)').waitFor()
  await panel.getByRole('button', { name: 'Undo' }).click()
  await panel.getByText('Cart (4 items)').waitFor()
  expect(await kept()).toEqual(before)

  // Once the panel is closed, the focus goes on at the button that opens it.
  await panel.getByRole('button', { name: 'Remove Mbio Runner, Mango' }).click()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  const opener = cartButton(page, '4 items')
  await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(await kept()).toEqual(before)
  await shoot(page, 'undone-phone', 'screen')
})

it('an upright photo is seen whole wherever its shoe is shown', async () => {
  const { page: desk } = await shop.visitAsAdmin('desk')
  const own = desk.context().request
  const photo = Buffer.from(await photoOf({ width: 600, height: 900 }))
  const shoe = await shop.line('Ruka High, Ember', '40')
  const answer = await own.post(`${shop.url}/api/storage/product-images/products/${shoe.id}_0_1763680000009.png`, {
    data: photo,
    headers: { 'Content-Type': 'application/octet-stream' },
    timeout: 60_000,
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { public_url: upright } = (await answer.json()) as { public_url: string }
  await desk.goto(shop.url)
  const featured = (await desk.locator('.featured h3').first().textContent()) as string
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    update product_images i set image_url = ${upright} from products p where p.id = i.product_id and i.is_primary and p.name = ${featured} returning p.id`)
  const { id } = rows[0] as { id: string }
  await expect.poll(async () => (await (await fetch(shop.url)).text()).includes(upright)).toBe(true)
  const looks = {
    home: '/',
    search: `/products?search=${encodeURIComponent(featured)}`,
    product: `/product/${id}`,
    panel: `/admin/products?search=${encodeURIComponent(featured)}`,
  }
  for (const [size, viewport] of Object.entries(sizes)) {
    await desk.setViewportSize(viewport)
    for (const [named, path] of Object.entries(looks)) {
      await desk.goto(shop.url + path)
      const all = desk.locator(`img[src="${upright}"]`)
      await all.first().waitFor({ state: 'attached' })
      for (const picture of await all.all()) {
        if (!(await picture.isVisible())) continue
        await picture.scrollIntoViewIfNeeded()
        await expect.poll(() => picture.evaluate(isSeenWhole), { message: `${named} at ${size}` }).toBe(true)
      }
      if (named !== 'product') await all.last().scrollIntoViewIfNeeded()
      await shoot(desk, `upright-${named}-${size}`, 'screen')
    }
  }
})

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

describe('the way on', () => {
  it('from a shoe without other colours are shoes like it, from the carousel the shoe it shows', async () => {
    const { page } = await shop.visit('desk')
    const { rows } = await shop.db.execute<{ id: string; name: string }>(sql`
      select id, name from products p where not exists (select from products o where o.style_code = p.style_code and o.id <> p.id) limit 1`)
    const alone = rows[0] as { id: string; name: string }
    await shop.open(page, `/product/${alone.id}`)
    const alike = page.getByRole('region', { name: 'You may also like' })
    await expect.poll(() => alike.getByRole('link').count()).toBe(6)
    await examine(page, 'alike')
    const other = (await alike.getByRole('link').first().textContent()) as string
    await alike.getByRole('link').first().click()
    await heading(page, other).waitFor()

    await shop.open(page, '/')
    await page.locator('.hero-slide[inert]').first().waitFor()
    const shoe = (await page.getByRole('group', { name: '1 of 10' }).getByRole('heading').textContent()) as string
    await page.locator('.hero-slide:not([inert]) figure img').click()
    await heading(page, shoe).waitFor()
  })
})

it('a description is read as Markdown on its page, and as words by search engines and link previews', async () => {
  const { page } = await shop.visit('phone')
  const { id } = await shop.line('Ruka High, Ember', '40')
  const { rows } = await shop.db.execute<{ description: string }>(sql`select description from products where id = ${id}`)
  await shop.db.execute(
    sql`update products set description = ${'**Wide** at the toes.\n\n- Light\n- [Which size?](/help#size-guide)'} where id = ${id}`,
  )
  await shop.open(page, `/product/${id}`)
  await page.locator('.product-lead strong', { hasText: 'Wide' }).waitFor()
  await expect.poll(() => page.locator('.product-lead li').count()).toBe(2)
  await examine(page, 'described')
  for (const name of ['description', 'og:description'])
    expect(await page.locator(`meta[name="${name}"], meta[property="${name}"]`).getAttribute('content')).toBe(
      'Wide at the toes. - Light - Which size?',
    )
  expect(await page.locator('script[type="application/ld+json"]').textContent()).not.toContain('**')
  await shop.db.execute(sql`update products set description = ${rows[0]?.description} where id = ${id}`)
})
