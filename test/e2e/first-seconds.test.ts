import { expect, it } from 'vitest'
import { moving } from './browser.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, heldScripts, takenOver } from './steps.ts'

const shop = useShop()

it('what is tapped before the scripts have come is carried out when they have: on a card, and on the page of a shoe', async () => {
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
})

it('a tap in the moment in which React takes the page over is carried out', async () => {
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
