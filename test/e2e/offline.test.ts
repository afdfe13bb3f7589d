import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicPage } from '#domain/public-page.ts'
import { account, goodPassword } from '../accounts.ts'
import { shoot } from './browser.ts'
import { examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { cartPanel, fillDelivery, heading, newPhone, placeButton } from './steps.ts'

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

const signIn = async (page: Page) => {
  const { email } = await account({ db: shop.db })
  await page.goto(`${url}/auth`)
  await page.getByLabel('Email or Phone Number').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.locator('main').getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.waitForURL(`${url}/`)
}
const signOut = async (page: Page) => {
  await page.getByRole('banner').getByRole('button', { name: 'Sign Out' }).click()
  await page.getByText('You have been signed out successfully.').waitFor()
}
/** What the device keeps, by path. */
const keptPaths = (page: Page) =>
  page.evaluate(async () => {
    const keys = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map((key) => new URL(key.url).pathname)
  })
/** The home page that signing out leads to may be seen by whoever comes next. */
const seenBefore = async (page: Page) => (await keptPaths(page)).filter((path) => isPublicPage(path) && !['/offline', '/_.data'].includes(path))

describe('without a connection', () => {
  it('a phone shows what it saw last, opens the cart, and orders nothing until it is back', async () => {
    const { page, context, expectComplaint } = await shop.visit('phone', kept)
    expectComplaint(/net::ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    await page.goto(`${url}/category/loafers?ref=NOBODY`)
    await untilKept(page, '/category/loafers')
    await openProduct(page, 'Karen Penny Loafer, Chestnut')
    const product = new URL(page.url()).pathname
    await page.getByRole('radio', { name: '42', exact: true }).click()
    await page.getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByText('Added to Cart').waitFor()
    await page.goto(`${url}/checkout`)
    await fillDelivery(page, newPhone())
    await context.setOffline(true)

    await bar(page).waitFor()
    await page.getByText('Nothing is ordered or paid until the connection is back').waitFor()
    await expect.poll(() => placeButton(page).isDisabled()).toBe(true)
    await shoot(page, 'offline-checkout-phone')

    await page.goto(`${url}/category/loafers`)
    await heading(page, 'Loafers').waitFor()
    await bar(page).waitFor()
    await shoot(page, 'offline-category-phone', 'screen')
    await openProduct(page, 'Karen Penny Loafer, Chestnut')
    await page.reload()
    await heading(page, 'Karen Penny Loafer, Chestnut').waitFor()
    expect(new URL(page.url()).pathname).toBe(product)
    await page.waitForFunction(() => [...document.images].some(({ naturalWidth, currentSrc }) => naturalWidth > 0 && currentSrc.includes('/files/')))

    await page.getByRole('button', { name: 'Cart, 1 item' }).click()
    const panel = cartPanel(page)
    await panel.getByRole('link', { name: 'Karen Penny Loafer, Chestnut' }).waitFor()
    await panel.getByText('Checkout opens when the connection is back.').waitFor()
    await expect.poll(() => panel.getByRole('button', { name: 'Proceed to Checkout' }).isDisabled()).toBe(true)
    await shoot(page, 'offline-cart-phone', 'screen')

    for (const path of ['/checkout', '/order/1?key=2', '/dashboard', '/products?search=never']) {
      await page.goto(`${url}${path}`)
      await heading(page, 'You are offline').waitFor()
    }
    await page.getByRole('region', { name: 'Seen last' }).getByRole('link', { name: 'Karen Penny Loafer, Chestnut' }).waitFor()
    await page.getByRole('button', { name: 'Open cart (1 item)' }).waitFor()
    await examineNow(page, 'offline-page-phone')
    await page.getByRole('link', { name: 'Karen Penny Loafer, Chestnut' }).click()
    await heading(page, 'Karen Penny Loafer, Chestnut').waitFor()

    await page.goto(`${url}/checkout`)
    await heading(page, 'You are offline').waitFor()
    await context.setOffline(false)
    await heading(page, 'Checkout').waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
    await page.getByLabel('Full Name').waitFor()
    await expect.poll(() => placeButton(page).isEnabled()).toBe(true)
  })

  it('keeps a page that was loaded before the worker, and was taken over by it before it had asked for one', async () => {
    const { page, context } = await shop.visit('phone', kept)
    const [worker, pictures] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    road.held = { paths: ['/sw.js'], until: worker.promise, waiting: [] }
    await page.goto(`${url}/products`)
    await expect.poll(() => road.held?.waiting).toEqual(['/sw.js'])
    // A page asks for its worker once it has loaded, which its pictures delay.
    road.held = { paths: ['/files/*'], until: pictures.promise, waiting: [] }
    const later = await context.newPage()
    await later.goto(`${url}/category/loafers`, { waitUntil: 'domcontentloaded' })
    worker.resolve()
    await until(later, async () => navigator.serviceWorker.controller !== null)
    pictures.resolve()
    await untilKept(later, '/category/loafers')
  })

  it('keeps nothing that is one person’s, and forgets what was seen when they sign out', async () => {
    const { page, expectComplaint } = await shop.visit('desk', kept)
    expectComplaint(/404 .*order\/none/)
    await signIn(page)
    for (const path of ['/dashboard', '/checkout', '/order/none', '/cart-offers', '/api/products', '/category/loafers'])
      await page.goto(`${url}${path}`)
    await untilKept(page, '/category/loafers')
    await openProduct(page, 'Karen Penny Loafer, Chestnut')
    const ones = (await keptPaths(page)).filter((path) => !/^\/(assets|fonts|icons|files)\/|\.svg$/.test(path) && !isPublicPage(path))
    expect(ones).toEqual([])
    await expect.poll(() => keptPaths(page)).toContain('/category/loafers')
    await signOut(page)
    await expect.poll(() => seenBefore(page)).toEqual([])
    // What signing out loads anew comes after it was forgotten, and is not kept again.
    await page.waitForLoadState('networkidle')
    expect(await seenBefore(page)).toEqual([])
    expect(await page.evaluate(() => localStorage.getItem('viatu-seen'))).toBeNull()
    expect(await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))).toEqual([])
  })

  it('keeps nothing that was asked for before somebody signed out and comes after it, in whatever tab', async () => {
    const { page, context } = await shop.visit('desk', kept)
    await signIn(page)
    await page.goto(`${url}/category/loafers`)
    await untilKept(page, '/category/loafers')
    const [other, third] = [await context.newPage(), await context.newPage()]
    await other.goto(`${url}/products`)
    const { promise, resolve } = Promise.withResolvers<void>()
    road.held = { paths: ['/category/heels.data', '/category/flats.data', '/category/wedges'], until: promise, waiting: [] }
    const ask = (tab: Page, path: string) => tab.evaluate(async (address) => (await (await fetch(address)).text()).length, path)
    const asked = [ask(page, '/category/heels.data'), ask(other, '/category/flats.data'), third.goto(`${url}/category/wedges`)]
    await expect.poll(() => road.held?.waiting.sort()).toEqual(['/category/flats.data', '/category/heels.data', '/category/wedges'])
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
  })
})

describe('on a bad road', () => {
  it('shows what was seen last after three seconds, says so, and takes the answer where it comes after all', async () => {
    const { page } = await shop.visit('phone', kept)
    await page.goto(`${url}/products`)
    await untilKept(page, '/products')
    const { promise, resolve } = Promise.withResolvers<void>()
    road.held = { paths: ['/products'], until: promise, waiting: [] }
    await page.goto(`${url}/products`, { waitUntil: 'commit' })
    await page.getByText('The shop cannot be reached right now. This is the page as you last saw it; prices may have changed.').waitFor()
    expect(road.held.waiting).toEqual(['/products'])
    resolve()
    await page.reload()
    await heading(page, 'All Products').waitFor()
    await expect.poll(() => page.getByText('cannot be reached just now').count()).toBe(0)
  })

  it('survives a new version: kept pages of the old one still open, with their scripts', async () => {
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
})

describe('a worker that fails where the network does not', () => {
  it('answers from the network, and leaves', async () => {
    const { page, context } = await shop.visit('phone', kept)
    await page.goto(`${url}/products`)
    await untilKept(page, '/products')
    await context.serviceWorkers()[0]?.evaluate(() => {
      CacheStorage.prototype.match = () => Promise.reject(new Error('broken'))
    })
    await page.goto(`${url}/offline`)
    await heading(page, 'You are offline').waitFor()
    await until(page, async () => (await navigator.serviceWorker.getRegistrations()).length === 0 || navigator.serviceWorker.controller === null)
  })
})

describe('a phone that wants to have the shop', () => {
  it('may install it', async () => {
    const { page, context } = await shop.visit('phone', kept)
    await page.goto(url)
    await untilKept(page, '/')
    const cdp = await context.newCDPSession(page)
    const { errors, data } = await cdp.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(JSON.parse(data as string)).toMatchObject({ name: 'Viatu', display: 'standalone' })
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    // A visitor of a test is as one in a private window, which installs nothing.
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
  })
})
