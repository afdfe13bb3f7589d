import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { sharedMemory } from '../run-folder.ts'

/** The two viewport sizes of all journeys. */
export const sizes = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } } as const
export type Size = keyof typeof sizes

/** As for most people: menus slide, messages fade. Visitors of a journey that is not about motion have asked for less of it: a fifth of a journey's processor time goes into drawing it. */
export const moving = { reducedMotion: 'no-preference' } as const

const opened: Record<string, Promise<Browser>> = {}

/**
 * The browser of this worker, which ends with it: files of tests that run one after another share it, visitors share nothing. One that `optimises` its scripts is
 * for measuring: in a test a page lives for seconds, in which that costs more than it saves.
 */
export function openBrowser({ optimises = false } = {}): Promise<Browser> {
  opened[String(optimises)] ??= launch(optimises)
  return opened[String(optimises)] as Promise<Browser>
}

/** Launches Chromium: the one of `CHROMIUM`, the system's, or the one of the npm package. */
async function launch(optimises: boolean): Promise<Browser> {
  const chosen = process.env.CHROMIUM || ['/usr/bin/chromium', '/usr/bin/google-chrome'].find(existsSync)
  return chromium.launch({
    executablePath: chosen ?? (await packagedBrowser()),
    // Playwright puts shared memory into files, because containers may have little of it.
    ignoreDefaultArgs: sharedMemory() > 2 ** 30 ? ['--disable-dev-shm-usage'] : [],
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      ...(optimises ? [] : ['--js-flags=--no-turbofan --no-maglev']),
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A second list replaces Playwright's own: a mouse that can hover.
      '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
    ],
  })
}

/** The browser of the npm package, unpacked once. Unpacked elsewhere and then renamed, so that concurrent or killed runs leave no incomplete one. */
async function packagedBrowser(): Promise<string> {
  const home = resolve('node_modules/@sparticuz/chromium/unpacked')
  const binary = join(home, 'chromium')
  if (existsSync(binary)) return binary
  const aside = await mkdtemp(`${home}-`)
  const unpack = 'import("@sparticuz/chromium").then(({ default: packaged }) => packaged.executablePath())'
  await promisify(execFile)(process.execPath, ['-e', unpack], { env: { ...process.env, TMPDIR: aside } })
  await rename(aside, home).catch(async (error) => {
    if (!existsSync(binary)) throw error
    await rm(aside, { recursive: true })
  })
  return binary
}

export interface Visitor {
  context: BrowserContext
  page: Page
  /** Expects console errors that match, for faults that the test causes. */
  expectComplaint(pattern: RegExp): void
  /** Fails when a page logged an error, broke its own content policy, or threw. */
  expectQuiet(): void
}

/** A fresh visitor with an empty browser. */
export async function newVisitor(browser: Browser, size: Size, options: Parameters<Browser['newContext']>[0] = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    isMobile: size === 'phone',
    locale: 'en-KE',
    // The shop does not count clicks of HeadlessChrome.
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36`,
    // The service worker must not answer requests that a test blocks; tests of the worker allow it.
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(15_000)
  const complaints: string[] = []
  const expected: RegExp[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`))
  })
  if (options.javaScriptEnabled !== false) context.on('page', answersWhenOpen)
  return {
    context,
    page: await context.newPage(),
    expectComplaint: (pattern) => expected.push(pattern),
    expectQuiet: () => {
      const strange = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
      expect(strange, 'the page complained').toEqual([])
    },
  }
}

/** Makes `goto` wait until the page is hydrated, unless `waitUntil` is given. */
function answersWhenOpen(page: Page) {
  const { goto, reload, waitForURL } = page
  const takenOver = async <T>(opened: Promise<T>, options: { waitUntil?: unknown } = {}) => {
    const answer = await opened
    if (!options.waitUntil) await page.waitForFunction(() => document.querySelector('html:not([data-late])'))
    return answer
  }
  // Closing a dialog goes back in the history (ui/kit/layers.ts), which must be finished first.
  const atRest = () =>
    page.evaluate(
      () =>
        window.history.state?.layer &&
        new Promise((settle) => {
          addEventListener('popstate', settle, { once: true })
          setTimeout(settle, 500)
        }),
    )
  page.goto = (url, options) =>
    takenOver(
      atRest().then(() => goto.call(page, url, options)),
      options,
    )
  page.reload = (options) => takenOver(reload.call(page, options), options)
  page.waitForURL = (url, options) => takenOver(waitForURL.call(page, url, options), options)
}

/** With SHOTS in the environment: a picture for people to look at, in test/.shots; all of the page, or what the screen shows now. */
export async function shoot(page: Page, name: string, how: 'whole' | 'screen' = 'whole') {
  if (!process.env.SHOTS) return
  await mkdir('test/.shots', { recursive: true })
  await page.screenshot({ path: `test/.shots/${name}.png`, fullPage: how === 'whole' })
}
