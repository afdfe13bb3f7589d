import { get } from 'node:http'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { moving, newVisitor, openBrowser } from '../test/e2e/browser.ts'
import { startBareServer } from './floor.ts'
import { compressed } from './pages.ts'
import type { Home } from './shop.ts'

/** The metrics of one visit, in milliseconds since its start. */
interface Visit {
  /** First contentful paint. */
  first: number
  /** Largest contentful paint. */
  largest: number
  /** Hydrated: the page reacts to clicks; 0 where it has no scripts. */
  ready: number
  /** The sum of all layout shifts, an upper bound of CLS. */
  cls: number
}

/** The medians of the runs. */
export interface Vitals extends Visit {
  page: string
  /** `bare`: the same document without scripts, from a server that does nothing else. */
  kind: 'shop' | 'bare'
  runs: Visit[]
}

export interface Weight {
  kind: string
  files: number
  /** As this browser received them, headers included. */
  received: number
  gzip: number
  brotli: number
}

/** A mid-range phone on slow 4G: 150 ms round trip, 1.6 Mbit/s down, 0.75 up, CPU four times slower than this one. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const slowDown = 4
const phone = { deviceScaleFactor: 2, ...moving }

export async function benchBrowser(shopUrl: string, home: Home, pages: { name: string; path: string }[], runs: number) {
  const browser = await openBrowser({ optimises: true })
  const bodies = Object.fromEntries(
    await Promise.all(pages.map(async ({ name, path }) => [name, bareDocument(await compressed(shopUrl + path))] as const)),
  )
  const bare = await startBareServer(home, shopUrl, bodies)
  try {
    const weights = await weigh(browser, shopUrl)
    const vitals: Vitals[] = []
    for (const { name, path } of pages) {
      const seen = { shop: [] as Visit[], bare: [] as Visit[] }
      for (let run = 0; run < runs; run++) {
        seen.shop.push(await visit(browser, shopUrl + path))
        seen.bare.push(await visit(browser, `${bare.url}/${name}`))
      }
      for (const kind of ['shop', 'bare'] as const) {
        const middle = (figure: keyof Visit) => median(seen[kind].map((visit) => visit[figure]))
        const medians = { first: middle('first'), largest: middle('largest'), ready: middle('ready'), cls: middle('cls') }
        vitals.push({ page: name, kind, ...medians, runs: seen[kind] })
      }
    }
    return { weights, vitals }
  } finally {
    await bare.stop()
    await browser.close()
  }
}

/** A page of the shop with inlined styles and no scripts. */
function bareDocument(page: Buffer): Buffer {
  const html = brotliDecompressSync(page).toString()
  const scripts = /<script[\s\S]*?<\/script>/g
  const links = /<link [^>]*(rel="(preload|modulepreload|manifest)"|disabled)[^>]*>/g
  return brotliCompressSync(html.replaceAll(scripts, '').replaceAll(links, ''))
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const { context, page } = await newVisitor(browser, 'phone', phone)
  try {
    await context.addInitScript(() => {
      const seen = { first: 0, largest: 0, ready: 0, cls: 0 }
      Object.assign(globalThis, { seen })
      const watch = (type: string, add: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void) =>
        new PerformanceObserver((list) => list.getEntries().forEach(add)).observe({ type, buffered: true })
      watch('paint', ({ name, startTime }) => {
        if (name === 'first-contentful-paint') seen.first = startTime
      })
      watch('largest-contentful-paint', ({ startTime }) => {
        seen.largest = startTime
      })
      watch('layout-shift', (entry) => {
        if (!entry.hadRecentInput) seen.cls += entry.value ?? 0
      })
      // The page is late until it is hydrated (web/first-paint/taps.ts).
      new MutationObserver(() => {
        if (document.querySelector('html:not([data-late])')) seen.ready ||= performance.now()
      }).observe(document, { subtree: true, attributeFilter: ['data-late'] })
    })
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', slow4g)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowDown })
    await settled(page, url)
    // The bare page has no scripts, so it stays late.
    await page.waitForFunction(() => document.querySelector('html:not([data-late])') || !document.querySelector('script'))
    return (await page.evaluate('seen')) as Visit
  } finally {
    await context.close()
  }
}

/** Waits until the network has been idle for half a second. */
async function settled(page: Page, url: string) {
  const response = await page.goto(url, { waitUntil: 'networkidle', timeout: 60_000 })
  if (response?.status() !== 200) throw new Error(`${url} answered ${response?.status()}`)
}

/** The transfer sizes of the first page, with an empty cache and a fast connection. */
async function weigh(browser: Browser, shopUrl: string): Promise<Weight[]> {
  const { context, page } = await newVisitor(browser, 'phone', phone)
  const session = await context.newCDPSession(page)
  const responses = listen(session)
  await session.send('Network.enable')
  await settled(page, shopUrl)
  await context.close()
  const weights = new Map<string, Weight>()
  for (const { kind, url, received } of responses.values()) {
    if (!url.startsWith(shopUrl)) continue
    const weight = weights.get(kind) ?? { kind, files: 0, received: 0, gzip: 0, brotli: 0 }
    const [gzip, brotli] = await Promise.all([sizeOf(url, 'gzip'), sizeOf(url, 'br')])
    weights.set(kind, {
      kind,
      files: weight.files + 1,
      received: weight.received + received,
      gzip: weight.gzip + gzip,
      brotli: weight.brotli + brotli,
    })
  }
  return [...weights.values()].sort((a, b) => a.kind.localeCompare(b.kind))
}

function listen(session: CDPSession) {
  const responses = new Map<string, { kind: string; url: string; received: number }>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    responses.set(requestId, { kind: type, url: response.url, received: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const response = responses.get(requestId)
    if (response) response.received = encodedDataLength
  })
  return responses
}

function sizeOf(url: string, encoding: string): Promise<number> {
  return new Promise((settle, fail) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let size = 0
      response.on('data', (chunk: Buffer) => (size += chunk.length))
      response.once('end', () => settle(size))
    }).once('error', fail)
  })
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
