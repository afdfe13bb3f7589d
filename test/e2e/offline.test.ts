import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CartLine, cartKey } from '#domain/cart.ts'
import { isPublicPage } from '#domain/page-url.ts'
import { account } from '../accounts.ts'
import { useShop } from './shop.ts'
import { cartButton, cartPanel, fillDelivery, heading, newPhone, placeButton, said, signIn, signOut } from './steps.ts'

const shop = useShop()
const kept = { serviceWorkers: 'allow' } as const

/** The road to the shop, in the test's hands: which answers it holds back, whether it is there at all, and which version of the worker it brings. */
const road = { held: null as { paths: string[]; until: Promise<void>; waiting: string[] } | null, isCut: false, version: '' }
const server = createServer((incoming, outgoing) => {
  if (road.isCut) return void incoming.socket.destroy()
  const { method, url, headers } = incoming
  const onwards = () => {
    const plain = url === '/sw.js' ? { ...headers, 'accept-encoding': 'identity' } : headers
    const out = ask(new URL(url as string, shop.url), { method, headers: plain }, (answer) => {
      if (url !== '/sw.js' || road.version === '') return void answer.pipe(outgoing.writeHead(answer.statusCode as number, answer.headers))
      const pieces: Buffer[] = []
      answer.on('data', (piece) => pieces.push(piece))
      answer.on('end', () => {
        const text = Buffer.concat(pieces).toString()
        outgoing.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' })
        outgoing.end(`${text}\n// ${road.version}`)
      })
    })
    out.on('error', () => incoming.socket.destroy())
    incoming.pipe(out)
  }
  const { held } = road
  if (held?.paths.some((path) => (path.endsWith('*') ? url?.startsWith(path.slice(0, -1)) : url === path))) {
    held.waiting.push(url as string)
    void held.until.then(onwards)
  } else onwards()
})
let url: string

beforeAll(async () => {
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => Object.assign(road, { held: null, isCut: false, version: '' }))
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const bar = (page: Page) => page.getByText('You are offline. These are the pages as you last saw them; prices may have changed.')
/** Until the worker has all it needs, and has kept the page that it found. */
const untilKept = (page: Page, path: string) =>
  until(
    page,
    async (address) => {
      const pages = await caches.open('viatu-pages')
      return navigator.serviceWorker.controller !== null && (await pages.match(address)) !== undefined && (await caches.has('viatu-shell'))
    },
    path,
  )
const until = <Given>(page: Page, holds: (given: Given) => Promise<boolean>, given?: Given) =>
  expect.poll(() => page.evaluate(holds as (given: unknown) => Promise<boolean>, given), { timeout: 15_000, interval: 100 }).toBe(true)
const openProduct = async (page: Page, name: string) => {
  await page.getByRole('heading', { name }).getByRole('link').first().click()
  await heading(page, name).waitFor()
}

/** What the device keeps, by path. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map((key) => new URL(key.url).pathname)
  })
/** The home page that signing out leads to may be seen by whoever comes next. */
const seenBefore = async (page: Page) => (await keptPaths(page)).filter((path) => isPublicPage(path) && !['/offline', '/_.data'].includes(path))

it('a phone keeps its first page, may install the shop, and without a connection shows what it saw last and orders nothing until it is back', async () => {
  const cart = [{ name: cartKey('Viatu', null), value: JSON.stringify([await shop.line('Karen Penny Loafer, Chestnut', '42')]) }]
  const storageState = { cookies: [], origins: [{ origin: url, localStorage: cart }] }
  const { page: first, context, expectComplaint } = await shop.visit('phone', { ...kept, storageState })
  // The list of places is loaded ahead, at the first touch of a page, and kept only where that came before the end of the connection.
  expectComplaint(/net::ERR_INTERNET_DISCONNECTED|ERR_FAILED .*place-chooser|Failed to fetch/)
  const page = await openedBeforeItsWorker(first, '/category/loafers')
  await mayBeInstalled(page)
  await openProduct(page, 'Karen Penny Loafer, Chestnut')
  await page.goto(`${url}/checkout`)
  await fillDelivery(page, newPhone())
  await context.setOffline(true)
  await bar(page).waitFor()
  await expect.poll(() => placeButton(page).isDisabled()).toBe(true)
  await page.goto(`${url}/category/loafers`)
  await openProduct(page, 'Karen Penny Loafer, Chestnut')
  await page.reload()
  await heading(page, 'Karen Penny Loafer, Chestnut').waitFor()
  await page.waitForFunction(() => [...document.images].some(({ naturalWidth, currentSrc }) => naturalWidth > 0 && currentSrc.includes('/files/')))
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await expect.poll(() => cartPanel(page).getByRole('button', { name: 'Proceed to Checkout' }).isDisabled()).toBe(true)
  await page.goto(`${url}/order/1?key=2`)
  await heading(page, 'You are offline').waitFor()
  await page.getByRole('region', { name: 'Seen last' }).getByRole('link', { name: 'Karen Penny Loafer, Chestnut' }).waitFor()
  await page.goto(`${url}/checkout`)
  await heading(page, 'You are offline').waitFor()
  await context.setOffline(false)
  await heading(page, 'Checkout').waitFor()
  await expect.poll(() => bar(page).count()).toBe(0)
  await expect.poll(() => placeButton(page).isEnabled()).toBe(true)
})

/** In a new tab: a page that was loaded before the worker, and was taken over by it before it had asked for one, is kept all the same, under its public address. */
async function openedBeforeItsWorker(first: Page, path: string) {
  const [worker, pictures] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  road.held = { paths: ['/sw.js'], until: worker.promise, waiting: [] }
  await first.goto(`${url}/products`)
  await expect.poll(() => road.held?.waiting).toEqual(['/sw.js'])
  // A page asks for its worker once it has loaded, which its pictures delay.
  road.held = { paths: ['/files/*'], until: pictures.promise, waiting: [] }
  const later = await first.context().newPage()
  await later.goto(`${url}${path}?ref=NOBODY`, { waitUntil: 'domcontentloaded' })
  worker.resolve()
  await until(later, async () => navigator.serviceWorker.controller !== null)
  pictures.resolve()
  await untilKept(later, path)
  await first.close()
  return later
}

async function mayBeInstalled(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const { errors, data } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  expect(JSON.parse(data as string)).toMatchObject({ name: 'Viatu', display: 'standalone' })
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  // A visitor of a test is as one in a private window, which installs nothing.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  await cdp.detach()
}

it('a device keeps nothing that is one person’s, and nothing that was asked for before they signed out', async () => {
  const { page, context, expectComplaint } = await shop.visitAs(await account({ db: shop.db }), 'desk', kept)
  expectComplaint(/404 .*order\/none/)
  for (const path of ['/dashboard', '/checkout', '/order/none', '/cart-offers', '/api/products', '/category/loafers'])
    await page.goto(`${url}${path}`)
  await untilKept(page, '/category/loafers')
  await openProduct(page, 'Karen Penny Loafer, Chestnut')
  expect((await keptPaths(page)).filter((path) => !/^\/(assets|fonts|icons|files)\/|\.svg$/.test(path) && !isPublicPage(path))).toEqual([])
  const [other, third] = [await context.newPage(), await context.newPage()]
  await other.goto(`${url}/products`)
  const { promise, resolve } = Promise.withResolvers<void>()
  road.held = { paths: ['/category/heels.data', '/category/flats.data', '/category/wedges'], until: promise, waiting: [] }
  const ask = (tab: Page, path: string) => tab.evaluate(async (address) => (await (await fetch(address)).text()).length, path)
  const asked = [ask(page, '/category/heels.data'), ask(other, '/category/flats.data'), third.goto(`${url}/category/wedges`)]
  await expect.poll(() => road.held?.waiting.length).toBe(3)
  await signOut(page)
  await expect.poll(() => seenBefore(page)).toEqual([])
  resolve()
  await Promise.all(asked)
  // What is asked for from now on is the next visitor's, and is kept. The worker forgets as well as the page, and may not be done: what is asked for meanwhile goes too.
  await expect
    .poll(async () => {
      await ask(page, '/category/sandals.data')
      return seenBefore(page)
    })
    .toEqual(['/category/sandals.data'])
  expect(await page.evaluate(() => localStorage.getItem('viatu-seen'))).toBeNull()
})

it('on a bad road what was seen last comes after three seconds, and the answer where it comes after all', async () => {
  const { page, context } = await shop.visit('phone', kept)
  await page.goto(`${url}/products`)
  await untilKept(page, '/products')
  const { promise, resolve } = Promise.withResolvers<void>()
  road.held = { paths: ['/products'], until: promise, waiting: [] }
  await page.goto(`${url}/products`, { waitUntil: 'commit' })
  await page.getByText('The shop cannot be reached right now. This is the page as you last saw it; prices may have changed.').waitFor()
  resolve()
  await page.reload()
  await heading(page, 'All Products').waitFor()
  await expect.poll(() => page.getByText('cannot be reached right now').count()).toBe(0)
  // A worker that fails where the network does not leaves.
  await context.serviceWorkers()[0]?.evaluate(() => {
    CacheStorage.prototype.match = () => Promise.reject(new Error('broken'))
  })
  await page.goto(`${url}/offline`)
  await heading(page, 'You are offline').waitFor()
  await until(page, async () => (await navigator.serviceWorker.getRegistrations()).length === 0 || navigator.serviceWorker.controller === null)
})

it('kept pages of an old version still open when a new one has come, with their scripts', async () => {
  const { page, context, expectComplaint } = await shop.visit('phone', kept)
  expectComplaint(/net::ERR|Failed to (fetch|load)|404/)
  await page.goto(`${url}/products`)
  await untilKept(page, '/products')
  // As a build of last week would have left it: names that the shop does not know any more, and of which one is gone here as well.
  await page.evaluate(async () => {
    const pages = await caches.open('viatu-pages')
    const assets = await caches.open('viatu-assets')
    const html = await ((await pages.match('/products')) as Response).text()
    const [entry] = html.match(/\/assets\/entry\.client-[\w-]+\.js/) as [string]
    const headers = { 'content-type': 'text/html', 'cache-control': 'public' }
    await assets.put(
      '/assets/entry.client-old.js',
      new Response('document.documentElement.dataset.old = "runs"', { headers: { 'content-type': 'text/javascript' } }),
    )
    await assets.put('/assets/unused-old.js', new Response('', { headers: { 'content-type': 'text/javascript' } }))
    await pages.put(
      '/category/heels',
      new Response(html.replaceAll(entry, '/assets/entry.client-old.js').replace('All Products</h1>', 'Last week</h1>'), { headers }),
    )
    await pages.put(
      '/category/flats',
      new Response(html.replaceAll(entry, '/assets/entry.client-gone.js').replace('All Products</h1>', 'Long ago</h1>'), { headers }),
    )
  })
  road.version = 'next'
  await page.evaluate(async () => {
    const changed = new Promise((settle) => navigator.serviceWorker.addEventListener('controllerchange', settle))
    await (await navigator.serviceWorker.getRegistration())?.update()
    await changed
  })
  await until(page, async () => (await (await caches.open('viatu-assets')).match('/assets/unused-old.js')) === undefined)
  await context.setOffline(true)
  await page.goto(`${url}/category/heels`, { waitUntil: 'load' })
  await heading(page, 'Last week').waitFor()
  await page.waitForFunction(() => document.documentElement.dataset.old === 'runs')
  await page.goto(`${url}/category/flats`, { waitUntil: 'load' })
  await heading(page, 'Long ago').waitFor()
  await context.setOffline(false)
  await page.goto(`${url}/category/flats`)
  await heading(page, 'Flats').waitFor()
})

it('a phone that goes from hand to hand shows the next person nothing, in no tab, and the last one their cart again', async () => {
  const line = await shop.line('Delamere Spectator, Navy', '44')
  const { page, context } = await shop.visit('desk', { cart: [line] })
  const [who, next] = [await account({ db: shop.db }, { full_name: 'Njeri wa Kamau' }), await account({ db: shop.db }, { full_name: 'Otieno Ouma' })]
  const stored = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  await shop.open(page, '/auth?next=/checkout')
  await leaveCart(page, who, { ...line, quantity: 2 })
  await signIn(page, who)
  await said(page, 'Only 2 left of Delamere Spectator, Navy, size 44.')
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Njeri wa Kamau')
  await page.getByLabel('Delivery Address').fill('Ngong Road 7, Nairobi')
  await expect.poll(stored).toContain('Ngong Road')
  await page.reload()
  await expect.poll(() => page.getByLabel('Delivery Address').inputValue()).toBe('Ngong Road 7, Nairobi')
  const other = await context.newPage()
  await shop.open(other, '/products')
  await signOut(other)
  expect((await context.cookies()).filter(({ name }) => name.includes('session'))).toEqual([])
  await cartButton(page, '0 items').waitFor()
  for (const left of [who.id, line.name, 'Ngong Road', 'Njeri']) await expect.poll(stored, { message: left }).not.toContain(left)
  await shop.open(page, '/auth?next=/checkout')
  await leaveCart(page, next, line)
  await signIn(page, next)
  await expect.poll(() => page.getByLabel('Full Name').inputValue()).toBe('Otieno Ouma')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(next.email)
  expect(await page.getByLabel('Delivery Address').inputValue()).toBe('')
  await shop.open(other, '/dashboard')
  await heading(other, 'Welcome, Otieno Ouma').waitFor()
  await signOut(page)
  await other.waitForURL('**/auth?next=%2Fdashboard')
  await shop.open(page, '/auth')
  await signIn(page, who)
  await cartButton(page, '2 items').waitFor()
})

/** As if they had left it in this browser. */
const leaveCart = (page: Page, { id }: { id: string }, line: CartLine) =>
  page.evaluate(([key, value]) => localStorage.setItem(key as string, value as string), [`viatu-cart-${id}`, JSON.stringify([line])])
