import { sql } from 'drizzle-orm'
import type { APIRequestContext, Locator, Page } from 'playwright-core'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '../accounts.ts'
import { photoOf, videoOf } from '../pictures.ts'
import { moving, shoot, sizes } from './browser.ts'
import { examine, examineNow } from './examine.ts'
import { useShop } from './shop.ts'
import { takenOver } from './steps.ts'
import { smallTargets } from './targets.ts'

const shop = useShop()
const network = 'https://network.example'
const followed = 'https://ferry.example/'
let picture: string
let poster: string
let film: string
let broken: string
let own: APIRequestContext

beforeAll(async () => {
  const { email, password } = await account({ db: shop.db }, { isAdmin: true })
  const visitor = await shop.visit('desk', moving)
  own = visitor.context.request
  // Its visitor goes with the first test; what is uploaded stays.
  expect((await own.post(`${shop.url}/api/auth/sign-in`, { data: { email, password } })).status()).toBe(200)
  const photo = Buffer.from(await photoOf({ width: 250, height: 200 }))
  picture = await upload('ad-images/ads/1763680000001.png', photo)
  poster = await upload('promotional-images/images/1763680000002.png', photo)
  film = await upload('promotional-videos/videos/1763680000003.webm', await filmed(visitor.page))
  broken = await upload('promotional-videos/videos/1763680000004.webm', videoOf('webm'))
})
beforeEach(() => shop.db.execute(sql`delete from ads; delete from promotional_content`))

async function upload(path: string, data: Buffer): Promise<string> {
  const answer = await own.post(`${shop.url}/api/storage/${path}`, { data, headers: { 'Content-Type': 'application/octet-stream' }, timeout: 60_000 })
  expect(answer.ok(), await answer.text()).toBe(true)
  return ((await answer.json()) as { public_url: string }).public_url
}
const addAd = async (title: string, more: Record<string, string | boolean | null> = {}) => {
  const { image_url = null, is_sponsored = false, embed_code = null, target_url = followed, description = 'Light runners for the crossing.' } = more
  const { rows } = await shop.db.execute<{ id: string }>(sql`
    insert into ads (title, description, target_url, image_url, is_sponsored, embed_code)
    values (${title}, ${description}, ${target_url}, ${image_url}, ${is_sponsored}, ${embed_code}) returning id`)
  return rows[0]?.id as string
}
const addFilm = (title: string, url = film) =>
  shop.db.execute(sql`insert into promotional_content (title, content_type, content_url, poster_url) values (${title}, 'video', ${url}, ${poster})`)
const addText = (title: string) =>
  shop.db.execute(
    sql`insert into promotional_content (title, description, content_type) values (${title}, 'Sizes 30 to 40, from KSh 1,800.', 'text')`,
  )

const strip = (page: Page) => page.getByRole('region', { name: 'Promotions' })
/** The slide that is not put aside. */
const here = (page: Page) => strip(page).locator('[role=group]:not([inert])')
const control = (page: Page, name: string) => strip(page).getByRole('button', { name })
/** The strip was told before whether it is on the screen: its observer is older, and observers hear in order. */
const scrolledAway = (page: Page) =>
  strip(page).evaluate(
    (band) =>
      new Promise<void>((settle) =>
        new IntersectionObserver((entries, observer) => {
          if (entries.at(-1)?.isIntersecting) return
          observer.disconnect()
          settle()
        }).observe(band),
      ),
  )

/** Opens the home page, once the shop has heard of what is new, and waits until the strip moves, or could; one ad alone loses its `ping` when it answers. */
async function open(page: Page) {
  const { rows } = await shop.db.execute<{ title: string }>(sql`select title from ads union all select title from promotional_content`)
  await expect.poll(async () => (await (await fetch(shop.url)).text()).match(/class="strip-text"/g)?.length).toBe(rows.length)
  await page.goto(shop.url)
  await takenOver(page)
  await page.locator('.strip-slides > [inert], .strip:not([aria-roledescription], :has([ping]))').first().waitFor()
}

/** Stops the page's clock a moment after a beat of the strip: a slide that is let go then moves 4.8 s later, and the carousel 2.5 s after it. */
async function stopAfterBeat(page: Page) {
  const [time, clock] = await page.evaluate(() => [Date.now(), performance.now()] as const)
  await page.clock.pauseAt(time + 5000 - (clock % 5000) + 200)
}

describe('the strip of the home page', () => {
  it('is not there without anything to show, and has no controls for one thing alone', async () => {
    const { page } = await shop.visit('phone')
    await page.goto(shop.url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await strip(page).count()).toBe(0)
    await addAd('Walk to the ferry', { image_url: picture })
    await open(page)
    await strip(page).getByText('Walk to the ferry').waitFor()
    expect(await strip(page).getByRole('button').count()).toBe(0)
    expect(await strip(page).getByRole('group').count()).toBe(0)
    await examine(page, 'strip-one', { pictured: 'screen', finger: '.strip' })
  })

  it('moves by itself every five seconds, longer on an ad of a network, and not while somebody looks, reads or has paused it', async () => {
    for (const title of ['Third', 'Of a network', 'First']) await addAd(title, { is_sponsored: title === 'Of a network', image_url: picture })
    const { page } = await shop.visit('desk', moving)
    await page.clock.install()
    await open(page)
    await strip(page).hover()
    const turn = async (ms: number, place: string) => {
      await page.clock.runFor(ms)
      // Not for so long that a strip which nothing stops would come by this place again.
      await expect.poll(() => here(page).getAttribute('aria-label'), { timeout: 2_000 }).toBe(place)
    }
    const isAnnounced = (live: string) => expect.poll(() => strip(page).locator('.strip-slides').getAttribute('aria-live')).toBe(live)
    await isAnnounced('polite')
    await stopAfterBeat(page)
    await turn(20_000, '1 of 3')
    await page.mouse.move(600, 700)
    await isAnnounced('off')
    await turn(4_600, '1 of 3')
    await turn(400, '2 of 3')
    await turn(4_600, '2 of 3')
    await turn(400, '3 of 3')
    await turn(14_600, '3 of 3')
    await turn(400, '1 of 3')
    await strip(page).hover()
    await isAnnounced('polite')
    await turn(20_000, '1 of 3')
    await page.evaluate(() => scrollTo(0, 4000))
    await scrolledAway(page)
    await page.mouse.move(600, 700)
    await turn(20_000, '1 of 3')
    await page.evaluate(() => scrollTo(0, 0))
    await isAnnounced('off')
    await turn(10_000, '2 of 3')
    await page.clock.resume()

    await control(page, 'Pause the promotions').click()
    await page.mouse.move(600, 700)
    await turn(40_000, '2 of 3')
    await isAnnounced('polite')
    await page.reload()
    await control(page, 'Play the promotions').waitFor()
    await page.locator('.strip-slides > [inert]').first().waitFor()
    await turn(40_000, '1 of 3')
    for (const [name, place] of [
      ['Next', '2 of 3'],
      ['Next', '3 of 3'],
      ['Previous', '2 of 3'],
    ] as const) {
      await control(page, `${name} promotion`).press('Enter')
      await turn(1_500, place)
    }
  })

  it('stands still for who asked for that, is reached by keyboard, shifts nothing and looks the same at both sizes', async () => {
    await addText('School shoes are here')
    await addFilm('A walk in Lamu')
    await addAd('Of a network with a rather long title that takes a second line', { is_sponsored: true, embed_code: '<p>An ad</p>' })
    await addAd('Walk to the ferry', { image_url: picture })
    const { page } = await shop.visit('phone')
    await page.addInitScript(() => {
      const shifts = { sum: 0, largest: '' }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        const { element } = list.getEntries().at(-1) as PerformanceEntry & { element?: Element }
        shifts.largest = element?.closest('section')?.className ?? ''
      }).observe({ type: 'largest-contentful-paint', buffered: true })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as unknown as { value: number }[]) shifts.sum += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page)
    await expect.poll(() => control(page, 'Play the promotions').count()).toBe(1)
    const next = async (at: number) => {
      await control(page, 'Next promotion').press('Enter')
      await expect.poll(() => here(page).getAttribute('aria-label')).toBe(`${(at % 4) + 1} of 4`)
    }
    for (const at of [1, 2, 3, 4]) await next(at)
    const { sum, largest } = await page.evaluate(() => (window as unknown as { shifts: { sum: number; largest: string } }).shifts)
    expect(sum).toBeLessThan(0.05)
    expect(largest, 'what is painted last of the large things').toContain('hero')
    for (const [at, named] of ['picture', 'veil', 'video', 'text'].entries()) {
      await examine(page, `strip-${named}`, { pictured: 'screen', finger: '.strip' })
      await next(at + 1)
    }
  })

  it('leaves the first screen of a phone to the shoe: low, and the carousel plays half a beat after the strip', async () => {
    await addText('School shoes are here')
    await addAd('Walk to the ferry', { image_url: picture })
    const { page } = await shop.visit('phone', moving)
    await page.clock.install()
    await open(page)
    const hero = page.getByRole('region', { name: 'Discover Our Products' })
    const placeIn = (part: Locator) => async () => parseInt((await part.locator('[role=group]:not([inert])').getAttribute('aria-label')) ?? '', 10)
    const [ad, shoe] = [placeIn(strip(page)), placeIn(hero)]
    const boxOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
    expect((await boxOf(strip(page))).height).toBeLessThanOrEqual(90)
    const add = hero.locator('[role=group]:not([inert])').getByRole('button', { name: 'Add to Cart' })
    await expect.poll(async () => (await boxOf(add)).bottom).toBeLessThanOrEqual(sizes.phone.height)
    await shoot(page, 'strip-first-screen-phone', 'screen')

    const pause = (name: string) => hero.getByRole('button', { name, exact: true }).tap()
    await control(page, 'Pause the promotions').tap()
    await pause('Pause')
    await stopAfterBeat(page)
    const [atAd, atShoe] = [await ad(), await shoe()]
    const are = async (ms: number, adMoves: number, shoeMoves: number) => {
      await page.clock.runFor(ms)
      await expect.poll(ad).toBe(((atAd - 1 + adMoves) % 2) + 1)
      await expect.poll(shoe).toBe(((atShoe - 1 + shoeMoves) % 10) + 1)
    }
    await are(20_000, 0, 0)
    await control(page, 'Play the promotions').tap()
    await pause('Play')
    await are(4_600, 0, 0)
    await are(400, 1, 0)
    await are(2_000, 1, 0)
    await are(500, 1, 1)
    await are(2_000, 1, 1)
    await are(500, 2, 1)
    // Each stands still by itself: the carousel under a pointer or focus, or out of sight.
    await control(page, 'Pause the promotions').tap()
    await hero.getByRole('button', { name: 'Next product' }).focus()
    await page.keyboard.press('Shift+Tab')
    await are(10_000, 2, 1)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await are(10_000, 2, 2)
    await page.evaluate(() => scrollTo(0, 4000))
    await scrolledAway(page)
    await are(20_000, 2, 2)
  })

  it('is as low on a phone with code of a network in it, and moves nothing as that comes', async () => {
    await addAd('Of a network with a rather long title that takes a second line', { is_sponsored: true, embed_code: '<p>An ad</p>' })
    const { page } = await shop.visit('phone')
    await open(page)
    const heightOf = (part: string) => page.locator(part).evaluate((element) => element.getBoundingClientRect().height)
    const before = await heightOf('.strip')
    expect(before).toBeLessThanOrEqual(90)
    await examineNow(page, 'strip-code-covered-phone', { pictured: 'screen', finger: '.strip' })
    await strip(page).getByRole('button', { name: "Verify I'm Human" }).tap()
    await page.frameLocator('.strip-frame').getByText('An ad').waitFor()
    expect([await heightOf('.strip'), await heightOf('.strip-frame')]).toEqual([before, 50])
    // By hand: axe cannot enter a frame that is a stranger.
    expect(await smallTargets(page, '.strip')).toEqual([])
    await shoot(page, 'strip-code-phone', 'screen')
    await page.setViewportSize(sizes.desk)
    expect(await heightOf('.strip-frame')).toBe(100)
    await shoot(page, 'strip-code-desk', 'screen')
  })

  it('leaves price and buttons of a slide where they are, however long the name of a shoe is', async () => {
    const { page } = await shop.visit('phone')
    await page.goto(shop.url)
    const bottom = () => page.locator('.hero').evaluate((hero) => hero.getBoundingClientRect().bottom)
    const before = await bottom()
    let name = await page.locator('.hero-slide h2').first().innerText()
    for (const longer of [`${'Kiatu '.repeat(18)}cha`, 'K'.repeat(111)]) {
      await shop.db.execute(sql`update products set name = ${longer} where name = ${name}`)
      name = longer
      await expect.poll(async () => (await fetch(shop.url)).text()).toContain(longer)
      await page.goto(shop.url)
      expect((await bottom()) - before, longer).toBeLessThanOrEqual(80)
      await shoot(page, `long-name-${longer.length}`, 'screen')
    }
    await page.setViewportSize(sizes.desk)
    expect(
      await page
        .locator('.hero-above')
        .first()
        .evaluate((part) => part.scrollHeight - part.clientHeight),
    ).toBeLessThanOrEqual(1)
    await shoot(page, 'long-name-desk', 'screen')
  })

  it('keeps the words of a painted wall above its line, however many they are', async () => {
    await addText('School shoes for every road, from the first day of term to the last')
    const { page } = await shop.visit('phone')
    await open(page)
    const bottomOf = (part: string) => page.locator(part).evaluate((element) => element.getBoundingClientRect().bottom)
    expect(await bottomOf('.strip-wall .strip-text')).toBeLessThan((await bottomOf('.strip-wall')) - 8)
    await shoot(page, 'strip-many-words', 'screen')
    await page.setViewportSize(sizes.desk)
    expect(await bottomOf('.strip-wall .strip-text')).toBeLessThan((await bottomOf('.strip-wall')) - 41)
  })

  it('is a row to swipe without scripts, and while its own do not come', async () => {
    const id = await addAd('Walk to the ferry', { image_url: picture })
    await addText('School shoes are here')
    const { page } = await shop.visit('phone', { ...moving, javaScriptEnabled: false })
    await expect.poll(async () => (await (await fetch(shop.url)).text()).includes('School shoes')).toBe(true)
    await page.goto(shop.url)
    const link = strip(page).getByRole('link', { name: 'Walk to the ferry' })
    expect([await link.getAttribute('href'), await link.getAttribute('ping')]).toEqual([followed, `/api/ads/${id}/clicks`])
    expect(await strip(page).getByRole('button').count()).toBe(0)
    expect(
      await page.locator('.strip-stage').evaluate((stage) => [stage.scrollWidth > stage.clientWidth, getComputedStyle(stage).overflowX]),
    ).toEqual([true, 'auto'])
    await shoot(page, 'strip-unscripted', 'screen')
    await page.locator('.strip-stage').focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.locator('.strip-stage').evaluate((stage) => stage.scrollLeft)).toBeGreaterThan(0)

    const { page: cutOff, expectComplaint } = await shop.visit('phone', moving)
    expectComplaint(/ERR_FAILED|dynamically imported/)
    await cutOff.route(/assets\/strip-/, (route) => route.abort())
    await cutOff.goto(shop.url, { waitUntil: 'networkidle' })
    await strip(cutOff).getByRole('link', { name: 'Walk to the ferry' }).waitFor()
    await cutOff.getByRole('heading', { name: 'Latest Products' }).waitFor()
  })
})

describe('before the script of the strip has come', () => {
  it('a tap in it is kept, and carried out', async () => {
    await addAd('Of a network', { is_sponsored: true, embed_code: '<p>An ad</p>' })
    const { page } = await shop.visit('phone')
    await expect.poll(async () => (await (await fetch(shop.url)).text()).includes('Of a network')).toBe(true)
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(/assets\/strip-/, async (route) => {
      await promise
      await route.continue()
    })
    await page.goto(shop.url)
    await takenOver(page)
    const verify = strip(page).getByRole('button', { name: "Verify I'm Human" })
    await verify.tap()
    await expect.poll(() => verify.getAttribute('aria-busy')).toBe('true')
    // The rest of the page answers meanwhile.
    await page.getByRole('button', { name: 'Next product' }).tap()
    await expect.poll(() => page.locator('.hero-count').textContent()).toBe('2 / 10')
    resolve()
    await page.frameLocator('.strip-frame').getByText('An ad').waitFor()
  })
})

describe('following an ad', () => {
  it('opens another site in a new tab, a page of ours in place, and counts once', async () => {
    const [away, near] = [
      await addAd('Walk to the ferry', { image_url: picture }),
      await addAd('Heels', { target_url: `${shop.url}/category/heels` }),
    ]
    const { page, context } = await shop.visit('phone')
    await context.route(`${followed}**`, (route) => route.fulfill({ contentType: 'text/html', body: '<title>Ferry</title>' }))
    const countOf = async (id: string) =>
      (await shop.db.execute<{ click_count: number }>(sql`select click_count from ads where id = ${id}`)).rows[0]?.click_count
    for (const _ of [1, 2]) {
      await open(page)
      await control(page, 'Next promotion').click()
      const link = strip(page).getByRole('link', { name: 'Walk to the ferry' })
      const [tab, answer] = await Promise.all([context.waitForEvent('page'), page.waitForResponse(`**/api/ads/${away}/clicks`), link.click()])
      expect([tab.url(), await tab.evaluate(() => window.opener)]).toEqual([followed, null])
      expect(answer.status()).toBe(200)
      await tab.close()
    }
    expect(await countOf(away)).toBe(1)
    await open(page)
    await Promise.all([page.waitForResponse(`**/api/ads/${near}/clicks`), strip(page).getByRole('link', { name: 'Heels' }).click()])
    await page.waitForURL('**/category/heels')
    expect([await countOf(near), context.pages().length]).toEqual([1, 1])
  })
})

describe('a video', () => {
  it('plays by itself where it may, and the strip waits for its end', async () => {
    const { page } = await shop.visit('desk', moving)
    await page.clock.install()
    await addText('School shoes are here')
    await addFilm('A walk in Lamu')
    await open(page)
    await page.mouse.move(600, 700)
    const video = strip(page).locator('video')
    await strip(page).getByRole('button', { name: 'Pause the video: A walk in Lamu' }).waitFor()
    await video.evaluate((element: HTMLVideoElement) => {
      element.playbackRate = 0.1
    })
    await expect.poll(() => video.evaluate(({ muted, loop, preload }: HTMLVideoElement) => [muted, loop, preload])).toEqual([true, false, 'none'])
    const live = () => strip(page).locator('.strip-slides').getAttribute('aria-live')
    await expect.poll(live).toBe('polite')
    await page.clock.runFor(7_000)
    expect(await here(page).getAttribute('aria-label'), 'the strip waits for its end').toBe('1 of 2')
    await shoot(page, 'strip-playing-desk', 'screen')
    await video.evaluate((element: HTMLVideoElement) => {
      element.playbackRate = 16
    })
    await expect.poll(live).toBe('off')
    await page.clock.runFor(6_000)
    await expect.poll(() => here(page).getAttribute('aria-label')).toBe('2 of 2')
  })

  it('waits for a tap where data is dear, and leaves its poster when it cannot be played', async () => {
    await addFilm('A walk in Lamu', broken)
    const { page, expectComplaint } = await shop.visit('phone', moving)
    expectComplaint(/./)
    const asked: string[] = []
    page.on('request', (request) => request.url().endsWith('.webm') && asked.push(request.url()))
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) })
    })
    await open(page)
    const button = strip(page).getByRole('button', { name: 'Play the video: A walk in Lamu' })
    await button.waitFor()
    await strip(page).getByRole('img').or(strip(page).locator('img')).first().waitFor()
    await page.waitForLoadState('networkidle')
    expect(asked).toEqual([])
    await button.tap()
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await button.waitFor({ state: 'detached' })
    expect(
      await strip(page)
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).currentSrc),
    ).toContain('1763680000002')
  })
})

describe('an ad of a network', () => {
  it('can be read while it is covered, whatever it shows', async () => {
    await addAd('Of a network, with a code', { is_sponsored: true, embed_code: '<p>An ad</p>' })
    await addAd('Of a network, with a picture', { is_sponsored: true, image_url: picture })
    await addAd('Of a network', { is_sponsored: true })
    const { page } = await shop.visit('phone')
    await open(page)
    for (const [size, viewport] of Object.entries(sizes)) {
      await page.setViewportSize(viewport)
      for (const what of ['alone', 'picture', 'code']) {
        const slide = here(page)
        expect(await slide.locator('.strip-text b').evaluate(contrastOverVeil), `${what} at ${size}`).toBeGreaterThanOrEqual(4.5)
        // It lies on top of the veil, and the button covers none of it.
        const [words, button] = [slide.locator('.strip-text b'), slide.getByRole('button', { name: "Verify I'm Human" })]
        expect(overlap(await words.boundingBox(), await button.boundingBox()), `${what} at ${size}`).toBe(false)
        await shoot(page, `strip-covered-${what}-${size}`, 'screen')
        const place = await slide.getAttribute('aria-label')
        await control(page, 'Next promotion').press('Enter')
        await expect.poll(() => slide.getAttribute('aria-label')).not.toBe(place)
      }
    }
  })

  it('runs nothing before somebody says that they are human, and then reaches nothing of the page', async () => {
    await addAd('Of a network', { is_sponsored: true, embed_code: hostile })
    await addText('School shoes are here')
    const cart = [await shop.line('Karen Penny Loafer, Chestnut', '42')]
    const { page, context, expectComplaint } = await shop.visit('desk', { ...moving, cart })
    expectComplaint(/sandbox|Content Security Policy|content policy|SecurityError|Blocked|network\.example|Unsafe|404|opaque|allow-/i)
    await context.addCookies([{ name: 'secret', value: 'of-the-shop', url: shop.url }])
    const requests: { url: string; headers: Record<string, string> }[] = []
    await context.route(`${network}/**`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'window.came = true', headers: { 'Access-Control-Allow-Origin': '*' } }),
    )
    context.on('request', async (request) => {
      if (/\/frame$|network\.example/.test(request.url())) requests.push({ url: request.url(), headers: await request.allHeaders() })
    })
    await open(page)
    await control(page, 'Pause the promotions').click()
    // The shop's own come first.
    await control(page, 'Next promotion').click()
    const verify = strip(page).getByRole('button', { name: "Verify I'm Human" })
    await verify.waitFor()
    expect([await page.locator('iframe').count(), requests]).toEqual([0, []])
    await verify.press('Enter')
    const told = page.frameLocator('.strip-frame').locator('#told[data-done]')
    await told.waitFor()
    await shoot(page, 'strip-frame-desk', 'screen')
    expect(JSON.parse((await told.textContent()) ?? '')).toEqual({
      came: 'true',
      cookie: 'SecurityError',
      storage: 'SecurityError',
      session: 'SecurityError',
      parent: 'SecurityError',
      cart: 'SecurityError',
      top: 'SecurityError',
      window: 'null',
      form: 'undefined',
      alert: 'undefined',
      read: 'TypeError',
      write: 'TypeError',
      frame: 'undefined',
      worker: 'SecurityError',
      database: 'SecurityError',
    })
    await expect
      .poll(() => page.locator('.strip-frame').evaluate((frame) => (frame as unknown as { credentialless: boolean }).credentialless))
      .toBe(true)
    // Of the frame itself the property above says it: requests that a test may answer are shown with all the cookies there are.
    expect(requests.map(({ url, headers }) => [new URL(url).pathname.slice(-6), headers.referer])).toEqual([
      ['/frame', undefined],
      ['/a.js', undefined],
    ])
    expect(requests[1]?.headers.cookie).toBeUndefined()
    // The page is where it was, answers, and has its cart.
    expect([page.url(), context.pages().length]).toEqual([`${shop.url}/`, 1])
    await page.getByRole('button', { name: 'Cart, 1 item' }).click()
    await page.getByRole('dialog').getByText('Karen Penny Loafer, Chestnut').waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize(sizes.phone)
    await shoot(page, 'strip-frame-phone', 'screen')
  })
})

type Box = { x: number; y: number; width: number; height: number } | null

function overlap(one: Box, other: Box): boolean {
  if (!one || !other) return true
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height
}

/** WCAG's contrast of a covered title with the veil over white, the brightest that can lie under it; 0 where the title lies under the veil itself. */
function contrastOverVeil(title: Element): number {
  const veil = title.closest('.strip-item')?.querySelector('.strip-veil') as Element
  if (getComputedStyle(title.closest('.strip-text') as Element).zIndex !== '1') return 0
  const numbers = (text: string) => (text.match(/[\d.]+/g) ?? []).map(Number)
  const [red = 0, green = 0, blue = 0, alpha = 1] = numbers(getComputedStyle(veil).backgroundColor)
  const ground = [red, green, blue].map((part) => part * alpha + 255 * (1 - alpha))
  const light = (parts: number[]) => {
    const [r = 0, g = 0, b = 0] = parts.map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [one, other] = [light(numbers(getComputedStyle(title).color)), light(ground)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** A second of a film that a browser can play. */
async function filmed(page: Page): Promise<Buffer> {
  await page.goto(`${shop.url}/robots.txt`)
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const brush = canvas.getContext('2d') as CanvasRenderingContext2D
    const recorder = new MediaRecorder(canvas.captureStream(0), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const ended = new Promise((settle) => {
      recorder.onstop = settle
    })
    const [track] = recorder.stream.getVideoTracks() as [CanvasCaptureMediaStreamTrack]
    recorder.start()
    for (const colour of ['#5b3fa0', '#ffc72c', '#1d1829', '#0c7040', '#b3361b', '#5b3fa0', '#ffc72c', '#1d1829', '#0c7040', '#b3361b']) {
      brush.fillStyle = colour
      brush.fillRect(0, 0, canvas.width, canvas.height)
      track.requestFrame()
      await new Promise((settle) => setTimeout(settle, 100))
    }
    recorder.stop()
    await ended
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}

/** Tries whatever a stranger in a page could try, and writes down what came of it. */
const hostile = `<script src="${network}/a.js"></script><p id="told"></p><script>
const shop = new URL(location.href).origin
const tries = {
  came: () => window.came,
  cookie: () => document.cookie,
  storage: () => localStorage.length,
  session: () => sessionStorage.length,
  parent: () => parent.document.body.innerHTML,
  cart: () => parent.localStorage.length,
  top: () => { top.location.href = '${network}/stolen' },
  window: () => open('${network}/popup'),
  form: () => {
    const form = document.body.appendChild(document.createElement('form'))
    Object.assign(form, { action: shop + '/sign-out', method: 'post', target: '_top' })
    form.submit()
  },
  alert: () => alert(1),
  read: () => fetch(shop + '/api/auth/session', { credentials: 'include' }),
  write: () => fetch(shop + '/api/orders', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }),
  frame: () => { document.body.appendChild(document.createElement('iframe')).src = shop + '/admin' },
  worker: () => navigator.serviceWorker.register(shop + '/sw.js'),
  database: () => indexedDB.open('cart'),
}
const told = {}
async function run() {
  for (const [name, act] of Object.entries(tries)) {
    try { told[name] = String(await act()) } catch (error) { told[name] = error.name }
  }
  for (let i = 0; i < 20000; i++) parent.postMessage({ type: 'cart', lines: [] }, '*')
  const paragraph = document.getElementById('told')
  paragraph.textContent = JSON.stringify(told)
  paragraph.dataset.done = ''
}
run()
</script>`
