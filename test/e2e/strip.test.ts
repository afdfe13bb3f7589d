import { sql } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { account, cookieOf } from '../accounts.ts'
import { moving, shoot, sizes } from './browser.ts'
import { contrastOverVeil } from './contrast-over-veil.ts'
import { examineNow } from './examine.ts'
import { filmed } from './filmed.ts'
import { hostileCode } from './hostile-ad.ts'
import { useShop } from './shop.ts'
import { heldScripts, takenOver } from './steps.ts'
import { smallTargets } from './targets.ts'

const shop = useShop()
const network = 'https://network.example'
beforeEach(() => shop.db.execute(sql`delete from ads; delete from promotional_content`))

const addAd = async (title: string, code: string | null = null, target = 'https://ferry.example/') => {
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    insert into ads (title, description, target_url, is_sponsored, embed_code)
    values (${title}, 'Light runners for the crossing.', ${target}, ${code !== null}, ${code || null}) returning id`)
  return rows[0]?.id as string
}
const addText = (title: string) =>
  shop.db.execute(sql`insert into promotional_content (title, description, content_type) values (${title}, 'From KSh 1,800.', 'text')`)
const strip = (page: Page) => page.getByRole('region', { name: 'Promotions' })
const control = (page: Page, name: string) => strip(page).getByRole('button', { name })
/** The slide that is not put aside. */
const here = (page: Page) => strip(page).locator('[role=group]:not([inert])')
const isAnnounced = (page: Page, live: 'off' | 'polite') =>
  expect.poll(() => strip(page).locator('.strip-slides').getAttribute('aria-live')).toBe(live)
/** Lets the page's clock run, after which the strip is at this place; not polled for so long that one which nothing stops would come by again. */
const turn = async (page: Page, ms: number, place: string) => {
  await page.clock.runFor(ms)
  await expect.poll(() => here(page).getAttribute('aria-label'), { timeout: 2_000 }).toBe(place)
}
/** The strip was told before whether it is on the screen: its observer is older, and observers hear in order. */
const scrolledAway = (page: Page) =>
  strip(page).evaluate(
    (band) =>
      new Promise<void>((settle) => {
        scrollTo(0, 4000)
        new IntersectionObserver((entries, observer) => {
          if (entries.at(-1)?.isIntersecting) return
          observer.disconnect()
          settle()
        }).observe(band)
      }),
  )

/** Once the shop has heard of what is new. */
async function isShown() {
  const { rows } = await shop.db.execute<{ title: string }>(sql`select title from ads union all select title from promotional_content`)
  await expect.poll(async () => (await (await fetch(shop.url)).text()).match(/class="strip-text"/g)?.length).toBe(rows.length)
}

const boxOf = (page: Page, part: string) =>
  page
    .locator(part)
    .first()
    .evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)

/** Opens the home page, and waits until the strip moves, or could. */
async function open(page: Page) {
  await isShown()
  await page.goto(shop.url)
  await takenOver(page)
  await page.locator('.strip-slides > [inert]').first().waitFor()
}

/** Stops the page's clock a moment after a beat of the strip: a slide that is let go then moves 4.8 s later, and the carousel 2.5 s after it. */
async function stopAfterBeat(page: Page) {
  const [time, clock] = await page.evaluate(() => [Date.now(), performance.now()] as const)
  await page.clock.pauseAt(time + 5000 - (clock % 5000) + 200)
}

const hero = (page: Page) => page.getByRole('region', { name: 'Discover Our Products' })
const shoeNumber = async (page: Page) => Number.parseInt((await page.locator('.hero-count').textContent()) ?? '', 10)

it('it and the carousel take turns, and stand still under a pointer, under the keyboard, out of sight or paused, which a reload remembers', async () => {
  for (const title of ['Third', 'Second', 'First']) await addAd(title)
  const { page } = await shop.visit('desk', { ...moving, hasTouch: true })
  await page.clock.install()
  await open(page)
  await strip(page).hover()
  await isAnnounced(page, 'polite')
  await stopAfterBeat(page)
  await turn(page, 20_000, '1 of 3')
  await page.mouse.move(1, 1)
  await isAnnounced(page, 'off')
  await turn(page, 4_600, '1 of 3')
  await turn(page, 400, '2 of 3')
  await scrolledAway(page)
  await turn(page, 20_000, '2 of 3')
  await page.evaluate(() => scrollTo(0, 0))
  await isAnnounced(page, 'off')
  await page.clock.resume()
  await control(page, 'Pause the promotions').click()
  await page.mouse.move(1, 1)
  const paused = (await here(page).getAttribute('aria-label')) as string
  await turn(page, 40_000, paused)
  await carouselGoesItsOwnWay(page)
  await turn(page, 0, paused)
  await page.clock.resume()
  await page.reload()
  await control(page, 'Play the promotions').waitFor()
  await turn(page, 40_000, '1 of 3')
  await control(page, 'Previous promotion').press('Enter')
  await turn(page, 1_500, '3 of 3')
})

/** Half a beat after the strip, and not when it is paused, has the keyboard or is out of sight. */
async function carouselGoesItsOwnWay(page: Page) {
  const press = (name: string) => hero(page).getByRole('button', { name, exact: true }).tap()
  const moved = async (live: 'off' | 'polite', ms: number, by: number) => {
    await expect.poll(() => hero(page).locator('.hero-slides').getAttribute('aria-live')).toBe(live)
    const from = await shoeNumber(page)
    await page.clock.runFor(ms)
    await expect.poll(() => shoeNumber(page), { timeout: 2_000 }).toBe(((from - 1 + by) % 10) + 1)
  }
  await press('Pause')
  await stopAfterBeat(page)
  await moved('polite', 20_000, 0)
  await press('Play')
  await moved('off', 7_000, 0)
  await moved('off', 500, 1)
  // What was tapped last is hovered over.
  await control(page, 'Play the promotions').tap()
  await control(page, 'Pause the promotions').tap()
  await hero(page).getByRole('button', { name: 'Next product' }).focus()
  await page.keyboard.press('Shift+Tab')
  await moved('polite', 10_000, 0)
  await page.evaluate(() => (document.activeElement as HTMLElement).blur())
  await moved('off', 5_000, 1)
  await scrolledAway(page)
  await moved('polite', 20_000, 0)
}

it('it stands still for who asked for that, is moved by keys, shifts nothing, leads on in this tab or a new one, and has room for long words', async () => {
  const away = await addAd('Walk to the ferry')
  await addAd('Of a network with a rather long title that takes a second line', '<p>An ad</p>')
  const near = await addAd('Heels', null, `${shop.url}/category/heels`)
  const { page } = await shop.visit('phone')
  await page.addInitScript(watchPaint)
  await page.clock.install()
  await open(page)
  expect((await boxOf(page, '.strip')).height).toBeLessThanOrEqual(90)
  expect((await boxOf(page, '.hero-slide:not([inert]) button')).bottom).toBeLessThanOrEqual(sizes.phone.height)
  await control(page, 'Play the promotions').waitFor()
  await turn(page, 20_000, '1 of 3')
  expect(await page.locator('.hero-count').textContent()).toBe('1 / 10')
  expect(await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)).toBe(0)
  await page.getByRole('button', { name: 'Next product' }).press('Enter')
  await expect.poll(() => page.locator('.hero-count').textContent()).toBe('2 / 10')
  await control(page, 'Next promotion').press('Enter')
  await turn(page, 1_500, '2 of 3')
  const { shift, largest } = await page.evaluate(() => (window as unknown as { painted: { shift: number; largest: string } }).painted)
  expect([shift < 0.05, largest]).toEqual([true, expect.stringContaining('hero')])
  await opensAnotherSite(page, away)
  await control(page, 'Next promotion').press('Enter')
  await turn(page, 1_500, '3 of 3')
  await examineNow(page, 'strip-covered', { pictured: 'screen', finger: '.strip' })
  await control(page, 'Next promotion').press('Enter')
  await turn(page, 1_500, '1 of 3')
  const counted = page.waitForResponse(`**/api/ads/${near}/clicks`)
  await here(page).getByRole('link', { name: 'Heels' }).click()
  expect([(await counted).status(), page.context().pages().length]).toEqual([200, 1])
  await page.waitForURL('**/category/heels')
  await longWordsHaveRoom(page)
})

/** In a new tab that cannot reach back; the click is counted. */
async function opensAnotherSite(page: Page, ad: string) {
  const context = page.context()
  await context.route('https://ferry.example/**', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Ferry</title>' }))
  const counted = page.waitForResponse(`**/api/ads/${ad}/clicks`)
  const opened = context.waitForEvent('page')
  await here(page).getByRole('link', { name: 'Walk to the ferry' }).click()
  const tab = await opened
  expect([tab.url(), await tab.evaluate(() => window.opener), (await counted).status()]).toEqual(['https://ferry.example/', null, 200])
  await tab.close()
  const { rows } = await shop.db.execute<{ click_count: number }>(sql`select click_count from ads where id = ${ad}`)
  expect([rows[0]?.click_count, page.url()]).toEqual([1, `${shop.url}/`])
}

/** Over a veil, above the line of a wall, and of a shoe whose buttons stay where they are. */
async function longWordsHaveRoom(page: Page) {
  await addText('School shoes for every road, from the first day of term to the last')
  for (const title of ['With a picture', 'Alone']) await addAd(title, '')
  await shop.db.execute(sql`update ads set image_url = (select image_url from product_images limit 1) where title = 'With a picture'`)
  await open(page)
  const heroBefore = (await boxOf(page, '.hero')).bottom
  for (const [size, below] of [
    ['phone', 8],
    ['desk', 41],
  ] as const) {
    await page.setViewportSize(sizes[size])
    const wall = '[role=group]:has-text("School shoes") '
    expect((await boxOf(page, `${wall}.strip-text`)).bottom, size).toBeLessThan((await boxOf(page, `${wall}.strip-wall`)).bottom - below)
    const veiled = await page.locator('.strip-item:has(.strip-veil)').all()
    expect(veiled).toHaveLength(3)
    for (const item of veiled) {
      const title = await item.innerText()
      expect(await item.locator('.strip-text b').evaluate(contrastOverVeil), `${title} at ${size}`).toBeGreaterThanOrEqual(4.5)
      expect(await item.evaluate(overlaps), `${title} at ${size}`).toBe(false)
    }
  }
  await page.setViewportSize(sizes.phone)
  for (const [place, name] of ['K'.repeat(111), `${'Kiatu '.repeat(18)}cha`].entries()) {
    await shop.db.execute(sql`update products set name = ${name} where name = ${await page.locator('.hero-slide h2').nth(place).innerText()}`)
    await expect.poll(async () => (await fetch(shop.url)).text()).toContain(name)
  }
  await page.goto(shop.url)
  expect((await boxOf(page, '.hero')).bottom - heroBefore).toBeLessThanOrEqual(80)
  await page.setViewportSize(sizes.desk)
  const above = page.locator('.hero-above').first()
  expect(await above.evaluate((part) => part.scrollHeight - part.clientHeight)).toBeLessThanOrEqual(1)
}

it('waits for the end of a video, which plays by itself where data is cheap and at a tap where it is dear', async () => {
  const { page, expectComplaint, expectQuiet } = await shop.visit('desk', { ...moving, hasTouch: true })
  await addText('School shoes are here')
  await addFilm(page)
  await page.addInitScript(playSlowly)
  await open(page)
  const video = strip(page).locator('video')
  await control(page, 'Pause the video: A walk in Lamu').waitFor()
  expect(await video.evaluate(({ muted, loop, preload }: HTMLVideoElement) => [muted, loop, preload])).toEqual([true, false, 'none'])
  await page.mouse.move(600, 700)
  await isAnnounced(page, 'polite')
  await video.evaluate((element: HTMLVideoElement) => Object.assign(element, { playbackRate: 16 }))
  await isAnnounced(page, 'off')
  expectQuiet()
  expectComplaint(/./)
  await page.setViewportSize(sizes.phone)
  await playsAtTap(page)
})

/** Where data is dear it is asked for at the tap; here it cannot be played, and its poster stays. */
async function playsAtTap(page: Page) {
  const asked: string[] = []
  await page.route('**/*.webm', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'video/webm', body: 'no film' })
  })
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) }))
  await open(page)
  const play = control(page, 'Play the video: A walk in Lamu')
  await play.waitFor()
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await play.tap()
  await strip(page).locator('video').waitFor({ state: 'detached' })
  expect(asked.length).toBeGreaterThan(0)
  const { rows } = await shop.db.execute<{ name: string }>(
    sql`select regexp_replace(poster_url, '^.*/|[.][a-z]+$', '', 'g') as name from promotional_content where poster_url is not null`,
  )
  const poster = here(page).locator('img')
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(rows[0]?.name)
}

it('is a row to swipe without its scripts, keeps a tap until they come, and an ad of a network that it uncovers reaches nothing of the page', async () => {
  await addText('School shoes are here')
  await addAd('Of a network', hostileCode(network))
  const cart = [await shop.line('Karen Penny Loafer, Chestnut', '42')]
  const { page, context, expectComplaint, expectQuiet } = await shop.visit('desk', { cart, hasTouch: true })
  expectComplaint(/ERR_FAILED|dynamically imported/)
  await isShown()
  await staysRowWithoutScript(page)
  const requests = await watchedNetwork(context)
  const release = await heldScripts(page, 'strip-*')
  await page.goto(shop.url)
  await takenOver(page)
  const stage = page.locator('.strip-stage')
  expect(await stage.evaluate((row) => [row.scrollWidth > row.clientWidth, getComputedStyle(row).overflowX])).toEqual([true, 'auto'])
  await stage.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => stage.evaluate((row) => row.scrollLeft)).toBeGreaterThan(0)
  const verify = control(page, "Verify I'm Human")
  await verify.tap()
  await expect.poll(() => verify.getAttribute('aria-busy')).toBe('true')
  await pageAnswers(page)
  // Nothing runs before somebody says that they are human.
  expect([await page.locator('iframe').count(), requests]).toEqual([0, []])
  const { height } = await boxOf(page, '.strip')
  expectQuiet()
  expectComplaint(/sandbox|Content Security Policy|content policy|SecurityError|Blocked|network\.example|Unsafe|404|opaque|allow-/i)
  release()
  await strangerReachesNothing(page, height)
  expect(requests).toEqual([
    { path: '/frame', referrer: undefined, cookie: '' },
    { path: '/a.js', referrer: undefined, cookie: undefined },
  ])
  // The page is where it was, answers, and has its cart.
  expect([page.url(), context.pages().length]).toEqual([`${shop.url}/`, 1])
  await page.getByRole('button', { name: 'Cart, 1 item' }).click()
  await page.getByRole('dialog').getByText('Karen Penny Loafer, Chestnut').waitFor()
})

/** The rest of the page does not wait for the strip. */
async function pageAnswers(page: Page) {
  await page.getByRole('button', { name: 'Next product' }).tap()
  await expect.poll(() => page.locator('.hero-count').textContent()).toBe('2 / 10')
}

async function staysRowWithoutScript(page: Page) {
  await page.route(/assets\/strip-/, (route) => route.abort())
  const missed = page.waitForEvent('requestfailed')
  await page.goto(shop.url)
  await missed
  expect(await strip(page).getByText('School shoes are here').count()).toBe(1)
  expect(await page.locator('.strip-stage').evaluate((row) => row.scrollWidth > row.clientWidth)).toBe(true)
  await pageAnswers(page)
  await page.unroute(/assets\/strip-/)
}

/** What is asked of the network, and of the shop for its frame, from now on, with what that tells of the visitor. */
async function watchedNetwork(context: BrowserContext) {
  await context.addCookies([{ name: 'secret', value: 'of-the-shop', url: shop.url }])
  const requests: { path: string; referrer?: string; cookie?: string }[] = []
  const script = { contentType: 'text/javascript', body: 'window.came = true', headers: { 'Access-Control-Allow-Origin': '*' } }
  await context.route(`${network}/**`, (route) => route.fulfill(script))
  context.on('request', async (request) => {
    if (!/\/frame$|network\.example/.test(request.url())) return
    const { referer, cookie } = await request.allHeaders()
    requests.push({ path: new URL(request.url()).pathname.slice(-6), referrer: referer, cookie: /network/.test(request.url()) ? cookie : '' })
  })
  return requests
}

async function strangerReachesNothing(page: Page, height: number) {
  const told = page.frameLocator('.strip-frame').locator('#told[data-done]')
  await told.waitFor()
  await shoot(page, 'strip-frame-desk', 'screen')
  const refused = { cookie: 'SecurityError', storage: 'SecurityError', session: 'SecurityError', parent: 'SecurityError', cart: 'SecurityError' }
  const kept = {
    top: 'SecurityError',
    window: 'null',
    form: 'undefined',
    alert: 'undefined',
    read: 'TypeError',
    write: 'TypeError',
    frame: 'undefined',
  }
  const others = { came: 'true', worker: 'SecurityError', database: 'SecurityError' }
  expect(JSON.parse((await told.textContent()) ?? '')).toEqual({ ...refused, ...kept, ...others })
  expect(await page.locator('.strip-frame').evaluate((frame) => (frame as unknown as { credentialless: boolean }).credentialless)).toBe(true)
  // It moved nothing as it came, and is as high as its network sells. By hand, as axe cannot enter a frame that is a stranger.
  expect([(await boxOf(page, '.strip')).height, (await boxOf(page, '.strip-frame')).height]).toEqual([height, 100])
  await page.setViewportSize(sizes.phone)
  expect([(await boxOf(page, '.strip')).height <= 90, (await boxOf(page, '.strip-frame')).height]).toEqual([true, 50])
  expect(await smallTargets(page, '.strip')).toEqual([])
}

/** Counts how far the page shifts, and names the part of it that is painted last of the large ones. Runs in the page, as the next does. */
function watchPaint() {
  const painted = { shift: 0, largest: '' }
  Object.assign(window, { painted })
  new PerformanceObserver((list) => {
    const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
    painted.largest = element?.closest('section')?.className ?? ''
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as unknown as { value: number }[]) painted.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** A second of film is soon over. */
function playSlowly() {
  const { play } = HTMLMediaElement.prototype
  HTMLMediaElement.prototype.play = function () {
    this.playbackRate = 0.1
    return play.call(this)
  }
}

/** Whether the button that uncovers an ad lies on its title. */
function overlaps(item: Element) {
  const [one, other] = ['.strip-text b', 'button'].map((part) => item.querySelector(part)?.getBoundingClientRect() as DOMRect) as [DOMRect, DOMRect]
  return one.x < other.right && other.x < one.right && one.y < other.bottom && other.y < one.bottom
}

/** A promotion with a film that this page records, uploaded as an admin does. */
async function addFilm(page: Page) {
  await page.goto(`${shop.url}/robots.txt`, { waitUntil: 'load' })
  const body = new Uint8Array(await filmed(page))
  const post = async (path: string, type: string, sent: BodyInit, cookie = '') => {
    const answer = await fetch(`${shop.url}/api${path}`, { method: 'POST', body: sent, headers: { 'Content-Type': type, cookie } })
    expect(answer.ok, path).toBe(true)
    return answer
  }
  const { email, password } = await account({ db: shop.db }, { isAdmin: true })
  const { headers } = await post('/auth/sign-in', 'application/json', JSON.stringify({ email, password }))
  const path = '/storage/promotional-videos/videos/1763680000003.webm'
  const answer = await post(path, 'application/octet-stream', body, cookieOf(headers.getSetCookie()))
  const { public_url: film } = (await answer.json()) as { public_url: string }
  await shop.db.execute(sql`
    insert into promotional_content (title, content_type, content_url, poster_url)
    select 'A walk in Lamu', 'video', ${film}, image_url from product_images limit 1`)
}
